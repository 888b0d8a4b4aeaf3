"""What is made outside of the function that is traced."""

import threading

import tensorflow as tf

from porter.rule import block


@block
def variable_outside(value, **options):
    """A variable that is none of the function which is traced here: that may have variables of its
    first trace alone. What makes a function's variables is known to its thread only."""
    made = []
    thread = threading.Thread(
        target=lambda: made.append(tf.Variable(value, trainable=False, **options))
    )
    thread.start()
    thread.join()
    return made[0]
