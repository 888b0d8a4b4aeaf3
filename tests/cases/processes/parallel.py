import os

import torch
import torch.distributed as dist
import torch.nn as nn
from torch.nn.parallel import DistributedDataParallel as DDP


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.Linear(3, 4)
        self.b = nn.Linear(4, 1)

    def forward(self, x):
        return self.b(torch.tanh(self.a(x)))


dist.init_process_group("gloo")
rank = dist.get_rank()
net = Net()
model = DDP(net)
optimizer = torch.optim.Adam(model.parameters(), lr=0.1)
x = torch.linspace(-1, 1, 12).reshape(4, 3) * (rank + 1)
for _ in range(5):
    loss = (model(x) - rank).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    nn.utils.clip_grad_norm_(model.parameters(), 0.5)
    optimizer.step()
print(rank, model.module.a.weight.sum().item())
dist.barrier()
dist.destroy_process_group()


def helper(network, optim):
    loss = network(x).mean()
    optim.zero_grad()
    loss.backward()
    optim.step()
# output
import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import tensorflow as tf
from torch_compat import (
    Adam,
    Linear,
    ProcessGroup,
    TorchModel,
    all_reduce,
    clip_grad_norm,
    destroy_process_group,
    init_process_group,
    synchronized,
)


class Net(TorchModel):
    def __init__(self):
        super().__init__()
        self.a = Linear(3, 4)
        self.b = Linear(4, 1)

    def call(self, x):
        return self.b(tf.tanh(self.a(x)))


init_process_group()
rank = ProcessGroup.rank
net = Net()
model = synchronized(net)
optimizer = Adam(model.trainable_variables, lr=0.1)
x = tf.reshape(tf.linspace(-1.0, 1.0, 12), [4, 3]) * (rank + 1)


@tf.function
def train_body():
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(model(x) - rank))
    grads = all_reduce(tape.gradient(loss, optimizer.params), "MEAN")
    grads = clip_grad_norm(grads, 0.5)
    optimizer.apply(grads)


for _ in range(5):
    train_body()
print(rank, tf.reduce_sum(model.a.weight).numpy().item())
all_reduce(tf.constant(0))
destroy_process_group()


def helper(network, optim):
    loss = tf.reduce_mean(network(x))
    # porter: P201 zero_grad() belongs to no update step that was ported
    optim.zero_grad()
    # porter: P201 whether DistributedDataParallel averages these gradients is not known
    loss.backward()
    # porter: P201 step() belongs to no update step that was ported
    optim.step()
# findings
# processes/parallel.py:22:9: N402 note gradients are averaged over the processes where they are taken; buffers stay each process's own
# processes/parallel.py:38:5: P201 error zero_grad() belongs to no update step that was ported
# processes/parallel.py:39:5: P201 error whether DistributedDataParallel averages these gradients is not known
# processes/parallel.py:40:5: P201 error step() belongs to no update step that was ported
