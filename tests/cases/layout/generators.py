"""A generator that is the only argument takes no comma where its line is broken."""

import torch


def total(networks_of_the_ensemble, observations_of_the_batch, weights_of_the_ensemble):
    return sum(torch.nn.functional.softplus(network(observations_of_the_batch)).mean() * weight.clamp(0, 1) for network, weight in zip(networks_of_the_ensemble, weights_of_the_ensemble))


def largest(rows):
    for row in rows:
        for other in row:
            if other is not None:
                return max(torch.abs(torch.as_tensor(value, dtype=torch.float32)).sum().item() for value in other)
# output
"""A generator that is the only argument takes no comma where its line is broken."""

import tensorflow as tf
from torch_compat import from_array


def total(networks_of_the_ensemble, observations_of_the_batch, weights_of_the_ensemble):
    return sum(
        (tf.reduce_mean(tf.nn.softplus(network(observations_of_the_batch))) * tf.clip_by_value(weight, 0, 1) for network, weight in zip(networks_of_the_ensemble, weights_of_the_ensemble)),
    )


def largest(rows):
    for row in rows:
        for other in row:
            if other is not None:
                return max(tf.reduce_sum(tf.abs(from_array(value, tf.float32))).numpy().item() for value in other)
