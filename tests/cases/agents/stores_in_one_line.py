"""A rollout whose buffers are filled in one line; a batch that is handed over as `*batch`."""
import numpy as np
import torch
import torch.nn as nn
from torch.distributions import Categorical

policy, value_of = nn.Linear(3, 2), nn.Linear(3, 1)
parameters = [*policy.parameters(), *value_of.parameters()]
optimizer = torch.optim.Adam(parameters, lr=1e-2)
rng = np.random.RandomState(0)


def loss_of(states, actions, old_log_probs, returns, clip):
    dist = Categorical(logits=policy(states))
    advantages = returns - value_of(states).squeeze(-1).detach()
    advantages = (advantages - advantages.mean()) / (advantages.std() + 1e-8)
    returns = (returns - returns.mean()) / (returns.std() + 1e-8)
    ratio = (dist.log_prob(actions) - old_log_probs).exp()
    gain = torch.min(ratio * advantages, ratio.clamp(1 - clip, 1 + clip) * advantages)
    return (value_of(states).squeeze(-1) - returns).pow(2).mean() - gain.mean()


for iteration in range(4):
    states = torch.zeros(8, 3)
    actions = torch.zeros(8, dtype=torch.long)
    log_probs, rewards = (torch.zeros(8) for _ in range(2))
    for t in range(8):
        state = torch.from_numpy(rng.rand(3).astype(np.float32))
        with torch.no_grad():
            dist = Categorical(logits=policy(state))
            action = dist.sample()
        states[t], actions[t], log_probs[t] = state, action, dist.log_prob(action)
        rewards[t] = float(rng.rand())
    batch = (states, actions, log_probs, rewards)
    for _ in range(2):
        loss = loss_of(*batch, 0.2)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(iteration, loss.item())
# output
"""A rollout whose buffers are filled in one line; a batch that is handed over as `*batch`."""
import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import numpy as np
import tensorflow as tf
from torch_compat import (
    Adam,
    Categorical,
    Linear,
    from_array,
    one_op,
    replaced,
    root,
    smaller,
    unbiased_var,
)

policy, value_of = Linear(3, 2), Linear(3, 1)
parameters = [*policy.trainable_variables, *value_of.trainable_variables]
optimizer = Adam(parameters, lr=1e-2)
rng = np.random.RandomState(0)


def loss_of(states, actions, old_log_probs, returns, clip):
    dist = Categorical(logits=policy(states))
    advantages = returns - tf.stop_gradient(tf.squeeze(value_of(states), axis=-1))
    advantages = (advantages - tf.reduce_mean(advantages)) / (root(unbiased_var(advantages)) + 1e-8)
    returns = (returns - tf.reduce_mean(returns)) / (root(unbiased_var(returns)) + 1e-8)
    ratio = tf.exp(dist.log_prob(actions) - old_log_probs)
    gain = smaller(ratio * advantages, tf.clip_by_value(ratio, 1 - clip, 1 + clip) * advantages)
    return (
        tf.reduce_mean(tf.square(tf.squeeze(value_of(states), axis=-1) - returns))
        - tf.reduce_mean(gain)
    )


@one_op
@tf.function
def train_body(batch):
    with tf.GradientTape() as tape:
        loss = loss_of(*batch, 0.2)
    grads = tape.gradient(loss, optimizer.params)
    optimizer.apply(grads)
    return loss


@one_op
@tf.function
def call_policy(state):
    return policy(state)


for iteration in range(4):
    states = np.zeros([8, 3], np.float32)
    actions = np.zeros([8], np.int64)
    log_probs, rewards = (tf.zeros([8]) for _ in range(2))
    for t in range(8):
        state = from_array(rng.rand(3).astype(np.float32))
        dist = Categorical(logits=call_policy(state))
        action = dist.sample()
        states[t] = state
        actions[t] = tf.squeeze(action)
        log_probs = replaced(log_probs, lambda log_probs: log_probs[t], dist.log_prob(action))
        rewards = tf.tensor_scatter_nd_update(rewards, [[t]], [float(rng.rand())])
    batch = (tf.constant(states), tf.constant(actions), log_probs, rewards)
    for _ in range(2):
        loss = train_body(batch)
    print(iteration, loss.numpy().item())
