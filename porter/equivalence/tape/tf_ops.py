"""TensorFlow's random ops, with the tape as their generator."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import keras
import numpy as np
import tensorflow as tf
from tensorflow.python.framework.tensor_util import constant_value_as_shape
from tensorflow.python.ops import gen_random_ops
from tensorflow.python.ops.control_flow_util import GraphOrParentsInXlaContext

from porter.equivalence.tape import xla
from porter.equivalence.tape.formulas import rounded_down
from porter.equivalence.tape.tape import Tape

Tensor = Any  # TensorFlow has no types

OPS = (
    "random_standard_normal", "random_uniform", "random_uniform_int", "truncated_normal",
    "random_shuffle", "multinomial", "random_gamma", "random_poisson_v2",
)  # fmt: skip


class Ops:
    """The ops by their names and with their signatures. They ask the tape when they run.

    A variable counts the draws: TensorFlow keeps the order of its changes, also between a
    tf.function and those that it calls, and XLA knows variables but no callbacks.
    """

    def __init__(self, tape: Tape) -> None:
        self.tape = tape

    def random_standard_normal(self, shape: Any, dtype: Any, **_: Any) -> Tensor:
        return self._draw("normal", shape, dtype, shape)

    def random_uniform(self, shape: Any, dtype: Any, **_: Any) -> Tensor:
        return self._draw("uniform", shape, dtype, shape)

    def truncated_normal(self, shape: Any, dtype: Any, **_: Any) -> Tensor:
        return self._draw("truncated normal", shape, dtype, shape)

    def random_uniform_int(self, shape: Any, minval: Any, maxval: Any, **_: Any) -> Tensor:
        dtype = tf.convert_to_tensor(minval).dtype
        return self._draw("integers", shape, dtype, shape, minval, maxval)

    def random_shuffle(self, value: Any, **_: Any) -> Tensor:
        value = tf.convert_to_tensor(value)
        order = self._draw("permutation", value.shape[:1], tf.int64, tf.shape(value)[0])
        return tf.gather(value, order)

    def multinomial(
        self, logits: Any, num_samples: Any, output_dtype: Any = tf.int64, **_: Any
    ) -> Tensor:
        weights = tf.nn.softmax(tf.cast(logits, tf.float64))
        shape = tf.stack([tf.shape(logits)[0], num_samples])
        return self._draw("categorical", shape, output_dtype, weights, num_samples)

    def random_gamma(self, shape: Any, alpha: Any, **_: Any) -> Tensor:
        def drawn(alpha: Tensor) -> tuple[Tensor, Callable[[Tensor], Tensor]]:
            whole = tf.concat([shape, tf.shape(alpha)], 0)
            sample = self._draw("gamma", whole, alpha.dtype, whole, tf.cast(alpha, tf.float64))

            def gradient(upstream: Tensor) -> Tensor:
                partial = gen_random_ops.random_gamma_grad(
                    tf.broadcast_to(alpha, tf.shape(sample)), sample
                )
                return tf.reduce_sum(upstream * partial, tf.range(tf.size(shape)))

            return sample, gradient

        return tf.custom_gradient(drawn)(tf.convert_to_tensor(alpha))

    def random_poisson_v2(self, shape: Any, rate: Any, dtype: Any = tf.int64, **_: Any) -> Tensor:
        whole = tf.concat([shape, tf.shape(rate)], 0)
        return self._draw("poisson", whole, dtype, whole, tf.cast(rate, tf.float64))

    def binomial(
        self, shape: Any, counts: Any, probabilities: Any, dtype: Any = None, seed: Any = None
    ) -> Tensor:
        """Keras's. TensorFlow has only one with a seed."""
        numbers = tf.cast(counts, tf.float64), tf.cast(probabilities, tf.float64)
        return self._draw("binomial", shape, dtype or keras.config.floatx(), shape, *numbers)

    def _draw(self, distribution: str, shape: Any, dtype: Any, *arguments: Any) -> Tensor:
        """The next draw as a tensor of this shape and dtype. It is counted once it is there."""
        dtype, counter = tf.as_dtype(dtype), counter_of(self.tape)
        n = tf.convert_to_tensor(counter) + 1
        if GraphOrParentsInXlaContext(tf.compat.v1.get_default_graph()):
            values = xla.draw(self.tape.seed, n, distribution, dtype, *arguments)
            self._tell(n, distribution, values)
        else:
            values = self._called_back(n, distribution, dtype, *arguments)
            values.set_shape(constant_value_as_shape(tf.convert_to_tensor(shape, tf.int32)))
        with tf.control_dependencies([values]):
            counter.assign(n)
        return values

    def _tell(self, n: Tensor, distribution: str, values: Tensor) -> None:
        """Of a draw in compiled code, once that has returned."""
        tape, stack = self.tape, self.tape.where()
        if tape.leave is None:
            tape.compiled = True
            return

        def drawn(n: Any, shape: Any) -> None:
            tape.served(int(n), stack, distribution, tuple(map(int, shape)))

        tape.leave(drawn, [n, tf.shape(values)])

    def _called_back(self, n: Tensor, distribution: str, dtype: Any, *arguments: Any) -> Tensor:
        stack = self.tape.where()

        def serve(n: Any, *arguments: Any) -> Any:
            values = self.tape.serve(int(n), stack, distribution, *arguments)
            if distribution == "uniform":
                values = rounded_down(values, xla.epsilon(dtype))
            return np.asarray(values, dtype.as_numpy_dtype)

        return tf.numpy_function(serve, [n, *arguments], dtype)


def counter_of(tape: Tape) -> Any:
    """The number of draws so far, as a variable. A program may set up its devices before it.

    Made while a tf.function is traced, it would cost that function another trace.
    """
    if tape.counter is None:
        with tf.init_scope():
            tape.counter = tf.Variable(tape.draws, dtype=tf.int64, trainable=False)
    return tape.counter
