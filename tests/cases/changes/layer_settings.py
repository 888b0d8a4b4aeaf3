import torch
import torch.nn as nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleList([nn.Linear(3, 3)])
        self.drop = nn.Dropout(0.5)

    def forward(self, x):
        for layer in self.layers:
            x = layer(x)
        return self.drop(x)

    def grow(self):
        self.layers.append(nn.Linear(3, 3))


net = Net()
plain = nn.Sequential(nn.Linear(3, 2), nn.LeakyReLU(0.1))
x = torch.ones(2, 3)
print(net(x), plain(x))
for module in net.modules():
    if isinstance(module, nn.Dropout):
        module.p = 0.0
plain[1].negative_slope = 0.5
net.grow()
print(net(x), plain(x))
# output
import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import keras
import tensorflow as tf
from torch_compat import Dropout, Linear, ModuleList, Sequential, TorchModel, named_layers


class Net(TorchModel):
    def __init__(self):
        super().__init__()
        self.layers_ = ModuleList([Linear(3, 3)])
        self.drop = Dropout(0.5)

    def call(self, x):
        for layer in self.layers_:
            x = layer(x)
        return self.drop(x)

    def grow(self):
        self.layers_.append(Linear(3, 3))


net = Net()
plain = Sequential(Linear(3, 2), keras.layers.LeakyReLU(negative_slope=0.1))
x = tf.ones([2, 3])
print(net(x), plain(x))
for module in [layer for _, layer in named_layers(net)]:
    if isinstance(module, Dropout):
        module.p = 0.0
plain[1].negative_slope = 0.5
net.grow()
print(net(x), plain(x))
# findings
# changes/layer_settings.py:8:9: N401 note layers is called layers_: Keras reserves the name
# changes/layer_settings.py:23:7: N403 note net is called in eager mode: it calls forward(): it reads self.layers, which changes (also at line 29) -> pass what changes as an argument, and keep Python's own work out of forward
# changes/layer_settings.py:23:15: N403 note plain is called in eager mode: the program changes negative_slope of its layers (also at line 29) -> pass what changes as an argument, and keep Python's own work out of forward
