"""Networks in memory that processes share, one of which updates them: torch's share_memory()."""

import multiprocessing
import os

import numpy as np
import tensorflow as tf

from porter.rule import block
from rules.graph import as_one_op
from rules.model import TorchModel


@block
def attached(cls, given, memory):
    """In another process: the network, whose variables are what lies in the shared memory."""
    os.environ["CUDA_VISIBLE_DEVICES"] = "-1"  # the memory is the processor's
    args, options = given
    model = cls(*args, **options)
    model.shared_memory = memory
    for array, variable in zip(model.shared_arrays(), model.variables):
        variable.assign(tf.experimental.dlpack.from_dlpack(array.__dlpack__()))
        if not np.shares_memory(np.from_dlpack(tf.convert_to_tensor(variable)), array):
            raise RuntimeError("TensorFlow has copied the memory that it should share")
    return model


@block
class SharedModel(TorchModel):
    """A network for several processes: the one that made it updates it, the others read it.

    TensorFlow moves a variable when it changes, so the weights are copied to the memory that all
    have: by `share_memory()`, and after an update by `publish()`. Elsewhere they lie in it.
    """

    published = ()

    def __reduce__(self):
        return attached, (type(self), self.given(), self.shared_memory)

    def share_memory(self):
        size = sum(64 + variable.numpy().nbytes for variable in self.variables)
        self.shared_memory = multiprocessing.RawArray("b", 64 + size)
        values = tf.function(lambda: [tf.convert_to_tensor(v) for v in self.variables])
        read = as_one_op(values.get_concrete_function())  # an operation for each costs five times
        SharedModel.published = (*SharedModel.published, (read, self.shared_arrays()))
        SharedModel.publish()
        return self

    @staticmethod
    def publish():
        """Copy the weights of all shared networks to where other processes read them."""
        for read, arrays in SharedModel.published:
            for array, value in zip(arrays, read(())):
                array[...] = value

    def shared_arrays(self):
        """The shared memory of each variable: at multiples of 64 bytes, as operations need it."""
        memory = np.frombuffer(self.shared_memory, np.uint8)
        start = -memory.__array_interface__["data"][0] % 64
        arrays = []
        for variable in self.variables:
            arrays.append(np.ndarray(variable.shape, variable.dtype, memory, start))
            start += -(-arrays[-1].nbytes // 64) * 64
        return arrays
