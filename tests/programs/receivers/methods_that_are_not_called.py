# told: P102
"""Methods of tensors and networks that are values: the port has functions in place of them."""

import torch
from torch import nn


def averaged(x, how):
    per_row = x.std(0)
    return {"mean": per_row.mean, "sum": per_row.sum, "none": lambda: per_row}[how]()


net = nn.Linear(2, 1)
switches = {"eval": net.eval, "train": net.train}
print([averaged(torch.eye(2), how).sum().item() for how in ("mean", "sum", "none")])
switches["eval"]()
print(net.training)
