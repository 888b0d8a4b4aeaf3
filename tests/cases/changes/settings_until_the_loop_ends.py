"""Settings that somebody unknown gets once the training is over: the trace reads them as they are."""

from dataclasses import dataclass

import torch
import torch.nn as nn
from hub import publish


@dataclass
class Args:
    clip: float = 0.2
    scale: float = 0.5
    centred: bool = True
    rounds: int = 3
    batch: int = 0


if __name__ == "__main__":
    args = Args()
    args.batch = 4 * args.rounds
    net = nn.Linear(3, 1)
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for _ in range(args.rounds):
        x = torch.randn(args.batch, 3)
        loss = net(x).clamp(-args.clip, args.clip).sum() * args.scale
        if args.centred:
            loss = loss - 1.0
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(loss.item())
    publish(args)
# output
"""Settings that somebody unknown gets once the training is over: the trace reads them as they are."""

import os
from dataclasses import dataclass

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import tensorflow as tf
from hub import publish
from torch_compat import SGD, Linear, one_op


@dataclass
class Args:
    clip: float = 0.2
    scale: float = 0.5
    centred: bool = True
    rounds: int = 3
    batch: int = 0


if __name__ == "__main__":
    args = Args()
    args.batch = 4 * args.rounds
    net = Linear(3, 1)
    optimizer = SGD(net.trainable_variables, lr=0.1)

    @one_op
    @tf.function
    def train_body():
        x = tf.random.normal([args.batch, 3])
        with tf.GradientTape() as tape:
            loss = tf.reduce_sum(tf.clip_by_value(net(x), -args.clip, args.clip)) * args.scale
            if args.centred:
                loss = loss - 1.0
        grads = tape.gradient(loss, optimizer.params)
        optimizer.apply(grads)
        return loss

    for _ in range(args.rounds):
        loss = train_body()
        print(loss.numpy().item())
    publish(args)
