"""A train step under tf.function, with the switch on and off."""

import tensorflow as tf
from TFE201 import SIZE as SIZE
from TFE201 import fixed as fixed


def slow():
    tf.config.run_functions_eagerly(True)
    fixed()
    tf.config.run_functions_eagerly(False)
