import torch
from torch import nn, optim

net = nn.Linear(4, 2)
optimizer = optim.Adam(net.parameters())


def train(a, b):
    optimizer.zero_grad()
    loss = net(a).mean()
    (loss + net(b).mean()).backward()
    nn.utils.clip_grad_norm_(net.parameters(), 1.0)
    optimizer.step()


def scheduled(net: nn.Module, x, scheduler: optim.lr_scheduler.LRScheduler):
    scheduler.step()
    return net(x).mean()


train(torch.ones(3, 4), torch.zeros(3, 4))
# output
import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import keras
import tensorflow as tf
from torch_compat import Adam, LRScheduler, Linear, clip_grad_norm, one_op

net = Linear(4, 2)
optimizer = Adam(net.trainable_variables)


@one_op
@tf.function
def train_body(a, b):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(net(a))
        total_loss = (loss + tf.reduce_mean(net(b)))
    grads = tape.gradient(total_loss, optimizer.params)
    grads = clip_grad_norm(grads, 1.0)
    optimizer.apply(grads)


def train(a, b):
    train_body(a, b)


def scheduled(net: keras.Layer, x, scheduler: LRScheduler):
    scheduler.step()
    return tf.reduce_mean(net(x))


train(tf.ones([3, 4]), tf.zeros([3, 4]))
# findings
# steps/clip_nameless.py:18:12: N403 note net is called in eager mode: its class is not known -> pass what changes as an argument, and keep Python's own work out of forward
