import torch

from networks import MLP, fill
from utils import norm_of


def train(x):
    net = fill(MLP(2, 1))
    opt = torch.optim.SGD(net.parameters(), lr=0.1, momentum=0.9)
    for _ in range(3):
        opt.zero_grad()
        (net(x) - 1.0).pow(2).mean().backward()
        print(round(norm_of(net), 4))
        opt.step()
