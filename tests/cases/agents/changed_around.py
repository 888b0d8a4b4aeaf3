"""What inner functions read of the one around them, counters, generators, and what lies in them."""

from collections import Counter, deque

import numpy as np
import torch
import torch.nn as nn


def remember(seen, value):
    seen.append(value)


def halve(rows):
    for row in rows:
        row *= 0.5


def main():
    net = nn.Linear(4, 1)
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    count, seen, weights = Counter(a=1), deque([1.0], maxlen=3), np.ones(3, dtype=np.float32)
    more = seen.append
    scale = 1.0

    def scaled(x):
        return net(x).mean() * scale

    def counted(x):
        loss = net(x).mean()
        optimizer.zero_grad()
        count.update("a")
        loss = loss * (count["a"] * 0.5)
        loss.backward()
        optimizer.step()
        return loss

    def remembered(x):
        loss = net(x).mean()
        optimizer.zero_grad()
        remember(seen, 0.5 * seen[-1])
        more(0.25)
        loss = loss * np.mean(seen)
        loss.backward()
        optimizer.step()
        return loss

    def in_place(x):
        loss = net(x).squeeze(1)
        optimizer.zero_grad()
        list(map(halve, [[weights]]))
        loss = (loss * torch.from_numpy(weights)).mean()
        loss.backward()
        optimizer.step()
        return loss

    rng = np.random.RandomState(0)
    for step in range(4):
        x = torch.tensor(rng.randn(3, 4), dtype=torch.float32)
        scale *= 0.5
        loss = scaled(x)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(step, loss.item(), counted(x).item(), remembered(x).item(), in_place(x).item())


main()
# output
"""What inner functions read of the one around them, counters, generators, and what lies in them."""

import os
from collections import Counter, deque

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import numpy as np
import tensorflow as tf
from torch_compat import SGD, Linear, from_array, graph, one_op


def remember(seen, value):
    seen.append(value)


def halve(rows):
    for row in rows:
        row *= 0.5


def main():
    net = Linear(4, 1)
    optimizer = SGD(net.trainable_variables, lr=0.1)
    count, seen, weights = Counter(a=1), deque([1.0], maxlen=3), np.ones(3, dtype=np.float32)
    more = seen.append
    scale = 1.0

    def scaled(x):
        return tf.reduce_mean(net(x)) * scale

    @one_op
    @tf.function
    def counted_body(x, data):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(net(x))
            loss = loss * data
        grads = tape.gradient(loss, optimizer.params)
        optimizer.apply(grads)
        return loss

    def counted(x):
        count.update("a")
        loss = counted_body(x, tf.convert_to_tensor(count["a"] * 0.5, tf.float32))
        return loss

    @one_op
    @tf.function
    def remembered_body(x, seen):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(net(x))
            loss = loss * seen
        grads = tape.gradient(loss, optimizer.params)
        optimizer.apply(grads)
        return loss

    def remembered(x):
        remember(seen, 0.5 * seen[-1])
        more(0.25)
        loss = remembered_body(x, tf.convert_to_tensor(np.mean(seen), tf.float32))
        return loss

    @one_op
    @tf.function
    def in_place_body(x, weights):
        with tf.GradientTape() as tape:
            loss = tf.squeeze(net(x), axis=1)
            loss = tf.reduce_mean(loss * weights)
        grads = tape.gradient(loss, optimizer.params)
        optimizer.apply(grads)
        return loss

    def in_place(x):
        list(map(halve, [[weights]]))
        loss = in_place_body(x, from_array(weights))
        return loss

    rng = np.random.RandomState(0)
    for step in range(4):
        x = from_array(rng.randn(3, 4), tf.float32)
        scale *= 0.5
        with tf.GradientTape() as tape:
            loss = scaled(x)
        grads = tape.gradient(loss, optimizer.params)
        graph(optimizer.apply)(grads)
        print(
            step,
            loss.numpy().item(),
            counted(x).numpy().item(),
            remembered(x).numpy().item(),
            in_place(x).numpy().item(),
        )


main()
# findings
# agents/changed_around.py:61:9: N403 note this update stays in eager mode: it calls scaled(): it reads scale, which changes -> write the step as tensor code only, with host lines before or behind it
