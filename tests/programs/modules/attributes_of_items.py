"""What layers of a Sequential were made with, and what they keep."""

import torch
import torch.nn as nn

net = nn.Sequential(nn.Linear(2, 2), nn.BatchNorm1d(2, eps=0.001), nn.Linear(2, 1))
nn.init.constant_(net[0].weight, 0.5)
nn.init.zeros_(net[0].bias)
net(torch.tensor([[1.0, 2.0], [3.0, 5.0]]))
norm = net[1]
print(norm.running_mean.tolist(), [f"{v:.5f}" for v in net[1].running_var.tolist()])
print(norm.num_batches_tracked.item(), norm.eps, net[-1].in_features)
norm.running_mean.zero_()
norm.running_var.fill_(4.0)
nn.init.constant_(net[2].weight, 1.0)
nn.init.zeros_(net[2].bias)
net.eval()
print(f"{net(torch.ones(1, 2)).item():.5f}")
