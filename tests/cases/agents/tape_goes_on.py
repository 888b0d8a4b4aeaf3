"""The actor's loss goes through the critic as it is after its step; its action was there before.
Targets come from a function that is handed a network, and carry no gradient."""

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F


def targets(rewards, next_states, network):
    with torch.no_grad():
        values = network(next_states).squeeze(-1).numpy()
    return torch.from_numpy(rewards + 0.9 * values), torch.from_numpy(rewards)


actor = nn.Sequential(nn.Linear(3, 8), nn.Tanh(), nn.Linear(8, 1), nn.Tanh())
critic = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 1))
value = nn.Linear(3, 1)
actor_optimizer = torch.optim.Adam(actor.parameters(), lr=1e-2)
critic_optimizer = torch.optim.Adam(critic.parameters(), lr=1e-2)
value_optimizer = torch.optim.SGD(value.parameters(), lr=1e-2)
rng = np.random.RandomState(0)

for step in range(8):
    rewards = rng.randn(6).astype(np.float32)
    states = torch.tensor(rng.randn(6, 3), dtype=torch.float32)
    wanted, bare = targets(rewards, torch.tensor(rng.randn(6, 3), dtype=torch.float32), value)
    if step % 4 == 3:
        torch.cuda.empty_cache()

    value_optimizer.zero_grad()
    values = value(states)
    F.mse_loss(values.squeeze(-1), wanted).backward()
    value_optimizer.step()

    # the action of both updates
    action = actor(states)

    # the critic takes it as it is
    critic_optimizer.zero_grad()
    q = critic(torch.cat([states, action.detach()], 1))
    critic_loss = F.mse_loss(q.squeeze(-1), wanted - values.detach().squeeze(-1))
    critic_loss.backward()
    critic_optimizer.step()

    # the actor learns from the new critic
    actor_optimizer.zero_grad()
    actor_loss = -critic(torch.cat([states, action], 1)).mean() + bare.mean()
    actor_loss.backward()
    nn.utils.clip_grad_norm_(actor.parameters(), 0.5)
    actor_optimizer.step()
    print(critic_loss.item(), actor_loss.item())
# output
"""The actor's loss goes through the critic as it is after its step; its action was there before.
Targets come from a function that is handed a network, and carry no gradient."""

import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import keras
import numpy as np
import tensorflow as tf
from torch_compat import SGD, Adam, Linear, Sequential, clip_grad_norm, from_array, graph, one_op


def targets(rewards, next_states, network):
    values = tf.squeeze(graph(network, taped=True)(next_states), axis=-1).numpy()
    return from_array(rewards + 0.9 * values), from_array(rewards)


actor = Sequential(
    Linear(3, 8), keras.layers.Activation("tanh"), Linear(8, 1), keras.layers.Activation("tanh")
)
critic = Sequential(Linear(4, 8), keras.layers.ReLU(), Linear(8, 1))
value = Linear(3, 1)
actor_optimizer = Adam(actor.trainable_variables, lr=1e-2)
critic_optimizer = Adam(critic.trainable_variables, lr=1e-2)
value_optimizer = SGD(value.trainable_variables, lr=1e-2)
rng = np.random.RandomState(0)


@one_op
@tf.function
def train_body(states, wanted, bare):
    with tf.GradientTape() as tape:
        values = value(states)
        loss = tf.reduce_mean(tf.square(tf.squeeze(values, axis=-1) - wanted))
    value_optimizer.apply(tape.gradient(loss, value_optimizer.params))

    with tf.GradientTape() as actor_tape:
        # the action of both updates
        action = actor(states)

    # the critic takes it as it is
    with tf.GradientTape() as tape:
        q = critic(tf.concat([states, tf.stop_gradient(action)], axis=1))
        critic_loss = tf.reduce_mean(
            tf.square(
                tf.squeeze(q, axis=-1) - (wanted - tf.squeeze(tf.stop_gradient(values), axis=-1))
            ),
        )
    critic_optimizer.apply(tape.gradient(critic_loss, critic_optimizer.params))

    # the actor learns from the new critic
    with actor_tape:
        actor_loss = (
            -tf.reduce_mean(critic(tf.concat([states, action], axis=1)))
            + tf.reduce_mean(bare)
        )
    grads = actor_tape.gradient(actor_loss, actor_optimizer.params)
    grads = clip_grad_norm(grads, 0.5)
    actor_optimizer.apply(grads)
    return critic_loss, actor_loss


for step in range(8):
    rewards = rng.randn(6).astype(np.float32)
    states = from_array(rng.randn(6, 3), tf.float32)
    wanted, bare = targets(rewards, from_array(rng.randn(6, 3), tf.float32), value)
    critic_loss, actor_loss = train_body(states, wanted, bare)
    print(critic_loss.numpy().item(), actor_loss.numpy().item())
