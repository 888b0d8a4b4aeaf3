import copy
from collections import OrderedDict

import torch
import torch.nn as nn
import torch.nn.functional as F


class Block(nn.Module):
    def __init__(self, n, depth):
        super().__init__()
        self.body = nn.Sequential(OrderedDict([("fc", nn.Linear(n, n)), ("act", nn.ReLU())]))
        self.layers = nn.ModuleList()
        for _ in range(depth):
            self.layers.append(nn.Linear(n, n))
        self.scale = nn.Parameter(torch.ones(n))
        self.register_buffer("mean", torch.zeros(n))
        self.register_buffer("mask", torch.ones(n, n), persistent=False)
        self.register_parameter("bias", None)
        self.add_module("last", nn.Linear(n, n))

    def forward(self, x):
        for i, layer in enumerate(self.layers):
            x = F.relu(layer(x))
        return self.last(self.body(x) * self.scale - self.mean)


class Net(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.blocks = nn.ModuleList([Block(n, 2) for _ in range(3)])
        self.heads = nn.ModuleDict({"pi": nn.Linear(n, 2), "v": nn.Linear(n, 1)})
        self.norms = nn.ModuleList(copy.deepcopy(self.blocks[0].body) for _ in range(2))
        self.apply(self.start)

    def start(self, layer):
        print(type(layer), layer.training)

    def forward(self, x):
        for block, norm in zip(self.blocks, self.norms):
            x = norm(block(x))
        return {name: head(x) for name, head in self.heads.items()}


net = Net(4)
print(sum(p.numel() for p in net.parameters()))
print([name for name, _ in net.named_children()], len(list(net.modules())))
print(net(torch.ones(1, 4))["pi"])
# output
import copy
import os
from collections import OrderedDict

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import keras
import tensorflow as tf
from torch_compat import (
    Linear,
    ModuleDict,
    ModuleList,
    Sequential,
    TorchModel,
    apply_to,
    graph,
    named_children,
    named_layers,
)


class Block(TorchModel):
    def __init__(self, n, depth):
        super().__init__()
        self.body = Sequential(OrderedDict([("fc", Linear(n, n)), ("act", keras.layers.ReLU())]))
        self.layers_ = ModuleList()
        for _ in range(depth):
            self.layers_.append(Linear(n, n))
        self.scale = keras.Variable(tf.ones([n]))
        self.mean = keras.Variable(tf.zeros([n]), trainable=False)
        self.mask = tf.ones([n, n])
        self.bias = None
        self.last = Linear(n, n)

    def call(self, x):
        for i, layer in enumerate(self.layers_):
            x = tf.nn.relu(layer(x))
        return self.last(self.body(x) * self.scale - self.mean)


class Net(TorchModel):
    def __init__(self, n):
        super().__init__()
        self.blocks = ModuleList([Block(n, 2) for _ in range(3)])
        self.heads = ModuleDict({"pi": Linear(n, 2), "v": Linear(n, 1)})
        self.norms = ModuleList(copy.deepcopy(self.blocks[0].body) for _ in range(2))
        apply_to(self, self.start)

    def start(self, layer):
        print(type(layer), getattr(layer, "training", True))

    def call(self, x):
        for block, norm in zip(self.blocks, self.norms):
            x = norm(block(x))
        return {name: head(x) for name, head in self.heads.items()}


net = Net(4)
print(sum(p.shape.num_elements() for p in net.trainable_variables))
print(
    [name for name, _ in named_children(net)],
    len(list([layer for _, layer in named_layers(net)])),
)
print(graph(net)(tf.ones([1, 4]))["pi"])
# findings
# modules/containers.py:13:9: N401 note layers is called layers_: Keras reserves the name
