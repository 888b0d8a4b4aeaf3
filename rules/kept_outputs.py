"""What networks keep of a forward pass for a logger."""

import collections

import tensorflow as tf

from porter.rule import block


@block
class KeptOutputs(collections.UserDict):
    """A dict of tensors that a graph can put something into: outside of it they are what the last
    run of the graph has computed."""

    def __init__(self, tensors=()):
        self.variables = {}
        super().__init__(tensors)

    def __reduce__(self):
        return type(self), (dict(self),)  # a copy has the values, and no graph's tensors

    def __setitem__(self, key, tensor):
        self.data[key] = tensor
        if tf.executing_eagerly():
            self.variables.pop(key, None)
            return
        variable = self.variables.get(key)
        if variable is None or variable.dtype != tensor.dtype:
            with tf.init_scope():
                self.variables[key] = variable = tf.Variable(
                    tf.zeros([0], tensor.dtype), shape=tf.TensorShape(None), trainable=False
                )
        variable.assign(tensor)

    def __getitem__(self, key):
        tensor = self.data[key]
        graph = None if tf.executing_eagerly() else tf.compat.v1.get_default_graph()
        if key not in self.variables or getattr(tensor, "graph", None) is graph is not None:
            return tensor
        return self.variables[key].read_value()
