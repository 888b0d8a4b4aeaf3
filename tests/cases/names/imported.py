# Classes imported from torch by name keep their names where torch goes.
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
# output
# Classes imported from torch by name keep their names where torch goes.
import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import keras
from torch_compat import SGD, Adam, Linear, Sequential


def make():

    return Sequential(Linear(2, 3), keras.layers.ReLU(), Linear(3, 1))


class SGD2(SGD):
    pass


net = make()
optimizer: Adam = Adam(net.trainable_variables)
other = SGD(net.trainable_variables, lr=0.1)
