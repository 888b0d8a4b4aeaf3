"""Losses that give a dict of tensors for a log; a log between two updates that use the same names."""
from collections import defaultdict

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F

actor, critic = nn.Linear(3, 2), nn.Linear(5, 1)
actor_optimizer = torch.optim.Adam(actor.parameters(), lr=1e-2)
critic_optimizer = torch.optim.Adam(critic.parameters(), lr=1e-2)
stats = defaultdict(list)


def critic_loss(state, action, target):
    value = critic(torch.cat([state, action], 1))
    error = F.mse_loss(value, target)
    with torch.no_grad():
        positive = (value > 0).float().mean()
    return error + 1e-3 * value.pow(2).mean(), dict(error=error, positive=positive, value=value.mean())


def actor_loss(state):
    action = actor(state)
    loss = -critic(torch.cat([state, action], 1)).mean()
    return loss, {"loss": loss, "action": action.abs().mean()}


for _ in range(5):
    state, action, target = (
        torch.from_numpy(np.random.rand(8, width).astype(np.float32)) for width in (3, 2, 1)
    )
    loss, info = critic_loss(state, action, target)
    critic_optimizer.zero_grad()
    loss.backward()
    critic_optimizer.step()
    for name, value in info.items():
        stats[name].append(value.item())
    loss, info = actor_loss(state)
    actor_optimizer.zero_grad()
    loss.backward()
    actor_optimizer.step()
    print({f"actor/{name}": float(value) for name, value in info.items()})
print({name: sum(values) / len(values) for name, values in stats.items()})
# output
"""Losses that give a dict of tensors for a log; a log between two updates that use the same names."""
import os
from collections import defaultdict

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import numpy as np
import tensorflow as tf
from torch_compat import Adam, Linear, from_array, one_op

actor, critic = Linear(3, 2), Linear(5, 1)
actor_optimizer = Adam(actor.trainable_variables, lr=1e-2)
critic_optimizer = Adam(critic.trainable_variables, lr=1e-2)
stats = defaultdict(list)


def critic_loss(state, action, target):
    value = critic(tf.concat([state, action], axis=1))
    error = tf.reduce_mean(tf.square(value - target))
    positive = tf.stop_gradient(tf.reduce_mean(tf.cast(value > 0, tf.float32)))
    return (
        error + 1e-3 * tf.reduce_mean(tf.square(value)),
        dict(error=error, positive=positive, value=tf.reduce_mean(value)),
    )


def actor_loss(state):
    action = actor(state)
    loss = -tf.reduce_mean(critic(tf.concat([state, action], axis=1)))
    return loss, {"loss": loss, "action": tf.reduce_mean(tf.abs(action))}


@one_op
@tf.function
def train_body(state, action, target):
    with tf.GradientTape() as tape:
        loss, info = critic_loss(state, action, target)
    grads = tape.gradient(loss, critic_optimizer.params)
    critic_optimizer.apply(grads)
    return info


@one_op
@tf.function
def train_actor(state):
    with tf.GradientTape() as tape:
        loss, info = actor_loss(state)
    grads = tape.gradient(loss, actor_optimizer.params)
    actor_optimizer.apply(grads)
    return info


for _ in range(5):
    state, action, target = (
        from_array(np.random.rand(8, width).astype(np.float32)) for width in (3, 2, 1)
    )
    info = train_body(state, action, target)
    for name, value in info.items():
        stats[name].append(value.numpy().item())
    info = train_actor(state)
    print({f"actor/{name}": float(value) for name, value in info.items()})
print({name: sum(values) / len(values) for name, values in stats.items()})
