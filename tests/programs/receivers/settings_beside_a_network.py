import argparse

import torch
import torch.nn as nn

args = argparse.Namespace(lr=0.25, n=3)
args.device = torch.device("cpu")
args.net = nn.Linear(args.n, 1)
nn.init.constant_(args.net.weight, 0.5)
nn.init.zeros_(args.net.bias)
optimizer = torch.optim.SGD(args.net.parameters(), lr=args.lr)
for _ in range(3):
    loss = args.net(torch.ones(2, args.n, device=args.device)).pow(2).mean() * args.lr
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(round(loss.item(), 6))
