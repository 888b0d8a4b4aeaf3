import numpy as np

from agent import DQN
from utils import Logger

rng = np.random.RandomState(0)
logger = Logger()
agent = DQN(logger)
for _ in range(4):
    batch = {"obs": rng.randn(5, 3), "next": rng.randn(5, 3), "act": rng.randint(0, 2, 5), "rew": rng.randn(5)}
    print(round(agent.update(batch), 4))
for tag in sorted(logger.scalars):
    print(tag, logger.scalars[tag])
