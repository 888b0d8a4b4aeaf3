import torch
import torch.nn as nn


class Scale(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.g = nn.Parameter(torch.ones(n))
        self.register_buffer("steps", torch.zeros(1))

    def forward(self, x):
        self.steps += 1
        return x * self.g * self.steps


net = Scale(3)
opt = torch.optim.SGD(net.parameters(), lr=0.01)
x = torch.tensor([[0.1, 0.2, 0.3]])
for _ in range(3):
    loss = net(x).pow(2).sum()
    opt.zero_grad()
    loss.backward()
    opt.step()
    print(loss.item(), net.steps.item())
# output
import keras
import tensorflow as tf
from torch_compat import SGD, TorchModel, one_op


class Scale(TorchModel):
    def __init__(self, n):
        super().__init__()
        self.g = keras.Variable(tf.ones([n]))
        self.steps = keras.Variable(tf.zeros([1]), trainable=False)

    def call(self, x):
        self.steps.assign_add(1)
        return x * self.g * self.steps


net = Scale(3)
opt = SGD(net.trainable_variables, lr=0.01)
x = tf.constant([[0.1, 0.2, 0.3]])


@one_op
@tf.function
def train_body():
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(tf.square(net(x)))
    grads = tape.gradient(loss, opt.params)
    opt.apply(grads)
    return loss


for _ in range(3):
    loss = train_body()
    print(loss.numpy().item(), net.steps.numpy().item())
