"""Losses in functions of their own: closures over the networks."""

import numpy as np
import torch
import torch.nn as nn
from torch.optim import Adam


def train(epochs=4):
    pi = nn.Sequential(nn.Linear(3, 16), nn.Tanh(), nn.Linear(16, 2))
    v = nn.Sequential(nn.Linear(3, 16), nn.Tanh(), nn.Linear(16, 1))
    pi_optimizer = Adam(pi.parameters(), lr=3e-3)
    vf_optimizer = Adam(v.parameters(), lr=1e-3)

    def compute_loss_pi(data):
        obs, act, adv = data["obs"], data["act"], data["adv"]
        logp = torch.log_softmax(pi(obs), dim=-1).gather(1, act).squeeze(-1)
        return -(logp * adv).mean()

    def compute_loss_v(data):
        return ((v(data["obs"]).squeeze(-1) - data["ret"]) ** 2).mean()

    def update(data):
        pi_optimizer.zero_grad()
        loss_pi = compute_loss_pi(data)
        loss_pi.backward()
        pi_optimizer.step()

        for i in range(2):
            vf_optimizer.zero_grad()
            loss_v = compute_loss_v(data)
            loss_v.backward()
            vf_optimizer.step()
        return loss_pi.item(), loss_v.item()

    rng = np.random.RandomState(0)
    for epoch in range(epochs):
        data = dict(
            obs=torch.as_tensor(rng.randn(8, 3), dtype=torch.float32),
            act=torch.as_tensor(rng.randint(2, size=(8, 1))),
            adv=torch.as_tensor(rng.randn(8), dtype=torch.float32),
            ret=torch.as_tensor(rng.randn(8), dtype=torch.float32),
        )
        print(epoch, update(data))


if __name__ == "__main__":
    train()
# output
"""Losses in functions of their own: closures over the networks."""

import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import keras
import numpy as np
import tensorflow as tf
from torch_compat import Adam, Linear, Sequential, from_array, one_op


def train(epochs=4):
    pi = Sequential(Linear(3, 16), keras.layers.Activation("tanh"), Linear(16, 2))
    v = Sequential(Linear(3, 16), keras.layers.Activation("tanh"), Linear(16, 1))
    pi_optimizer = Adam(pi.trainable_variables, lr=3e-3)
    vf_optimizer = Adam(v.trainable_variables, lr=1e-3)

    def compute_loss_pi(data):
        obs, act, adv = data["obs"], data["act"], data["adv"]
        logp = tf.squeeze(
            tf.gather(tf.nn.log_softmax(pi(obs), axis=-1), act, batch_dims=1), axis=-1
        )
        return -tf.reduce_mean(logp * adv)

    def compute_loss_v(data):
        return tf.reduce_mean((tf.squeeze(v(data["obs"]), axis=-1) - data["ret"]) ** 2)

    @one_op
    @tf.function
    def update_body(data):
        with tf.GradientTape() as tape:
            loss_pi = compute_loss_pi(data)
        grads = tape.gradient(loss_pi, pi_optimizer.params)
        pi_optimizer.apply(grads)
        return loss_pi

    @one_op
    @tf.function
    def update_vf(data):
        with tf.GradientTape() as tape:
            loss_v = compute_loss_v(data)
        grads = tape.gradient(loss_v, vf_optimizer.params)
        vf_optimizer.apply(grads)
        return loss_v

    def update(data):
        loss_pi = update_body(data)

        for i in range(2):
            loss_v = update_vf(data)
        return loss_pi.numpy().item(), loss_v.numpy().item()

    rng = np.random.RandomState(0)
    for epoch in range(epochs):
        data = dict(
            obs=from_array(rng.randn(8, 3), tf.float32),
            act=from_array(rng.randint(2, size=(8, 1))),
            adv=from_array(rng.randn(8), tf.float32),
            ret=from_array(rng.randn(8), tf.float32),
        )
        print(epoch, update(data))


if __name__ == "__main__":
    train()
