# told: P102
import torch
import torch.nn as nn


class Agent:
    def __init__(self):
        self.net = nn.Linear(2, 1)
        nn.init.constant_(self.net.weight, 0.5)
        nn.init.constant_(self.net.bias, 0.1)
        self.opt = torch.optim.SGD(self.net.parameters(), lr=0.1)

    def clip(self, w):
        w.clamp_(max=1.0)
        return w

    def learn(self, x, w):
        loss = (self.clip(w) * self.net(x).squeeze(1).pow(2)).mean()
        self.opt.zero_grad()
        loss.backward()
        self.opt.step()
        return loss.item()


agent = Agent()
x = torch.tensor([[1.0, 2.0], [0.5, 1.0]])
w = torch.tensor([2.0, 0.5])
print(agent.learn(x, w), w.tolist())
print(agent.learn(x, w * 3), w.tolist())
