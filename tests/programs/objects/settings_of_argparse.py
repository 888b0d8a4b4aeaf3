import argparse

import torch
import torch.nn as nn

parser = argparse.ArgumentParser()
parser.add_argument("--beta", type=float, default=0.5)
parser.add_argument("--clip", type=float, default=0.5)
net = nn.Linear(2, 1)
for p in net.parameters():
    nn.init.constant_(p, 0.3)
opt = torch.optim.SGD(net.parameters(), lr=0.1)


def update(args, x):
    loss = args.beta * (net(x) ** 2).mean()
    opt.zero_grad()
    loss.backward()
    nn.utils.clip_grad_norm_(net.parameters(), args.clip)
    opt.step()
    return loss.item()


def main():
    args = parser.parse_args([])
    for k in range(3):
        print(update(args, torch.ones(1, 2)))


main()
