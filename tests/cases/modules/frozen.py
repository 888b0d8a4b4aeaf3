import torch
import torch.nn as nn

net, target = nn.Linear(2, 2), nn.Linear(2, 2)
for p in target.parameters():
    p.requires_grad = False
net.requires_grad_(True)
for p, q in zip(net.parameters(), target.parameters()):
    q.data.mul_(0.9)
    q.data.add_(0.1 * p.data)
# output
import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

from torch_compat import Linear

net, target = Linear(2, 2), Linear(2, 2)
for p, q in zip(net.trainable_variables, target.trainable_variables):
    q.assign(q * 0.9)
    q.assign_add(0.1 * p)
