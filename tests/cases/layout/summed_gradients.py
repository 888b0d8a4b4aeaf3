import torch
import torch.distributed as dist


class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = torch.nn.Linear(2, 1)

    def forward(self, x):
        return self.fc(x)

    def reduce(self, workers):
        gradients = []
        for parameters in self.parameters():
            gradients.append(parameters.grad.view(-1))
        flat = torch.cat(gradients)
        dist.all_reduce(flat, op=dist.ReduceOp.SUM)
        offset = 0
        for parameters in self.parameters():
            parameters.grad.data.copy_(
                flat[offset : offset + parameters.numel()].view_as(parameters.grad.data)
                / workers
            )
            offset += parameters.numel()


def train(net, x, workers):
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    optimizer.zero_grad()
    net(x).mean().backward()
    net.reduce(workers)
    optimizer.step()


train(Net(), torch.ones(3, 2), 2)
# output
import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import tensorflow as tf
from torch_compat import SGD, Linear, TorchModel, all_reduce, one_op


class Net(TorchModel):
    def __init__(self):
        super().__init__()
        self.fc = Linear(2, 1)

    def call(self, x):
        return self.fc(x)

    def reduce(self, workers, grads):
        gradients = []
        for grad in grads:
            gradients.append(tf.reshape(grad, [-1]))
        flat = tf.concat(gradients, axis=0)
        flat = all_reduce(flat, "SUM")
        offset = 0
        for i, parameters in enumerate(self.trainable_variables):
            grads[i] = (
                tf.reshape(
                    flat[offset : offset + parameters.shape.num_elements()], tf.shape(grads[i])
                )
                / workers
            )
            offset += parameters.shape.num_elements()


@one_op
@tf.function
def train_body(net, x, workers, optimizer):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(net(x))
    grads = tape.gradient(loss, optimizer.params)
    net.reduce(workers, grads)
    optimizer.apply(grads)


def train(net, x, workers):
    optimizer = SGD(net.trainable_variables, lr=0.1)
    train_body(net, x, workers, optimizer)


train(Net(), tf.ones([3, 2]), 2)
