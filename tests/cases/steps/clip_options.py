import torch
import torch.nn as nn


class Agent:
    def __init__(self):
        actor = nn.Linear(4, 1)
        self.actor = actor
        self.critic = nn.Linear(4, 1)
        self.optimizer = torch.optim.Adam(self.actor.parameters())
        self.both = torch.optim.Adam(
            list(self.actor.parameters()) + list(self.critic.parameters())
        )
        self.other = torch.optim.Adam(actor.parameters())

    def norm(self, states):
        loss = self.actor(states).mean()
        self.optimizer.zero_grad()
        loss.backward()
        norm = nn.utils.clip_grad_norm_(self.actor.parameters(), max_norm=0.5, norm_type=1)
        self.optimizer.step()
        return loss.item(), norm.item()

    def some(self, states):
        loss = (self.actor(states) + self.critic(states)).mean()
        self.both.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(self.actor.parameters(), 0.5, error_if_nonfinite=True)
        nn.utils.clip_grad_value_(self.critic.parameters(), clip_value=0.1, foreach=False)
        self.both.step()

    def unknown(self, states):
        loss = self.actor(states).mean()
        self.other.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(self.actor.parameters(), 0.5)
        self.other.step()
# output
import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import tensorflow as tf
from torch_compat import Adam, Linear, clip_grad_norm, clip_grad_value, grad_norm, grads_of, one_op


class Agent:
    def __init__(self):
        actor = Linear(4, 1)
        self.actor = actor
        self.critic = Linear(4, 1)
        self.optimizer = Adam(self.actor.trainable_variables)
        self.both = Adam(
            list(self.actor.trainable_variables) + list(self.critic.trainable_variables)
        )
        self.other = Adam(actor.trainable_variables)

    def norm(self, states):
        loss, norm = self._norm_body(states)
        return loss.numpy().item(), norm.numpy().item()

    @one_op
    @tf.function
    def _norm_body(self, states):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(self.actor(states))
        grads = tape.gradient(loss, self.optimizer.params)
        norm = grad_norm(grads, norm_type=1)
        grads = clip_grad_norm(grads, 0.5, norm_type=1)
        self.optimizer.apply(grads)
        return loss, norm

    def some(self, states):
        self._some_body(states)

    @one_op
    @tf.function
    def _some_body(self, states):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(self.actor(states) + self.critic(states))
        grads = tape.gradient(loss, self.both.params)
        grads = clip_grad_norm(
            grads,
            0.5,
            error_if_nonfinite=True,
            some=grads_of(self.actor.trainable_variables, self.both.params, grads),
        )
        grads = clip_grad_value(
            grads, 0.1, some=grads_of(self.critic.trainable_variables, self.both.params, grads)
        )
        self.both.apply(grads)

    def unknown(self, states):
        self._unknown_body(states)

    @one_op
    @tf.function
    def _unknown_body(self, states):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(self.actor(states))
        grads = tape.gradient(loss, self.other.params)
        grads = clip_grad_norm(
            grads, 0.5, some=grads_of(self.actor.trainable_variables, self.other.params, grads)
        )
        self.other.apply(grads)
# findings
# steps/clip_options.py:36:9: N402 note gradients of parameters that are not the optimizer's are not clipped, nor do they count
