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
import torch
from torch_compat import Adam, Linear, graph

policy = Linear(3, 2)
optimizer = Adam(policy.trainable_variables)


def update(states, returns):
    with tf.GradientTape() as tape:
        probs = tf.nn.softmax(policy(states), axis=-1)
        actor_loss = -tf.reduce_mean(tf.math.log(probs) * returns)
        value_loss = tf.reduce_mean(tf.square(probs - returns))
    # porter: P201 torch.autograd.grad: it is of a part only of what an update learns from
    g = torch.autograd.grad(-actor_loss, probs)[0]
    scale = tf.stop_gradient(tf.norm(g))
    graph(optimizer.apply)(tape.gradient(value_loss, optimizer.params))
    return scale
# findings
# steps/gradient_behind_its_tape.py:12:5: N403 note this update stays in eager mode: it takes another gradient -> write the step as tensor code only, with host lines before or behind it
# steps/gradient_behind_its_tape.py:12:5: P201 error torch.autograd.grad: it is of a part only of what an update learns from
