import numpy as np
import torch

buf = torch.zeros(3)
arr = np.zeros(3, dtype=np.float32)
net = None


def read(x):
    return (x * buf).sum().item(), (x + torch.from_numpy(arr)).sum().item(), buf.sum().item()


def fill(k):
    global buf, arr
    buf = torch.arange(3) * k
    arr = np.arange(3) / 3


def mask():
    global buf
    buf = buf > 1


x = torch.tensor([0.5, 1.0, 2.0])
print(read(x))
fill(2)
print(read(x))
mask()
print(read(x))
