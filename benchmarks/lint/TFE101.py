"""One element of each row: an index loop, and one gather."""

import tensorflow as tf

SIZE = "200 rows of 4, CPU"
ROWS = 200

q = tf.random.normal([ROWS, 4])
actions = tf.random.uniform([ROWS], 0, 4, tf.int32).numpy()


def slow():
    return tf.reduce_sum([q[i][actions[i]] for i in range(len(actions))])


def fixed():
    return tf.reduce_sum(tf.gather(q, actions, batch_dims=1))
