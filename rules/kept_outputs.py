"""What networks keep of a forward pass for a logger."""

import collections

import numpy as np
import tensorflow as tf

from porter.rule import block
from rules.outside import variable_outside


@block
class KeptOutputs(collections.UserDict):
    """A dict of tensors that a graph can put something into: outside of it they are what the last
    run of the graph has computed."""

    def __init__(self, tensors=()):
        self.variables, self.earlier = {}, []  # a graph holds no variable that it uses
        super().__init__(tensors)

    def __reduce__(self):
        return type(self), (dict(self),)  # a copy has the values, and no graph's tensors

    def __setitem__(self, key, tensor):
        self.data[key] = tensor
        variable = self.variables.get(key)
        if variable is not None and variable.dtype != getattr(tensor, "dtype", None):
            self.earlier.append(self.variables.pop(key))
            variable = None
        if variable is None and tf.executing_eagerly():
            return
        if variable is None:
            self.variables[key] = variable = variable_outside(
                np.zeros([0], tensor.dtype.as_numpy_dtype), shape=tf.TensorShape(None)
            )
        variable.assign(tensor)

    def __getitem__(self, key):
        tensor = self.data[key]
        eager = tf.executing_eagerly()
        here = None if eager else tf.compat.v1.get_default_graph()
        graph = getattr(tensor, "graph", None)
        if key not in self.variables or (graph is here and not eager):
            return tensor
        value = self.variables[key].read_value()
        if eager and graph is None and value.shape == tensor.shape:
            if tf.reduce_all(value == tensor):
                return tensor  # no graph has run since: a tape may know it
        return value
