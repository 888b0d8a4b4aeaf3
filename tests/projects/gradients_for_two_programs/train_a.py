import torch

from networks import MLP, fill
from utils import scale_gradients


def train(x):
    net = fill(MLP(2, 1))
    opt = torch.optim.SGD(net.parameters(), lr=0.1, momentum=0.9)
    for _ in range(3):
        loss = (net(x) - 1.0).pow(2).mean()
        opt.zero_grad()
        loss.backward()
        scale_gradients(net, 0.5)
        opt.step()
        print(round(loss.item(), 4))
