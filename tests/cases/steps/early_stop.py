"""The host looks at the loss, or at the gradients, before the step: the body gives gradients."""

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F


class Agent:
    def __init__(self):
        self.policy = nn.Linear(3, 2)
        self.value = nn.Linear(3, 1)
        self.optimizer = torch.optim.Adam(self.policy.parameters(), lr=0.3)
        self.value_optimizer = torch.optim.SGD(self.value.parameters(), lr=0.1)
        self.limit = 0.05
        self.norms = []

    def learn(self, obs, act, adv, logp_old):
        for i in range(6):
            self.optimizer.zero_grad()
            logp = F.log_softmax(self.policy(obs), dim=1).gather(1, act).squeeze(1)
            ratio = torch.exp(logp - logp_old)
            loss = -torch.min(ratio * adv, torch.clamp(ratio, 0.8, 1.2) * adv).mean()
            kl = (logp_old - logp).mean().item()
            if kl > 1.5 * self.limit:
                print("stopped at", i)
                break
            loss.backward()
            self.optimizer.step()
        return kl

    def fit(self, obs, returns):
        for i in range(3):
            loss = F.mse_loss(self.value(obs).squeeze(1), returns)
            self.value_optimizer.zero_grad()
            loss.backward()
            norm = nn.utils.clip_grad_norm_(self.value.parameters(), 0.5)
            self.norms.append(norm.item())
            if not np.isfinite(self.norms[-1]):
                continue
            self.value_optimizer.step()


agent = Agent()
rng = np.random.RandomState(0)
for epoch in range(3):
    obs = torch.from_numpy(rng.randn(16, 3)).float()
    act = torch.from_numpy(rng.randint(2, size=(16, 1)))
    adv = torch.from_numpy(rng.randn(16)).float()
    with torch.no_grad():
        logp_old = F.log_softmax(agent.policy(obs), dim=1).gather(1, act).squeeze(1)
    print(agent.learn(obs, act, adv, logp_old))
    agent.fit(obs, adv)
print(agent.norms)
# output
"""The host looks at the loss, or at the gradients, before the step: the body gives gradients."""

import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import numpy as np
import tensorflow as tf
from torch_compat import (
    SGD,
    Adam,
    Linear,
    clip_grad_norm,
    from_array,
    grad_norm,
    graph,
    one_op,
    smaller,
)


class Agent:
    def __init__(self):
        self.policy = Linear(3, 2)
        self.value = Linear(3, 1)
        self.optimizer = Adam(self.policy.trainable_variables, lr=0.3)
        self.value_optimizer = SGD(self.value.trainable_variables, lr=0.1)
        self.limit = 0.05
        self.norms = []

    def learn(self, obs, act, adv, logp_old):
        for i in range(6):
            logp, grads = self._learn_body(obs, act, adv, logp_old)
            kl = tf.reduce_mean(logp_old - logp).numpy().item()
            if kl > 1.5 * self.limit:
                print("stopped at", i)
                break
            graph(self.optimizer.apply)(grads)
        return kl

    @one_op
    @tf.function
    def _learn_body(self, obs, act, adv, logp_old):
        with tf.GradientTape() as tape:
            logp = tf.squeeze(
                tf.gather(tf.nn.log_softmax(self.policy(obs), axis=1), act, batch_dims=1), axis=1
            )
            ratio = tf.exp(logp - logp_old)
            loss = -tf.reduce_mean(smaller(ratio * adv, tf.clip_by_value(ratio, 0.8, 1.2) * adv))
        grads = tape.gradient(loss, self.optimizer.params)
        return logp, grads

    def fit(self, obs, returns):
        for i in range(3):
            grads = self._fit_body(obs, returns)
            norm = grad_norm(grads)
            grads = clip_grad_norm(grads, 0.5)
            self.norms.append(norm.numpy().item())
            if not np.isfinite(self.norms[-1]):
                continue
            graph(self.value_optimizer.apply)(grads)

    @one_op
    @tf.function
    def _fit_body(self, obs, returns):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(tf.squeeze(self.value(obs), axis=1) - returns))
        grads = tape.gradient(loss, self.value_optimizer.params)
        return grads


agent = Agent()
rng = np.random.RandomState(0)
for epoch in range(3):
    obs = from_array(rng.randn(16, 3), tf.float32)
    act = from_array(rng.randint(2, size=(16, 1)))
    adv = from_array(rng.randn(16), tf.float32)
    logp_old = tf.squeeze(
        tf.gather(tf.nn.log_softmax(graph(agent.policy)(obs), axis=1), act, batch_dims=1), axis=1
    )
    print(agent.learn(obs, act, adv, logp_old))
    agent.fit(obs, adv)
print(agent.norms)
