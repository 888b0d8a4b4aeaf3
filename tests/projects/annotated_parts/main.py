import torch
import torch.nn as nn
from agent import Agent
from nets import Actor, Critic, Noisy


def constant(net):
    for i, p in enumerate(net.parameters()):
        nn.init.constant_(p, 0.03 * (i + 1))
    return net


obs = torch.linspace(-1, 1, 12).reshape(4, 3)
action = torch.linspace(-0.5, 0.5, 8).reshape(4, 2)
reward = torch.linspace(0, 1, 4).reshape(4, 1)
batch = {"obs": obs, "action": action, "reward": reward}
for backbone in (nn.Sequential(nn.Linear(3, 6), nn.Tanh()), Noisy(3)):
    actor = constant(Actor(backbone, 2))
    critic = constant(Critic(nn.Sequential(nn.Linear(5, 7), nn.Tanh(), nn.Linear(7, 1))))
    agent = Agent(
        actor,
        critic,
        torch.optim.SGD(actor.parameters(), lr=0.1),
        torch.optim.Adam(critic.parameters(), lr=0.01),
    )
    for _ in range(4):
        for name, value in agent.learn(batch).items():
            print(name, round(value, 5))
    print(getattr(backbone, "calls", None))
