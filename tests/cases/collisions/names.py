import torch
import torch.nn as nn


class Linear(nn.Module):
    def __init__(self, keras):
        super().__init__()
        self.inner = nn.Linear(keras, 1)

    def forward(self, tf):
        tape = self.inner(tf)
        return torch.relu(tape)


layers = [Linear(3)]
graph = {"nodes": 3}
net = Linear(2)
grads = torch.optim.SGD(net.parameters(), lr=0.1)
for tape in range(3):
    loss = net(torch.ones(4, 2)).mean()
    grads.zero_grad()
    loss.backward()
    grads.step()
# output
import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import tensorflow as tf_
from torch_compat import SGD, Linear as TorchLinear, TorchModel, one_op


class Linear(TorchModel):
    def __init__(self, keras):
        super().__init__()
        self.inner = TorchLinear(keras, 1)

    def call(self, tf):
        tape = self.inner(tf)
        return tf_.nn.relu(tape)


layers = [Linear(3)]
graph = {"nodes": 3}
net = Linear(2)
grads = SGD(net.trainable_variables, lr=0.1)


@one_op
@tf_.function
def train_body():
    with tf_.GradientTape() as tape_:
        loss = tf_.reduce_mean(net(tf_.ones([4, 2])))
    grads.apply(tape_.gradient(loss, grads.params))


for tape in range(3):
    train_body()
