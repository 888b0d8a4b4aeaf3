"""Nothing is learnt at first, the critic at every step, the actor at every second."""

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
import torch.optim as optim

learning_starts, policy_frequency = 3, 2

if __name__ == "__main__":
    actor = nn.Sequential(nn.Linear(3, 16), nn.ReLU(), nn.Linear(16, 1), nn.Tanh())
    qf1 = nn.Sequential(nn.Linear(4, 16), nn.ReLU(), nn.Linear(16, 1))
    q_optimizer = optim.Adam(list(qf1.parameters()), lr=1e-3)
    actor_optimizer = optim.Adam(list(actor.parameters()), lr=1e-3)
    rng = np.random.RandomState(0)
    for global_step in range(9):
        obs = torch.tensor(rng.randn(8, 3), dtype=torch.float32)
        actions = torch.tensor(rng.randn(8, 1), dtype=torch.float32)
        target = torch.tensor(rng.randn(8), dtype=torch.float32)

        # ALGO LOGIC: training.
        if global_step > learning_starts:
            qf1_a_values = qf1(torch.cat([obs, actions], 1)).view(-1)
            qf1_loss = F.mse_loss(qf1_a_values, target)
            q_optimizer.zero_grad()
            qf1_loss.backward()
            q_optimizer.step()

            if global_step % policy_frequency == 0:
                actor_loss = -qf1(torch.cat([obs, actor(obs)], 1)).mean()
                actor_optimizer.zero_grad()
                actor_loss.backward()
                actor_optimizer.step()

            if global_step % 4 == 0:
                print(global_step, qf1_loss.item(), actor_loss.item())
# output
"""Nothing is learnt at first, the critic at every step, the actor at every second."""

import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import keras
import numpy as np
import tensorflow as tf
from torch_compat import Adam, Linear, Sequential, from_array, one_op

learning_starts, policy_frequency = 3, 2

if __name__ == "__main__":
    actor = Sequential(
        Linear(3, 16), keras.layers.ReLU(), Linear(16, 1), keras.layers.Activation("tanh")
    )
    qf1 = Sequential(Linear(4, 16), keras.layers.ReLU(), Linear(16, 1))
    q_optimizer = Adam(list(qf1.trainable_variables), lr=1e-3)
    actor_optimizer = Adam(list(actor.trainable_variables), lr=1e-3)
    rng = np.random.RandomState(0)

    @one_op
    @tf.function
    def train_body(obs, actions, target):
        with tf.GradientTape() as tape:
            qf1_a_values = tf.reshape(qf1(tf.concat([obs, actions], axis=1)), [-1])
            qf1_loss = tf.reduce_mean(tf.square(qf1_a_values - target))
        grads = tape.gradient(qf1_loss, q_optimizer.params)
        q_optimizer.apply(grads)
        return qf1_loss

    @one_op
    @tf.function
    def train_actor(obs):
        with tf.GradientTape() as tape:
            actor_loss = -tf.reduce_mean(qf1(tf.concat([obs, actor(obs)], axis=1)))
        grads = tape.gradient(actor_loss, actor_optimizer.params)
        actor_optimizer.apply(grads)
        return actor_loss

    for global_step in range(9):
        obs = from_array(rng.randn(8, 3), tf.float32)
        actions = from_array(rng.randn(8, 1), tf.float32)
        target = from_array(rng.randn(8), tf.float32)

        # ALGO LOGIC: training.
        if global_step > learning_starts:
            qf1_loss = train_body(obs, actions, target)

            if global_step % policy_frequency == 0:
                actor_loss = train_actor(obs)

            if global_step % 4 == 0:
                print(global_step, qf1_loss.numpy().item(), actor_loss.numpy().item())
