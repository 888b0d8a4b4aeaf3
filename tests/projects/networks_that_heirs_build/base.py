import copy
import torch
import torch.nn as nn


def build_mlp(dims):
    layers = []
    for i in range(len(dims) - 1):
        layers += [nn.Linear(dims[i], dims[i + 1]), nn.Tanh()]
    del layers[-1]
    net = nn.Sequential(*layers)
    for p in net.parameters():
        nn.init.constant_(p, 0.1)
    return net


class ActorBase(nn.Module):
    def __init__(self, state_dim, action_dim):
        super().__init__()
        self.state_dim = state_dim
        self.action_dim = action_dim
        self.net = None
        self.explore_noise_std = None

    def forward(self, state):
        return self.net(state).tanh()


class CriticBase(nn.Module):
    def __init__(self, state_dim, action_dim):
        super().__init__()
        self.state_dim = state_dim
        self.action_dim = action_dim
        self.net = None

    def forward(self, state, action):
        values = self.get_q_values(state, action)
        return values.mean(dim=-1)

    def get_q_values(self, state, action):
        return self.net(torch.cat((state, action), dim=1))


class AgentBase:
    def __init__(self, dims, state_dim, action_dim, args):
        self.gamma = args["gamma"]
        self.lr = args["lr"]
        self.tau = 0.1
        self.device = torch.device("cpu")
        self.act = None
        self.cri = None
        self.act_target = self.act
        self.cri_target = self.cri
        self.act_optimizer = None
        self.cri_optimizer = None
        self.criterion = torch.nn.MSELoss()

    @staticmethod
    def optimizer_update(optimizer, objective):
        optimizer.zero_grad()
        objective.backward()
        optimizer.step()

    @staticmethod
    def soft_update(target_net, current_net, tau):
        for tar, cur in zip(target_net.parameters(), current_net.parameters()):
            tar.data.copy_(cur.data * tau + tar.data * (1.0 - tau))
