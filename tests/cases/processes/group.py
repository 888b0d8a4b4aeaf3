import os

import torch
import torch.distributed as dist
import torch.nn as nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.Linear(3, 4)
        self.b = nn.Linear(4, 1)

    def forward(self, x):
        return self.b(torch.tanh(self.a(x)))


rank = int(os.environ["RANK"])
dist.init_process_group("gloo", rank=rank, world_size=int(os.environ["WORLD_SIZE"]))
world_size = dist.get_world_size()
net = Net()
for p in net.parameters():
    dist.broadcast(p.data, src=0)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
x = torch.linspace(-1, 1, 12).reshape(4, 3) * (rank + 1)
for _ in range(5):
    loss = (net(x) - 1).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    for p in net.parameters():
        dist.all_reduce(p.grad, op=dist.ReduceOp.SUM)
        p.grad /= world_size
    optimizer.step()
for _ in range(5):
    loss = net(x).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    if world_size > 1:  # all of them at once
        parts = []
        for p in net.parameters():
            if p.grad is not None:
                parts.append(p.grad.view(-1))
        flat = torch.cat(parts)
        dist.all_reduce(flat)
        start = 0
        for p in net.parameters():
            if p.grad is not None:
                part = flat[start : start + p.numel()]
                p.grad.data.copy_(part.view_as(p.grad.data) / world_size)
                start += p.numel()
    nn.utils.clip_grad_norm_(net.parameters(), 1.0)
    optimizer.step()
mean = loss.detach().clone()
dist.all_reduce(mean)
if rank == 0:
    print(mean.item() / world_size)
dist.barrier()
dist.destroy_process_group()
# output
import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import tensorflow as tf
from torch_compat import (
    SGD,
    Linear,
    ProcessGroup,
    TorchModel,
    all_gather,
    all_reduce,
    clip_grad_norm,
    destroy_process_group,
    init_process_group,
    one_op,
)


class Net(TorchModel):
    def __init__(self):
        super().__init__()
        self.a = Linear(3, 4)
        self.b = Linear(4, 1)

    def call(self, x):
        return self.b(tf.tanh(self.a(x)))


rank = int(os.environ["RANK"])
init_process_group(rank=rank, world_size=int(os.environ["WORLD_SIZE"]))
world_size = ProcessGroup.world_size
net = Net()
for p in net.trainable_variables:
    p.assign(all_gather(p)[0])
optimizer = SGD(net.trainable_variables, lr=0.1)
x = tf.reshape(tf.linspace(-1.0, 1.0, 12), [4, 3]) * (rank + 1)


@one_op
@tf.function
def train_body():
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(net(x) - 1))
    grads = tape.gradient(loss, optimizer.params)
    for i in range(len(grads)):
        grads[i] = all_reduce(grads[i], "SUM")
        grads[i] = grads[i] / world_size
    optimizer.apply(grads)
    return loss


for _ in range(5):
    loss = train_body()


@one_op
@tf.function
def train_body_2():
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(net(x)))
    grads = tape.gradient(loss, optimizer.params)
    if world_size > 1:  # all of them at once
        parts = []
        for grad in grads:
            if grad is not None:
                parts.append(tf.reshape(grad, [-1]))
        flat = tf.concat(parts, axis=0)
        flat = all_reduce(flat, "SUM")
        start = 0
        for i, p in enumerate(net.trainable_variables):
            if grads[i] is not None:
                part = flat[start : start + p.shape.num_elements()]
                grads[i] = tf.reshape(part, tf.shape(grads[i])) / world_size
                start += p.shape.num_elements()
    grads = clip_grad_norm(grads, 1.0)
    optimizer.apply(grads)
    return loss


for _ in range(5):
    loss = train_body_2()
mean = tf.identity(loss)
mean = all_reduce(mean, "SUM")
if rank == 0:
    print(mean.numpy().item() / world_size)
all_reduce(tf.constant(0))
destroy_process_group()
