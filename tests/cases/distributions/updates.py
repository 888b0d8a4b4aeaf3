# A distribution is made and used inside the tf.function; it can't come in or go out.
import torch
import torch.nn as nn
import torch.distributions as td
from torch.distributions import Categorical, Normal


class Policy(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Linear(3, 2)

    def forward(self, x):
        return Categorical(logits=self.net(x))

    def dist(self, x):
        return Normal(self.net(x), 1.0, validate_args=False)


policy = Policy()
optimizer = torch.optim.SGD(policy.parameters(), lr=0.1)


def act(x):
    dist = policy(x)
    action = dist.sample()
    return action, dist.log_prob(action).sum(-1), dist.entropy().mean().item()


def inside(x, action):
    dist = policy(x)
    loss = -dist.log_prob(action).mean() - 0.01 * dist.entropy().mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()


def reparametrised(x):
    dist = policy.dist(x)
    loss = dist.rsample().square().mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()


def before(x, old):
    reference = td.Normal(old, 1.0)
    print(reference)
    loss = td.kl_divergence(policy.dist(x), reference).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()


def after(x, action):
    dist = policy(x)
    loss = -dist.log_prob(action).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    return dist.probs
# output
# A distribution is made and used inside the tf.function; it can't come in or go out.
import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import tensorflow as tf
from torch_compat import SGD, Categorical, Linear, Normal, TorchModel, graph, kl_normal, one_op


class Policy(TorchModel):
    def __init__(self):
        super().__init__()
        self.net = Linear(3, 2)

    def call(self, x):
        return Categorical(logits=self.net(x))

    def dist(self, x):
        return Normal(self.net(x), 1.0)


policy = Policy()
optimizer = SGD(policy.trainable_variables, lr=0.1)


@one_op
@tf.function
def act_body(x):
    dist = policy(x)
    action = dist.sample()
    log_prob = tf.reduce_sum(dist.log_prob(action), axis=-1)
    entropy = tf.reduce_mean(dist.entropy())
    return action, log_prob, entropy


def act(x):
    action, log_prob, entropy = act_body(x)
    return action, log_prob, entropy.numpy().item()


@one_op
@tf.function
def inside_body(x, action):
    with tf.GradientTape() as tape:
        dist = policy(x)
        loss = -tf.reduce_mean(dist.log_prob(action)) - 0.01 * tf.reduce_mean(dist.entropy())
    grads = tape.gradient(loss, optimizer.params)
    optimizer.apply(grads)


def inside(x, action):
    inside_body(x, action)


@one_op
@tf.function
def reparametrised_body(x):
    with tf.GradientTape() as tape:
        dist = policy.dist(x)
        loss = tf.reduce_mean(tf.square(dist.rsample()))
    grads = tape.gradient(loss, optimizer.params)
    optimizer.apply(grads)


def reparametrised(x):
    reparametrised_body(x)


def before(x, old):
    reference = Normal(old, 1.0)
    print(reference)
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(kl_normal(policy.dist(x), reference))
    grads = tape.gradient(loss, optimizer.params)
    graph(optimizer.apply)(grads)


def after(x, action):
    with tf.GradientTape() as tape:
        dist = policy(x)
        loss = -tf.reduce_mean(dist.log_prob(action))
    grads = tape.gradient(loss, optimizer.params)
    graph(optimizer.apply)(grads)
    return dist.probs
# findings
# distributions/updates.py:49:5: N403 note this update stays in eager mode: reference is a distribution that is made before -> write the step as tensor code only, with host lines before or behind it
# distributions/updates.py:56:5: N403 note this update stays in eager mode: dist is a distribution, and is read later -> write the step as tensor code only, with host lines before or behind it
