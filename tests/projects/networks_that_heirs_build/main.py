import torch
from agents import Agent, Odd, Plain, PlainAgent, Scaled
from ddpg import AgentDDPG
from td3 import AgentTD3

s = torch.arange(12.0).reshape(4, 3) / 10
batch = s, torch.full((4, 2), 0.3), torch.ones(4), s + 0.1
for cls in (AgentDDPG, AgentTD3):
    agent = cls([8], 3, 2, {"gamma": 0.9, "lr": 0.05})
    for _ in range(3):
        print([round(v, 5) for v in agent.update_net(batch)])

x = torch.arange(12.0).reshape(4, 3) / 10
for agent in (Agent(Plain()), Agent(Odd()), Agent(Scaled()), PlainAgent()):
    for _ in range(3):
        print(agent.update(x, torch.ones(4)))
