import torch
from torch import nn
from torch.distributions import Normal, kl_divergence

METHODS = [dict(name="kl_pen", kl_target=0.0001, lam=0.5), dict(name="clip", epsilon=0.2)]


class Agent:
    def __init__(self, method):
        self.method = method
        self.actor, self.old = network(0.5), network(0.4)
        self.optimizer = torch.optim.Adam(self.actor.parameters(), lr=0.01)

    def anneal(self):
        self.method["lam"] *= 2

    def train(self, s, a, adv):
        pi = Normal(self.actor(s), torch.ones(2))
        oldpi = Normal(self.old(s), torch.ones(2))
        ratio = torch.exp(pi.log_prob(a) - oldpi.log_prob(a))
        surr = ratio * adv
        if self.method["name"] == "kl_pen":
            lam = self.method["lam"]
            kl = kl_divergence(oldpi, pi)
            kl_mean = kl.mean()
            loss = -((surr - lam * kl).mean())
        else:
            loss = -surr.mean()
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        if self.method["name"] == "kl_pen":
            return kl_mean


def network(scale):
    net = nn.Linear(3, 2)
    for p in net.parameters():
        p.data.copy_(torch.linspace(-scale, scale, p.numel()).view(p.shape))
    return net
# output
import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import tensorflow as tf
from torch_compat import Adam, Linear, Normal, kl_normal, one_op

METHODS = [dict(name="kl_pen", kl_target=0.0001, lam=0.5), dict(name="clip", epsilon=0.2)]


class Agent:
    def __init__(self, method):
        self.method = method
        self.actor, self.old = network(0.5), network(0.4)
        self.optimizer = Adam(self.actor.trainable_variables, lr=0.01)

    def anneal(self):
        self.method["lam"] *= 2

    def train(self, s, a, adv):
        kl_mean = self._train_body(
            s,
            a,
            adv,
            self.method["name"] == "kl_pen",
            tf.convert_to_tensor(
                self.method["lam"] if self.method["name"] == "kl_pen" else 0, tf.float32
            ),
        )
        if self.method["name"] == "kl_pen":
            return kl_mean

    @one_op
    @tf.function
    def _train_body(self, s, a, adv, sync, method):
        with tf.GradientTape() as tape:
            pi = Normal(self.actor(s), tf.ones([2]))
            oldpi = Normal(self.old(s), tf.ones([2]))
            ratio = tf.exp(pi.log_prob(a) - oldpi.log_prob(a))
            surr = ratio * adv
            if sync:
                kl = kl_normal(oldpi, pi)
                kl_mean = tf.reduce_mean(kl)
                loss = -(tf.reduce_mean(surr - method * kl))
            else:
                loss = -tf.reduce_mean(surr)
                kl_mean = tf.zeros(())
        grads = tape.gradient(loss, self.optimizer.params)
        self.optimizer.apply(grads)
        return kl_mean


def network(scale):
    net = Linear(3, 2)
    for p in net.trainable_variables:
        p.assign(tf.reshape(tf.linspace(-scale, scale, p.shape.num_elements()), p.shape))
    return net
