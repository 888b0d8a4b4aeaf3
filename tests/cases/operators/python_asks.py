"""What Python asks of tensors: TensorFlow's have no hash, and add to no 0 where they are booleans."""

import torch
import torch.nn as nn


class Box(nn.Module):
    def __init__(self):
        super().__init__()
        self.inner = nn.Linear(2, 2)
        self.register_buffer("mask", torch.ones(2), persistent=False)
        self.scale = nn.Parameter(torch.ones(2))

    @property
    def weight(self):
        return torch.ones(2) * 2

    def forward(self, x):
        return [x * s for s in self.scale], len(self.scale)


box = Box()
x = torch.tensor([1.0, 2.0])
seen = {x: 1}
both = {x, x + 1}
rows = set(x)
found = box.load_state_dict(box.state_dict(), strict=False)
print(hash(x), sum(x > 1), found, [name for name, _ in box.named_buffers()])
print(isinstance(box.scale, nn.Parameter), isinstance(box.scale, (torch.Tensor, float)))
print(isinstance(x.shape, tuple), isinstance(seen, torch.Tensor))
box.weight.add_(1)
first, second = box.scale
try:
    if x:
        print(first, second)
except RuntimeError:
    print("several")


class Tree:
    def __init__(self):
        self.items = [0.0] * 4

    def __setitem__(self, index, value):
        self.items[index] = value

    def __getitem__(self, index):
        return self.items[index]


tree = Tree()
tree[1] = x[0]
print(tree[1].item())
# output
"""What Python asks of tensors: TensorFlow's have no hash, and add to no 0 where they are booleans."""

import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import keras
import numpy as np
import tensorflow as tf
import torch
import torch.nn as nn
from torch_compat import Linear, TorchModel


class Box(TorchModel):
    def __init__(self):
        super().__init__()
        self.inner = Linear(2, 2)
        self.mask = tf.ones([2])
        self.scale = keras.Variable(tf.ones([2]))

    @property
    def weight(self):
        return tf.ones([2]) * 2

    def call(self, x):
        return [x * s for s in tf.unstack(self.scale)], self.scale.shape[0]


box = Box()
x = tf.constant([1.0, 2.0])
# porter: P102 a tensor as a key: TensorFlow's tensors have no hash
seen = {x: 1}
# porter: P102 a tensor as a key: TensorFlow's tensors have no hash
both = {x, x + 1}
# porter: P102 a tensor as a key: TensorFlow's tensors have no hash
rows = set(x)
# porter: P102 load_state_dict() tells in TensorFlow of no missing and no unexpected keys
found = box.load_state_dict(box.state_dict(), strict=False)
# porter: P102 a tensor as a key: TensorFlow's tensors have no hash; P102 sum() of booleans begins with 0, and TensorFlow adds no boolean to it; P102 a buffer that is not saved is a plain tensor in the port, and no buffer of the network
print(hash(x), sum(x > 1), found, [name for name, _ in box.named_buffers()])
# porter: P102 TensorFlow's variables are parameters and buffers: none has a class of its own
print(isinstance(box.scale, nn.Parameter), isinstance(box.scale, (torch.Tensor, float)))
print(isinstance(x.shape, (tuple, tf.TensorShape)), tf.is_tensor(seen))
# porter: P102 changed in place: box.weight is a property, which holds nothing
box.weight.add_(1)
first, second = tf.unstack(box.scale, 2)
try:
    if x:
        print(first, second)
except (RuntimeError, ValueError, tf.errors.OpError):
    print("several")


class Tree:
    def __init__(self):
        self.items = [0.0] * 4

    def __setitem__(self, index, value):
        self.items[index] = value

    def __getitem__(self, index):
        return self.items[index]


tree = Tree()
tree[1] = x[0]
print(np.asarray(tree[1]).item())
# findings
# operators/python_asks.py:24:9: P102 error a tensor as a key: TensorFlow's tensors have no hash -> take a number, x.item(), or id(x) where it is about the object
# operators/python_asks.py:25:9: P102 error a tensor as a key: TensorFlow's tensors have no hash -> take a number, x.item(), or id(x) where it is about the object
# operators/python_asks.py:25:12: P102 error a tensor as a key: TensorFlow's tensors have no hash -> take a number, x.item(), or id(x) where it is about the object
# operators/python_asks.py:26:8: P102 error a tensor as a key: TensorFlow's tensors have no hash -> take a number, x.item(), or id(x) where it is about the object
# operators/python_asks.py:27:9: P102 error load_state_dict() tells in TensorFlow of no missing and no unexpected keys -> give the call a line of its own
# operators/python_asks.py:28:12: P102 error a tensor as a key: TensorFlow's tensors have no hash -> take a number, x.item(), or id(x) where it is about the object
# operators/python_asks.py:28:16: P102 error sum() of booleans begins with 0, and TensorFlow adds no boolean to it -> x.sum(), or sum(x.int() for x in …)
# operators/python_asks.py:28:56: P102 error a buffer that is not saved is a plain tensor in the port, and no buffer of the network -> register it as one that is saved
# operators/python_asks.py:29:7: P102 error TensorFlow's variables are parameters and buffers: none has a class of its own -> ask for its name, or where it was made
# operators/python_asks.py:31:1: P102 error changed in place: box.weight is a property, which holds nothing -> assign the result: box.weight = box.weight.add(1)
