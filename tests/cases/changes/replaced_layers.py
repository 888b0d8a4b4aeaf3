import torch
import torch.nn as nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.body, self.head = nn.Linear(3, 4), nn.Linear(4, 1)

    def forward(self, x):
        return self.head(torch.relu(self.body(x)))


net = Net()
plain = nn.Sequential(nn.Linear(3, 1), nn.ReLU())
x = torch.ones(2, 3)
print(net(x).shape, plain(x).min() >= 0)
net.head = nn.Linear(4, 2)
plain[1] = nn.Tanh()
print(net(x).shape, plain(x).max() < 1, len(list(net.parameters())))
# output
import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import keras
import tensorflow as tf
from torch_compat import Linear, Sequential, TorchModel, put_layer


class Net(TorchModel):
    def __init__(self):
        super().__init__()
        self.body, self.head = Linear(3, 4), Linear(4, 1)

    def call(self, x):
        return self.head(tf.nn.relu(self.body(x)))


net = Net()
plain = Sequential(Linear(3, 1), keras.layers.ReLU())
x = tf.ones([2, 3])
print(net(x).shape, tf.reduce_min(plain(x)) >= 0)
put_layer(net, "head", Linear(4, 2))
put_layer(plain, 1, keras.layers.Activation("tanh"))
print(net(x).shape, tf.reduce_max(plain(x)) < 1, len(list(net.trainable_variables)))
# findings
# changes/replaced_layers.py:17:7: N403 note net is called in eager mode: it calls forward(): it reads self.head, which changes (also at line 20) -> pass what changes as an argument, and keep Python's own work out of forward
# changes/replaced_layers.py:17:21: N403 note plain is called in eager mode: its layers change (also at line 20) -> pass what changes as an argument, and keep Python's own work out of forward
