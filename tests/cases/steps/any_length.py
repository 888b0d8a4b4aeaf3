import random

import torch
from torch.nn import functional as F

net = torch.nn.Linear(4, 2)
optimizer = torch.optim.Adam(net.parameters())
env = None
memory = []


def episode():
    states, returns = [], []
    done = False
    while not done:
        state, reward, done = env.step()
        states.append(state)
        returns.append(reward)
    return torch.tensor(states), torch.tensor(returns)


def train_episode():
    states, returns = episode()
    loss = F.mse_loss(net(states).mean(1), returns)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()


def train_sample():
    states, returns = zip(*random.sample(memory, 32))
    states, returns = torch.tensor(states), torch.tensor(returns)
    loss = F.mse_loss(net(states).mean(1), returns)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()


def train_steps(count=5):
    states = []
    for _ in range(count):
        states.append(env.step()[0])
    states = torch.tensor(states)
    loss = net(states).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()


def train_shaped():
    states, returns = episode()
    loss = F.mse_loss(net(states).sum(1) / states.size(0), returns)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()


def rollouts(count):
    states, batches = [], []
    for _ in range(count):
        for _ in range(8):
            states.append(env.step()[0])
        batches.append((torch.tensor(states), torch.ones(1)))
    return batches


def train_rollouts():
    for states, scale in rollouts(3):
        loss = (net(states) * scale).pow(2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
# output
import os
import random

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import tensorflow as tf
from torch_compat import Adam, Linear, one_op, tensor_of, together

net = Linear(4, 2)
optimizer = Adam(net.trainable_variables)
env = None
memory = []


def episode():
    states, returns = [], []
    done = False
    while not done:
        state, reward, done = env.step()
        states.append(state)
        returns.append(reward)
    return tensor_of(states), tensor_of(returns)


@one_op
@tf.function(reduce_retracing=True)
def train_episode_body(states, returns):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(
            tf.math.squared_difference(*together(tf.reduce_mean(net(states), axis=1), returns))
        )
    grads = tape.gradient(loss, optimizer.params)
    optimizer.apply(grads)


def train_episode():
    states, returns = episode()
    train_episode_body(states, returns)


@one_op
@tf.function
def train_sample_body(states, returns):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(
            tf.math.squared_difference(*together(tf.reduce_mean(net(states), axis=1), returns))
        )
    grads = tape.gradient(loss, optimizer.params)
    optimizer.apply(grads)


def train_sample():
    states, returns = zip(*random.sample(memory, 32))
    states, returns = tensor_of(states), tensor_of(returns)
    train_sample_body(states, returns)


@one_op
@tf.function
def train_steps_body(states):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(net(states)))
    grads = tape.gradient(loss, optimizer.params)
    optimizer.apply(grads)


def train_steps(count=5):
    states = []
    for _ in range(count):
        states.append(env.step()[0])
    states = tensor_of(states)
    train_steps_body(states)


@one_op
@tf.function
def train_shaped_body(states, returns):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(
            tf.math.squared_difference(
                *together(tf.reduce_sum(net(states), axis=1) / states.shape[0], returns)
            ),
        )
    grads = tape.gradient(loss, optimizer.params)
    optimizer.apply(grads)


def train_shaped():
    states, returns = episode()
    train_shaped_body(states, returns)


def rollouts(count):
    states, batches = [], []
    for _ in range(count):
        for _ in range(8):
            states.append(env.step()[0])
        batches.append((tensor_of(states), tf.ones([1])))
    return batches


@one_op
@tf.function(reduce_retracing=True)
def train_rollouts_body(states, scale):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(net(states) * scale))
    grads = tape.gradient(loss, optimizer.params)
    optimizer.apply(grads)


def train_rollouts():
    for states, scale in rollouts(3):
        train_rollouts_body(states, scale)
# findings
# steps/any_length.py:52:5: N403 note it is traced anew for each length of its batch: it asks for a tensor's shape
