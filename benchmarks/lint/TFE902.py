"""`tf.log` in TensorFlow 2."""

from operator import attrgetter

import tensorflow as tf


def observed():
    try:
        attrgetter("log")(tf)
    except AttributeError as error:
        return f"raises {type(error).__name__}"
    return "works"
