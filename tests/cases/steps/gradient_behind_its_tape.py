import torch
import torch.nn as nn

policy = nn.Linear(3, 2)
optimizer = torch.optim.Adam(policy.parameters())


def update(states, returns):
    probs = policy(states).softmax(-1)
    actor_loss = -(probs.log() * returns).mean()
    value_loss = (probs - returns).pow(2).mean()
    g = torch.autograd.grad(-actor_loss, probs)[0]
    scale = g.norm().detach()
    optimizer.zero_grad()
    value_loss.backward()
    optimizer.step()
    return scale
# output
import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import tensorflow as tf
from torch_compat import Adam, Linear, backward, recording, step, zero_grad

policy = Linear(3, 2)
optimizer = Adam(policy.trainable_variables)


def update(states, returns):
    with recording():
        probs = tf.nn.softmax(policy(states), axis=-1)
        with tf.GradientTape() as inner_tape:
            inner_tape.watch(probs)
            actor_loss = -tf.reduce_mean(tf.math.log(probs) * returns)
            value_loss = tf.reduce_mean(tf.square(probs - returns))
            value = -actor_loss
        g = tf.stop_gradient(inner_tape.gradient(value, probs))
        scale = tf.stop_gradient(tf.norm(g))
        zero_grad(optimizer)
        backward(value_loss)
    step(optimizer)
    return scale
# findings
# steps/gradient_behind_its_tape.py:15:5: N403 note this update is ported as torch's autograd, in eager mode: torch.autograd.grad: it is of a part only of what an update learns from -> clear, differentiate and step in one block, on a loss that is computed there
