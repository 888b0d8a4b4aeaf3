"""TRPO: conjugate gradients on Hessian-vector products, a line search, a critic beside it."""

import numpy as np
import torch
import torch.nn as nn
from torch.distributions import Categorical


class Policy(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(3, 8), nn.Tanh(), nn.Linear(8, 2))

    def forward(self, x):
        return torch.softmax(self.net(x), dim=-1)


policy = Policy()
critic = nn.Sequential(nn.Linear(3, 8), nn.Tanh(), nn.Linear(8, 1))
optimizer = torch.optim.Adam(critic.parameters(), lr=1e-2)


def flat_params(model):
    return torch.cat([p.data.view(-1) for p in model.parameters()])


def set_flat_params(model, flat):
    start = 0
    for p in model.parameters():
        size = int(np.prod(list(p.size())))
        p.data.copy_(flat[start : start + size].view(p.size()))
        start += size


def mean_kl(states):
    p = policy(states)
    old = p.detach()
    return (old * (torch.log(old) - torch.log(p))).sum(1).mean()


def fisher_vector_product(states, vector, damping=0.1):
    kl = mean_kl(states)
    grads = torch.autograd.grad(kl, policy.parameters(), create_graph=True)
    flat_grad = torch.cat([grad.view(-1) for grad in grads])
    product = (flat_grad * vector).sum()
    grads = torch.autograd.grad(product, policy.parameters())
    flat = torch.cat([grad.contiguous().view(-1) for grad in grads]).data
    return flat + vector * damping


def conjugate_gradients(states, b, steps):
    x = torch.zeros(b.size())
    r = b.clone()
    p = b.clone()
    rdotr = torch.dot(r, r)
    for i in range(steps):
        product = fisher_vector_product(states, p)
        alpha = rdotr / torch.dot(p, product)
        x += alpha * p
        r -= alpha * product
        new_rdotr = torch.dot(r, r)
        p = r + new_rdotr / rdotr * p
        rdotr = new_rdotr
        if rdotr < 1e-10:
            break
    return x


def surrogate(states, actions, advantages, old_log_probs):
    log_probs = Categorical(policy(states)).log_prob(actions)
    return -(advantages * torch.exp(log_probs - old_log_probs)).mean()


def update(states, actions, returns, max_kl=0.01):
    values = critic(states).squeeze(1)
    value_loss = (values - returns).pow(2).mean()
    optimizer.zero_grad()
    value_loss.backward()
    optimizer.step()

    advantages = returns - values.detach()
    with torch.no_grad():
        old_log_probs = Categorical(policy(states)).log_prob(actions)
    loss = surrogate(states, actions, advantages, old_log_probs)
    grads = torch.autograd.grad(loss, policy.parameters())
    loss_grad = torch.cat([grad.view(-1) for grad in grads]).detach()
    direction = conjugate_gradients(states, -loss_grad, 5)
    curvature = 0.5 * (direction * fisher_vector_product(states, direction)).sum(0, keepdim=True)
    full_step = direction / torch.sqrt(curvature / max_kl)[0]
    start = flat_params(policy)
    for fraction in (1.0, 0.5, 0.25):
        set_flat_params(policy, start + fraction * full_step)
        with torch.no_grad():
            new_loss = surrogate(states, actions, advantages, old_log_probs)
        if new_loss.item() < loss.item():
            break
    return value_loss.item(), new_loss.item()


rng = np.random.RandomState(0)
for i in range(4):
    states = torch.from_numpy(rng.randn(16, 3)).float()
    actions = torch.from_numpy(rng.randint(0, 2, 16))
    returns = torch.from_numpy(rng.randn(16)).float()
    print(update(states, actions, returns))
print(flat_params(policy).sum().item())
# output
"""TRPO: conjugate gradients on Hessian-vector products, a line search, a critic beside it."""

import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import keras
import numpy as np
import tensorflow as tf
from torch_compat import (
    Adam,
    Categorical,
    Linear,
    Sequential,
    TorchModel,
    from_array,
    graph,
    one_op,
)


class Policy(TorchModel):
    def __init__(self):
        super().__init__()
        self.net = Sequential(Linear(3, 8), keras.layers.Activation("tanh"), Linear(8, 2))

    def call(self, x):
        return tf.nn.softmax(self.net(x), axis=-1)


policy = Policy()
critic = Sequential(Linear(3, 8), keras.layers.Activation("tanh"), Linear(8, 1))
optimizer = Adam(critic.trainable_variables, lr=1e-2)


def flat_params(model):
    return tf.concat(
        [tf.reshape(tf.stop_gradient(p), [-1]) for p in model.trainable_variables], axis=0
    )


def set_flat_params(model, flat):
    start = 0
    for p in model.trainable_variables:
        size = int(np.prod(list(p.shape)))
        p.assign(tf.reshape(flat[start : start + size], p.shape))
        start += size


def mean_kl(states):
    p = graph(policy, taped=True)(states)
    old = tf.stop_gradient(p)
    return tf.reduce_mean(tf.reduce_sum(old * (tf.math.log(old) - tf.math.log(p)), axis=1))


@tf.function
def fisher_vector_product(states, vector, damping=0.1):
    with tf.GradientTape() as tape:
        with tf.GradientTape() as inner_tape:
            kl = mean_kl(states)
        grads = inner_tape.gradient(kl, policy.trainable_variables)
        flat_grad = tf.concat([tf.reshape(grad, [-1]) for grad in grads], axis=0)
        product = tf.reduce_sum(flat_grad * vector)
    grads = [tf.stop_gradient(grad_) for grad_ in tape.gradient(product, policy.trainable_variables)]
    flat = tf.stop_gradient(tf.concat([tf.reshape(grad, [-1]) for grad in grads], axis=0))
    return flat + vector * damping


def conjugate_gradients(states, b, steps):
    x = tf.zeros(b.shape)
    r = tf.identity(b)
    p = tf.identity(b)
    rdotr = tf.tensordot(r, r, 1)
    for i in range(steps):
        product = fisher_vector_product(states, p)
        alpha = rdotr / tf.tensordot(p, product, 1)
        x += alpha * p
        r -= alpha * product
        new_rdotr = tf.tensordot(r, r, 1)
        p = r + new_rdotr / rdotr * p
        rdotr = new_rdotr
        if rdotr < 1e-10:
            break
    return x


def surrogate(states, actions, advantages, old_log_probs):
    log_probs = Categorical(graph(policy, taped=True)(states)).log_prob(actions)
    return -tf.reduce_mean(advantages * tf.exp(log_probs - old_log_probs))


@one_op
@tf.function
def update_body(states, returns):
    with tf.GradientTape() as tape:
        values = tf.squeeze(critic(states), axis=1)
        value_loss = tf.reduce_mean(tf.square(values - returns))
    optimizer.apply(tape.gradient(value_loss, optimizer.params))
    return values, value_loss


@one_op
@tf.function
def update_body_2(states, actions):
    old_log_probs = Categorical(policy(states)).log_prob(actions)
    return old_log_probs


def update(states, actions, returns, max_kl=0.01):
    values, value_loss = update_body(states, returns)

    advantages = returns - values
    old_log_probs = update_body_2(states, actions)
    with tf.GradientTape() as tape:
        loss = surrogate(states, actions, advantages, old_log_probs)
    grads = tape.gradient(loss, policy.trainable_variables)
    loss_grad = tf.concat([tf.reshape(grad, [-1]) for grad in grads], axis=0)
    direction = conjugate_gradients(states, -loss_grad, 5)
    curvature = (
        0.5
        * tf.reduce_sum(
            direction * fisher_vector_product(states, direction), axis=0, keepdims=True
        )
    )
    full_step = direction / tf.sqrt(curvature / max_kl)[0]
    start = flat_params(policy)
    for fraction in (1.0, 0.5, 0.25):
        set_flat_params(policy, start + fraction * full_step)
        new_loss = surrogate(states, actions, advantages, old_log_probs)
        if new_loss.numpy().item() < loss.numpy().item():
            break
    return value_loss.numpy().item(), new_loss.numpy().item()


rng = np.random.RandomState(0)
for i in range(4):
    states = from_array(rng.randn(16, 3), tf.float32)
    actions = from_array(rng.randint(0, 2, 16))
    returns = from_array(rng.randn(16), tf.float32)
    print(update(states, actions, returns))
print(tf.reduce_sum(flat_params(policy)).numpy().item())
# findings
# agents/trpo.py:85:5: N403 note this gradient is taken in eager mode: it calls conjugate_gradients(): a Python loop -> write its function as tensor code only, and tell its arguments: `x: torch.Tensor`
