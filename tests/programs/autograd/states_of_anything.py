# What has a state is not known: an optimizer, a network, or a class of the program that has both.
import torch
import torch.nn as nn


class Agent:
    def __init__(self, net):
        self.net = net
        self.norm = torch.zeros(2)

    def state_dict(self):
        return {"net": self.net.state_dict(), "norm": self.norm}

    def load_state_dict(self, state):
        self.net.load_state_dict(state["net"])
        self.norm = state["norm"]


class Learner:
    def __init__(self, agent, make, net):
        self.agent, self.net = agent, net
        self.optimizer = make(net.parameters())

    def state_dict(self):
        return {
            "agent": self.agent.state_dict(),
            "optimizer": self.optimizer.state_dict(),
            "net": self.net.state_dict(),
        }

    def load_state_dict(self, state):
        self.agent.load_state_dict(state["agent"])
        self.optimizer.load_state_dict(state["optimizer"])
        self.net.load_state_dict(state["net"])

    def update(self, x):
        loss = self.net(x).pow(2).mean()
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        return loss.item()


MAKERS = {"adam": lambda params: torch.optim.Adam(params, lr=0.1)}
NETS = {"linear": lambda: nn.Linear(2, 2)}


def learner(name, weight):
    net = NETS[name]()
    with torch.no_grad():
        for p in net.parameters():
            p.fill_(weight)
    return Learner(Agent(net), MAKERS["adam"], net)


x = torch.tensor([[1.0, 2.0], [3.0, -1.0]])
one, other = learner("linear", 0.5), learner("linear", 0.1)
print([one.update(x) for _ in range(3)])
one.agent.norm = torch.ones(2)
other.load_state_dict(one.state_dict())
print(other.agent.norm.numpy())
print([other.update(x) for _ in range(3)])
