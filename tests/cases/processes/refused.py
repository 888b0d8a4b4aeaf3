import gym
import torch
import torch.multiprocessing
import torch.nn as nn
from torch import multiprocessing as mp, optim
from torch.multiprocessing import set_sharing_strategy, spawn

env = gym.make("CartPole-v1")
history = []
episodes = 0
set_sharing_strategy("file_system")


def train(net, other, optimizer, environment):
    global episodes
    state = env.reset()
    environment.reset()
    loss = net(state).mean() + other(state).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    history.append(loss.item())
    episodes += 1


def launch(work):
    mp.Process(target=work).start()


net, other = nn.Linear(4, 1), nn.Linear(4, 1).share_memory()
optimizer = optim.SGD(other.parameters(), lr=0.1)
process = torch.multiprocessing.Process(target=train, args=(net, other, optimizer, env))
process.start()
spawn(train, (net, other, optimizer, env), nprocs=2)
# output
import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import gym
import tensorflow as tf
import torch
import torch.multiprocessing
import multiprocessing as mp
from torch.multiprocessing import spawn
from torch_compat import SGD, Linear, one_op

env = gym.make("CartPole-v1")
history = []
episodes = 0


@one_op
@tf.function
def train_body(net, other, optimizer, state):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(net(state)) + tf.reduce_mean(other(state))
    grads = tape.gradient(loss, optimizer.params)
    optimizer.apply(grads)
    return loss


def train(net, other, optimizer, environment):
    global episodes
    state = env.reset()
    environment.reset()
    loss = train_body(net, other, optimizer, state)
    history.append(loss.numpy().item())
    episodes += 1


def launch(work):
    # porter: P104 what this process runs is not known
    mp.Process(target=work).start()


net, other = Linear(4, 1), Linear(4, 1)
optimizer = SGD(other.trainable_variables, lr=0.1)
# porter: P104 as a thread it would share what a process does not: share_memory() is not called on net: each process has a copy; P104 as a thread it would share what a process does not: optimizer is not shared: each process has its own; P104 as a thread it would share what a process does not: env is not shared: each process has its own; P104 as a thread it would share what a process does not: each process changes a env of its own; P104 as a thread it would share what a process does not: each process changes a episodes of its own; P104 as a thread it would share what a process does not: each process changes a history of its own
process = torch.multiprocessing.Process(target=train, args=(net, other, optimizer, env))
process.start()
# porter: P104 torch.multiprocessing.spawn: start the workers one by one, with Process
spawn(train, (net, other, optimizer, env), nprocs=2)
# findings
# processes/refused.py:27:5: P104 error what this process runs is not known -> give it a function of this project, or write the worker as a thread
# processes/refused.py:32:11: N402 note workers are threads of one process: they share Python's globals and its random numbers, and an error in one ends the program
# processes/refused.py:32:11: P104 error as a thread it would share what a process does not: each process changes a env of its own -> make it in the worker, or share it in the original, too
# processes/refused.py:32:11: P104 error as a thread it would share what a process does not: each process changes a episodes of its own -> make it in the worker, or share it in the original, too
# processes/refused.py:32:11: P104 error as a thread it would share what a process does not: each process changes a history of its own -> make it in the worker, or share it in the original, too
# processes/refused.py:32:11: P104 error as a thread it would share what a process does not: env is not shared: each process has its own -> make it in the worker, or share it in the original, too
# processes/refused.py:32:11: P104 error as a thread it would share what a process does not: optimizer is not shared: each process has its own -> make it in the worker, or share it in the original, too
# processes/refused.py:32:11: P104 error as a thread it would share what a process does not: share_memory() is not called on net: each process has a copy -> make it in the worker, or share it in the original, too
# processes/refused.py:34:1: P104 error torch.multiprocessing.spawn: start the workers one by one, with Process -> write it with TensorFlow by hand, or with a rule of your own (--rules)
