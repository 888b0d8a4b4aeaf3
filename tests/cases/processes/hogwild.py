import os
import torch
import torch.nn as nn
import torch.multiprocessing as mp
from torch.multiprocessing import Lock
import torch.optim as optim


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(3, 1)

    def forward(self, x):
        return self.fc(x)


def train(rank, shared, counter, lock):
    torch.manual_seed(rank)
    optimizer = optim.SGD(shared.parameters(), lr=0.05)
    target = torch.tensor([[1.0, -2.0, 0.5]])
    for _ in range(200):
        x = torch.randn(16, 3)
        loss = (shared(x) - (x * target).sum(1, keepdim=True)).pow(2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        with lock:
            counter.value += 1


def env_worker(end):
    while True:
        command = end.recv()
        if command is None:
            break
        end.send(command + 1)


if __name__ == "__main__":
    shared = Net()
    shared.share_memory()
    counter, lock = mp.Value("i", 0), Lock()
    here, there = mp.Pipe()
    helper = mp.Process(target=env_worker, args=(there,), daemon=True)
    helper.start()
    here.send(41)
    print(here.recv())
    processes = [mp.Process(target=train, args=(rank, shared, counter, lock)) for rank in range(2)]
    for p in processes:
        p.start()
    for p in processes:
        p.join()
    print(counter.value, [p.exitcode for p in processes])
    print(shared.fc.weight)
    here.send(None)
# output
import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import tensorflow as tf
import multiprocessing as mp
from multiprocessing import Lock
from torch_compat import SGD, Linear, TorchModel, WorkerThread, one_op


class Net(TorchModel):
    def __init__(self):
        super().__init__()
        self.fc = Linear(3, 1)

    def call(self, x):
        return self.fc(x)


@one_op
@tf.function
def train_body(shared, optimizer, target):
    x = tf.random.normal([16, 3])
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(
            tf.square(shared(x) - tf.reduce_sum(x * target, axis=1, keepdims=True))
        )
    grads = tape.gradient(loss, optimizer.params)
    optimizer.apply(grads)


def train(rank, shared, counter, lock):
    tf.random.set_seed(rank)
    optimizer = SGD(shared.trainable_variables, lr=0.05)
    target = tf.constant([[1.0, -2.0, 0.5]])
    for _ in range(200):
        train_body(shared, optimizer, target)
        with lock:
            counter.value += 1


def env_worker(end):
    while True:
        command = end.recv()
        if command is None:
            break
        end.send(command + 1)


if __name__ == "__main__":
    shared = Net()
    counter, lock = mp.Value("i", 0), Lock()
    here, there = mp.Pipe()
    helper = mp.Process(target=env_worker, args=(there,), daemon=True)
    helper.start()
    here.send(41)
    print(here.recv())
    processes = [WorkerThread(target=train, args=(rank, shared, counter, lock)) for rank in range(2)]
    for p in processes:
        p.start()
    for p in processes:
        p.join()
    print(counter.value, [p.exitcode for p in processes])
    print(shared.fc.weight)
    here.send(None)
# findings
# processes/hogwild.py:49:18: N402 note workers are threads of one process: they share Python's globals and its random numbers, and an error in one ends the program
