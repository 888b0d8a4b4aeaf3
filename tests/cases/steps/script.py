import random

import torch
from torch import nn, optim

net = nn.Sequential(nn.Linear(4, 8), nn.Tanh(), nn.Linear(8, 2))
optimizer = optim.Adam(net.parameters(), lr=1e-3)
gamma = 0.99
memory = []
losses = []

for episode in range(100):
    for step in range(50):
        batch = random.sample(memory, 32)
        states = torch.cat([s for s, a, r, n in batch])
        actions = torch.tensor([a for s, a, r, n in batch])
        rewards = torch.Tensor([r for s, a, r, n in batch])
        following = torch.cat([n for s, a, r, n in batch])

        # The target
        with torch.no_grad():
            target = rewards + gamma * net(following).max(dim=1)[0]
        value = net(states).gather(1, actions.unsqueeze(1)).squeeze(1)
        loss = ((value - target) ** 2).mean()  # squared error
        optimizer.zero_grad()
        loss.backward()
        losses.append(loss.item())  # for the plot
        optimizer.step()
    print(episode, losses[-1])
# output
import os
import random

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import keras
import tensorflow as tf
from torch_compat import Adam, Linear, Sequential, concat, from_array, one_op, tensor_of

net = Sequential(Linear(4, 8), keras.layers.Activation("tanh", autocast=False), Linear(8, 2))
optimizer = Adam(net.trainable_variables, lr=1e-3)
gamma = 0.99
memory = []
losses = []


@one_op
@tf.function
def train_body(states, actions, rewards, following):
    # The target
    target = rewards + gamma * tf.reduce_max(net(following), axis=1)
    with tf.GradientTape() as tape:
        value = tf.gather(net(states), actions, batch_dims=1)
        loss = tf.reduce_mean((value - target) ** 2)  # squared error
    grads = tape.gradient(loss, optimizer.params)
    optimizer.apply(grads)
    return loss


for episode in range(100):
    for step in range(50):
        batch = random.sample(memory, 32)
        states = concat([s for s, a, r, n in batch], axis=0)
        actions = tensor_of([a for s, a, r, n in batch])
        rewards = from_array([r for s, a, r, n in batch], tf.float32)
        following = concat([n for s, a, r, n in batch], axis=0)
        loss = train_body(states, actions, rewards, following)
        losses.append(loss.numpy().item())  # for the plot
    print(episode, losses[-1])
