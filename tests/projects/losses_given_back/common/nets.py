import torch
import torch.nn as nn

ACTS = {"relu": nn.ReLU, "tanh": nn.Tanh}


def build_mlp(sizes, activation="relu", out_act=None):
    layers = []
    for i in range(len(sizes) - 1):
        layers.append(nn.Linear(sizes[i], sizes[i + 1]))
        if i < len(sizes) - 2:
            layers.append(ACTS[activation]())
    if out_act:
        layers.append(ACTS[out_act]())
    net = nn.Sequential(*layers)
    net.apply(init_constant)
    return net


def init_constant(m):
    if isinstance(m, nn.Linear):
        with torch.no_grad():
            m.weight.copy_(torch.linspace(-0.5, 0.5, m.weight.numel()).view_as(m.weight))
            m.bias.zero_()


class Policy(nn.Module):
    def __init__(self, obs_dim, act_dim, hidden=(4,)):
        super().__init__()
        self.mu = build_mlp([obs_dim, *hidden, act_dim], "tanh")
        self.log_std = nn.Parameter(-0.5 * torch.ones(act_dim))

    def dist(self, obs):
        return torch.distributions.Normal(self.mu(obs), self.log_std.exp())

    def forward(self, obs, act=None):
        pi = self.dist(obs)
        return pi, None if act is None else pi.log_prob(act).sum(-1)
