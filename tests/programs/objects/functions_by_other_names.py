"""Functions of torch's under other names: in modules, functions, dicts and arguments."""

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch import ones as filled
from torch import zeros as Z

use_cuda = torch.cuda.is_available()
FloatTensor = torch.cuda.FloatTensor if use_cuda else torch.FloatTensor
LongTensor = torch.cuda.LongTensor if use_cuda else torch.LongTensor
Tensor = FloatTensor
ones = torch.ones
zeros = torch.zeros
from_np = torch.from_numpy
relu = F.relu
if use_cuda:
    dtype = torch.cuda.FloatTensor
else:
    dtype = torch.FloatTensor


def pick(name):
    return {"zeros": torch.zeros, "ones": torch.ones, "rand": torch.rand}[name]


def through(make, *size, **how):
    return make(*size, **how)


def inside(x):
    cat, softmax = torch.cat, F.relu
    return softmax(cat([x, -x]))


def later(x):
    return make(2) + x


class Net(nn.Module):
    def __init__(self, act=F.relu, make=torch.zeros):
        super().__init__()
        self.act = act
        self.make = make

    def forward(self, x):
        return self.act(x) + self.make(x.shape[0])


x = torch.tensor([0.5, -0.25])
print(Tensor([1, 2]).tolist(), FloatTensor([[1.5]]).tolist(), LongTensor([2, 3]).tolist())
print(x.type(dtype).tolist(), dtype([1.0, 2]).sum().item())
print(from_np(np.array([1.5, 2.5])).tolist(), relu(x).tolist(), inside(x).tolist())
print(pick("ones")(2, 3).sum().item(), pick("zeros")((2,)).tolist(), pick("rand")(4).shape[0])
print(through(torch.ones, 2, 2).tolist(), through(torch.zeros, 3).tolist())
print(through(ones, (1, 2), dtype=torch.int64).tolist(), through(torch.rand, 2, 3).shape[1])
print(through(torch.zeros, x.shape).tolist(), list(map(torch.zeros, [1, 2]))[1].tolist())
print(filled(2, dtype=torch.int64).tolist(), Z(2).tolist())
fns = [torch.zeros, torch.ones]
print([f(2).tolist() for f in fns], [f((1, 2)).tolist() for f in fns])
make = torch.ones
print(later(x).tolist())
make = torch.zeros
print(later(x).tolist())
ones = torch.zeros
print(ones(2).tolist(), zeros(1).tolist())
print(Net()(x).tolist(), Net(torch.square, torch.ones)(x).tolist())
