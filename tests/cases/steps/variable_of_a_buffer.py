"""`Variable(self.noise)` is the buffer itself, which is another one at each update."""

import torch
from torch import nn
from torch.autograd import Variable


class Noisy(nn.Module):
    def __init__(self):
        super().__init__()
        self.mean = nn.Parameter(torch.linspace(-0.5, 0.5, 6).view(2, 3))
        self.scale = nn.Parameter(torch.linspace(0.1, 0.4, 6).view(2, 3))
        self.register_buffer("noise", torch.zeros(2, 3))

    def reset(self, i):
        self.noise.copy_(torch.linspace(-1.0, 1.0 + i, 6).view(2, 3))

    def forward(self, x):
        weight = self.mean + self.scale.mul(Variable(self.noise))
        return nn.functional.linear(x, weight)


net = Noisy()
optimizer = torch.optim.Adam(net.parameters(), lr=0.1)


def update(x):
    loss = net(Variable(x)).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    net.reset(x.shape[0])
    return loss.item()


for i in range(4):
    print(update(torch.linspace(-1.0, 1.0, 3 * (i + 1)).view(-1, 3)), net.noise.sum().item())
print([p.sum().item() for p in net.parameters()])
# output
"""`Variable(self.noise)` is the buffer itself, which is another one at each update."""

import keras
import tensorflow as tf
from torch_compat import Adam, TorchModel, one_op


class Noisy(TorchModel):
    def __init__(self):
        super().__init__()
        self.mean = keras.Variable(tf.reshape(tf.linspace(-0.5, 0.5, 6), [2, 3]))
        self.scale = keras.Variable(tf.reshape(tf.linspace(0.1, 0.4, 6), [2, 3]))
        self.noise = keras.Variable(tf.zeros([2, 3]), trainable=False)

    def reset(self, i):
        self.noise.assign(tf.reshape(tf.linspace(-1.0, 1.0 + i, 6), [2, 3]))

    def call(self, x):
        weight = self.mean + self.scale * self.noise
        return tf.matmul(x, weight, transpose_b=True)


net = Noisy()
optimizer = Adam(net.trainable_variables, lr=0.1)


@one_op
@tf.function
def update_body(x):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(net(x)))
    grads = tape.gradient(loss, optimizer.params)
    optimizer.apply(grads)
    return loss


def update(x):
    loss = update_body(x)
    net.reset(x.shape[0])
    return loss.numpy().item()


for i in range(4):
    print(
        update(tf.reshape(tf.linspace(-1.0, 1.0, 3 * (i + 1)), [-1, 3])),
        tf.reduce_sum(net.noise).numpy().item(),
    )
print([tf.reduce_sum(p).numpy().item() for p in net.trainable_variables])
