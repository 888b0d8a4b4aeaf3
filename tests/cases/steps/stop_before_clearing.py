"""A PPO that stops before the step where the policy has moved too far: the host decides between the
gradients and the step."""
import torch
import torch.nn as nn
from torch.distributions import Categorical


class PPO:
    def __init__(self, policy, limit=0.02):
        self.policy, self.limit = policy, limit
        self.optimizer = torch.optim.Adam(policy.parameters(), lr=0.05)

    def loss(self, obs, act, old, adv):
        logp = Categorical(logits=self.policy(obs)).log_prob(act)
        ratio = torch.exp(logp - old)
        clipped = torch.clamp(ratio, 0.8, 1.2) * adv
        return -torch.min(ratio * adv, clipped).mean(), (old - logp).mean()

    def train(self, obs, act, adv):
        with torch.no_grad():
            old = Categorical(logits=self.policy(obs)).log_prob(act)
        for i in range(20):
            loss, kl = self.loss(obs, act, old, adv)
            if kl > self.limit:
                break
            self.optimizer.zero_grad()
            loss.backward()
            self.optimizer.step()
        return i, loss.item()

    def train_and_say(self, obs, act, adv):
        with torch.no_grad():
            old = Categorical(logits=self.policy(obs)).log_prob(act)
        for i in range(20):
            self.optimizer.zero_grad()
            loss, kl = self.loss(obs, act, old, adv)
            kl = kl.item()
            if kl > self.limit:
                print("early stop at", i)
                break
            loss.backward()
            nn.utils.clip_grad_norm_(self.policy.parameters(), 0.5)
            self.optimizer.step()
        return i, loss.item(), kl


policy = nn.Sequential(nn.Linear(3, 8), nn.Tanh(), nn.Linear(8, 2))
for i, p in enumerate(policy.parameters()):
    p.data.copy_(torch.sin(torch.arange(p.numel(), dtype=torch.float32)).reshape(p.shape) * 0.3)
agent = PPO(policy)
for k in range(3):
    obs = torch.cos(torch.arange(24, dtype=torch.float32) + k).reshape(8, 3)
    act = torch.arange(8) % 2
    adv = torch.sin(torch.arange(8, dtype=torch.float32) + k)
    print(*(round(value, 3) for value in agent.train(obs, act, adv)))
    print(*(round(value, 3) for value in agent.train_and_say(obs, act, adv)))
# output
"""A PPO that stops before the step where the policy has moved too far: the host decides between the
gradients and the step."""
import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import keras
import tensorflow as tf
from torch_compat import (
    Adam,
    Categorical,
    Linear,
    Sequential,
    clip_grad_norm,
    grads_of,
    graph,
    one_op,
    smaller,
)


class PPO:
    def __init__(self, policy, limit=0.02):
        self.policy, self.limit = policy, limit
        self.optimizer = Adam(policy.trainable_variables, lr=0.05)

    def loss(self, obs, act, old, adv):
        logp = Categorical(logits=self.policy(obs)).log_prob(act)
        ratio = tf.exp(logp - old)
        clipped = tf.clip_by_value(ratio, 0.8, 1.2) * adv
        return -tf.reduce_mean(smaller(ratio * adv, clipped)), tf.reduce_mean(old - logp)

    def train(self, obs, act, adv):
        old = self._train_body_2(obs, act)
        for i in range(20):
            loss, kl, grads = self._train_body(obs, act, adv, old)
            if kl > self.limit:
                break
            graph(self.optimizer.apply)(grads)
        return i, loss.numpy().item()

    @one_op
    @tf.function
    def _train_body(self, obs, act, adv, old):
        with tf.GradientTape() as tape:
            loss, kl = self.loss(obs, act, old, adv)
        grads = tape.gradient(loss, self.optimizer.params)
        return loss, kl, grads

    @one_op
    @tf.function
    def _train_body_2(self, obs, act):
        old = Categorical(logits=self.policy(obs)).log_prob(act)
        return old

    def train_and_say(self, obs, act, adv):
        old = self._train_and_say_body_2(obs, act)
        for i in range(20):
            loss, kl, grads = self._train_and_say_body(obs, act, adv, old)
            kl = kl.numpy().item()
            if kl > self.limit:
                print("early stop at", i)
                break
            grads = clip_grad_norm(
                grads,
                0.5,
                some=grads_of(self.policy.trainable_variables, self.optimizer.params, grads),
            )
            graph(self.optimizer.apply)(grads)
        return i, loss.numpy().item(), kl

    @one_op
    @tf.function
    def _train_and_say_body(self, obs, act, adv, old):
        with tf.GradientTape() as tape:
            loss, kl = self.loss(obs, act, old, adv)
        grads = tape.gradient(loss, self.optimizer.params)
        return loss, kl, grads

    @one_op
    @tf.function
    def _train_and_say_body_2(self, obs, act):
        old = Categorical(logits=self.policy(obs)).log_prob(act)
        return old


policy = Sequential(Linear(3, 8), keras.layers.Activation("tanh"), Linear(8, 2))
for i, p in enumerate(policy.trainable_variables):
    p.assign(tf.reshape(tf.sin(tf.range(p.shape.num_elements(), dtype=tf.float32)), p.shape) * 0.3)
agent = PPO(policy)
for k in range(3):
    obs = tf.reshape(tf.cos(tf.range(24, dtype=tf.float32) + k), [8, 3])
    act = tf.range(8, dtype=tf.int64) % 2
    adv = tf.sin(tf.range(8, dtype=tf.float32) + k)
    print(*(round(value, 3) for value in agent.train(obs, act, adv)))
    print(*(round(value, 3) for value in agent.train_and_say(obs, act, adv)))
# findings
# steps/stop_before_clearing.py:42:13: N402 note gradients of parameters that are not the optimizer's are not clipped, nor do they count
