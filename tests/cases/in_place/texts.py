"""A text that grows is no tensor, whatever is formatted into it."""

import torch


def sample(prime="A", n=3):
    predicted = prime
    for _ in range(n):
        top = torch.multinomial(torch.ones(4), 1)[0]
        predicted += chr(top)
    return predicted


def describe(w):
    text = "y = "
    for i, v in enumerate(w):
        text += "{:+.2f} x^{} ".format(v, i + 1)
    return text


print(sample("ab", 4), describe(torch.ones(3)))
# output
"""A text that grows is no tensor, whatever is formatted into it."""

import tensorflow as tf


def sample(prime="A", n=3):
    predicted = prime
    for _ in range(n):
        top = tf.random.categorical(tf.math.log(tf.ones([4]))[tf.newaxis], 1)[0][0]
        predicted += chr(top)
    return predicted


def describe(w):
    text = "y = "
    for i, v in enumerate(w):
        text += "{:+.2f} x^{} ".format(v, i + 1)
    return text


print(sample("ab", 4), describe(tf.ones([3])))
