import torch
import torch.nn as nn


class Net(nn.Module):
    def __init__(self):
        super(Net, self).__init__()
        self.fc = nn.Linear(3, 1)

    def forward(self, x):
        return self.fc(x)


if __name__ == "__main__":
    net = Net()
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for i in range(10):
        x = torch.randn(8, 3)
        y = torch.ones(8, 1)
        loss = torch.nn.functional.mse_loss(net(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        if i % 2 == 0:
            print(loss.item())
# output
import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import tensorflow as tf
from torch_compat import SGD, Linear, TorchModel, one_op


class Net(TorchModel):
    def __init__(self):
        super(Net, self).__init__()
        self.fc = Linear(3, 1)

    def call(self, x):
        return self.fc(x)


if __name__ == "__main__":
    net = Net()
    optimizer = SGD(net.trainable_variables, lr=0.1)

    @one_op
    @tf.function
    def train_body():
        x = tf.random.normal([8, 3])
        y = tf.ones([8, 1])
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(net(x) - y))
        grads = tape.gradient(loss, optimizer.params)
        optimizer.apply(grads)
        return loss

    for i in range(10):
        loss = train_body()
        if i % 2 == 0:
            print(loss.numpy().item())
