import numpy as np
from agent import Agent

agent = Agent()
print(agent.learn())


def ints(n):
    return np.ones((n, 2), dtype=np.float32), np.arange(n)


def doubles(n):
    return np.ones((n, 2), dtype=np.float32), np.arange(n) / 3


agent.replay.sample = ints
print(agent.learn())
agent.replay.sample = doubles
print(agent.learn())
