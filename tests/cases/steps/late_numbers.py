import torch
import torch.nn as nn


def make():
    pi, v = nn.Linear(3, 2), nn.Linear(3, 1)
    pi_optimizer = torch.optim.Adam(pi.parameters(), lr=1e-2)
    v_optimizer = torch.optim.Adam(v.parameters(), lr=1e-2)

    def pi_loss(obs, act):
        logp = pi(obs).log_softmax(-1)
        chosen = logp.gather(1, act.unsqueeze(1)).squeeze(1)
        # For the log
        kl = (chosen - logp.mean(-1)).mean().item()
        entropy = -(logp.exp() * logp).sum(-1).mean()
        return -chosen.mean(), dict(kl=kl, entropy=entropy.item())

    def v_loss(obs):
        values = v(obs)
        loss = values.pow(2).mean()
        return loss, {"values": values.detach().numpy(), "loss": loss.item()}, values.sum().item()

    def update(obs, act):
        _, before = pi_loss(obs, act)
        pi_optimizer.zero_grad()
        loss, info = pi_loss(obs, act)
        loss.backward()
        pi_optimizer.step()

        v_optimizer.zero_grad()
        loss, v_info, total = v_loss(obs)
        loss.backward()
        v_optimizer.step()
        print(before["kl"] - info["kl"], info["entropy"], v_info["values"].shape, total)

    def until_it_is_small(obs, act):
        for i in range(3):
            pi_optimizer.zero_grad()
            loss = pi(obs).pow(2).mean()
            small = loss.item() < 0.01
            if small:
                break
            loss.backward()
            pi_optimizer.step()
        return loss.item()

    return update, until_it_is_small


if __name__ == "__main__":
    update, until_it_is_small = make()
    for _ in range(4):
        update(torch.rand(8, 3), torch.randint(0, 2, (8,)))
    print(until_it_is_small(torch.rand(8, 3), None))
# output
import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import tensorflow as tf
from torch_compat import Adam, Linear, graph, one_op


def make():
    pi, v = Linear(3, 2), Linear(3, 1)
    pi_optimizer = Adam(pi.trainable_variables, lr=1e-2)
    v_optimizer = Adam(v.trainable_variables, lr=1e-2)

    def pi_loss(obs, act):
        logp = tf.nn.log_softmax(pi(obs), axis=-1)
        chosen = tf.gather(logp, act, batch_dims=1)
        # For the log
        kl = tf.reduce_mean(chosen - tf.reduce_mean(logp, axis=-1))
        entropy = -tf.reduce_mean(tf.reduce_sum(tf.exp(logp) * logp, axis=-1))
        return -tf.reduce_mean(chosen), dict(kl=kl, entropy=entropy)

    def v_loss(obs):
        values = v(obs)
        loss = tf.reduce_mean(tf.square(values))
        return loss, {"values": values, "loss": loss}, tf.reduce_sum(values)

    @one_op
    @tf.function
    def update_body(obs, act):
        _, before = pi_loss(obs, act)
        with tf.GradientTape() as tape:
            loss, info = pi_loss(obs, act)
        grads = tape.gradient(loss, pi_optimizer.params)
        pi_optimizer.apply(grads)

        with tf.GradientTape() as tape:
            loss, v_info, total = v_loss(obs)
        grads = tape.gradient(loss, v_optimizer.params)
        v_optimizer.apply(grads)
        return before, info, v_info, total

    def update(obs, act):
        before, info, v_info, total = update_body(obs, act)
        before = {name: float(value) for name, value in before.items()}
        info = {name: float(value) for name, value in info.items()}
        v_info = {**v_info, "values": v_info["values"].numpy(), "loss": float(v_info["loss"])}
        total = float(total)
        print(before["kl"] - info["kl"], info["entropy"], v_info["values"].shape, total)

    @one_op
    @tf.function
    def until_it_is_small_body(obs):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(pi(obs)))
        grads = tape.gradient(loss, pi_optimizer.params)
        return loss, grads

    def until_it_is_small(obs, act):
        for i in range(3):
            loss, grads = until_it_is_small_body(obs)
            small = loss.numpy().item() < 0.01
            if small:
                break
            graph(pi_optimizer.apply)(grads)
        return loss.numpy().item()

    return update, until_it_is_small


if __name__ == "__main__":
    update, until_it_is_small = make()
    for _ in range(4):
        update(tf.random.uniform([8, 3]), tf.random.uniform((8,), 0, 2, dtype=tf.int64))
    print(until_it_is_small(tf.random.uniform([8, 3]), None))
