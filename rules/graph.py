"""Acting: networks called through tf.function."""

import functools

import tensorflow as tf

from porter.rule import block


@block
@functools.cache
def graph(network):
    """The network as one tf.function: an eager call of a Keras model costs several times more."""
    return tf.function(network)
