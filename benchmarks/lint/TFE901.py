"""An assignment in a session: built for each run, and built once."""

import tensorflow as tf

SIZE = "one variable, a graph that has grown by 100 ops and more, CPU"

graph = tf.Graph()
with graph.as_default():
    variable = tf.compat.v1.get_variable("v", [], use_resource=True)
    value = tf.compat.v1.placeholder(tf.float32, [])
    assign = variable.assign(value)
session = tf.compat.v1.Session(graph=graph)


def slow():
    with graph.as_default():
        session.run(variable.assign(1.0))


def fixed():
    session.run(assign, {value: 1.0})


for _ in range(100):
    slow()
