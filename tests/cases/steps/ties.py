# torch.min of two critics has torch's gradient where one is asked for, and is plain elsewhere
import torch
import torch.nn as nn
import torch.nn.functional as F

critic_1, critic_2 = nn.Linear(3, 1), nn.Linear(3, 1)
target_1, target_2 = nn.Linear(3, 1), nn.Linear(3, 1)
actor = nn.Linear(3, 3)
critic_optimizer = torch.optim.Adam([*critic_1.parameters(), *critic_2.parameters()])
actor_optimizer = torch.optim.Adam(actor.parameters())


def update(state, action, reward, next_state):
    with torch.no_grad():
        target = reward + 0.9 * torch.min(target_1(next_state), target_2(next_state))
    bound = torch.max(target_1(state), target_2(state)).detach()
    best = (reward + 0.9 * target_1(next_state).max(1, keepdim=True)[0]).detach()
    q = torch.min(critic_1(action), critic_2(action))
    critic_loss = F.mse_loss(q, target) + F.mse_loss(q, torch.min(bound, best))
    critic_optimizer.zero_grad()
    critic_loss.backward()
    critic_optimizer.step()

    chosen = actor(state)
    actor_loss = -torch.min(critic_1(chosen), critic_2(chosen)).mean() + chosen.norm(dim=1).std()
    actor_optimizer.zero_grad()
    actor_loss.backward()
    actor_optimizer.step()
    return q.max().item()


def act(state):
    with torch.no_grad():
        values = actor(state)
    return values.max(1)[0], values.norm()
# output
# torch.min of two critics has torch's gradient where one is asked for, and is plain elsewhere
import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import tensorflow as tf
from torch_compat import Adam, Linear, graph, l2_norm, largest, one_op, root, smaller, unbiased_var

critic_1, critic_2 = Linear(3, 1), Linear(3, 1)
target_1, target_2 = Linear(3, 1), Linear(3, 1)
actor = Linear(3, 3)
critic_optimizer = Adam([*critic_1.trainable_variables, *critic_2.trainable_variables])
actor_optimizer = Adam(actor.trainable_variables)


@one_op
@tf.function
def update_body(state, action, reward, next_state):
    target = reward + 0.9 * tf.minimum(target_1(next_state), target_2(next_state))
    bound = tf.stop_gradient(tf.maximum(target_1(state), target_2(state)))
    best = tf.stop_gradient(
        reward + 0.9 * tf.reduce_max(target_1(next_state), axis=1, keepdims=True)
    )
    with tf.GradientTape() as tape:
        q = smaller(critic_1(action), critic_2(action))
        critic_loss = (
            tf.reduce_mean(tf.square(q - target))
            + tf.reduce_mean(tf.square(q - smaller(bound, best)))
        )
    grads = tape.gradient(critic_loss, critic_optimizer.params)
    critic_optimizer.apply(grads)

    with tf.GradientTape() as tape:
        chosen = actor(state)
        actor_loss = (
            -tf.reduce_mean(smaller(critic_1(chosen), critic_2(chosen)))
            + root(unbiased_var(l2_norm(chosen, axis=1)))
        )
    grads = tape.gradient(actor_loss, actor_optimizer.params)
    actor_optimizer.apply(grads)
    return q


def update(state, action, reward, next_state):
    q = update_body(state, action, reward, next_state)
    return tf.reduce_max(q).numpy().item()


def act(state):
    values = tf.stop_gradient(graph(actor, taped=True)(state))
    return largest(values, axis=1), l2_norm(values)
