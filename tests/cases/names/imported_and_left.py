# Where something is left to torch, its names stay torch's.
import torch
from torch.nn import Linear as Dense, Sequential, ReLU
from torch.optim import Adam, SGD


def make():
    from torch.nn import Linear

    return Sequential(Linear(2, 3), ReLU(), Dense(3, 1))


class SGD2(SGD):
    pass


net = make()
optimizer: Adam = Adam(net.parameters())
other = SGD(net.parameters(), lr=0.1)
torch.foo()
# output
# Where something is left to torch, its names stay torch's.
import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import keras
import torch
from torch_compat import (
    SGD as TorchSGD,
    Adam as TorchAdam,
    Linear as TorchLinear,
    Sequential as TorchSequential,
)


def make():

    return TorchSequential(TorchLinear(2, 3), keras.layers.ReLU(), TorchLinear(3, 1))


class SGD2(TorchSGD):
    pass


net = make()
optimizer: TorchAdam = TorchAdam(net.trainable_variables)
other = TorchSGD(net.trainable_variables, lr=0.1)
# porter: P101 torch.foo has no rule
torch.foo()
# findings
# names/imported_and_left.py:20:1: P101 error torch.foo has no rule -> write it with TensorFlow by hand, or add a rule for torch.foo (--rules)
