"""TensorFlow and Keras draw from the tape: eager, in a tf.function and under XLA.

All that TensorFlow draws without a seed of its own ends in eight generated ops. These are
exchanged. Keras draws with seeds that it makes up: its random functions are sent through
TensorFlow's.
"""

from __future__ import annotations

import functools
import random
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any
from unittest import mock

import keras
import numpy as np
import tensorflow as tf
from keras.src.backend.tensorflow import random as keras_random
from keras.src.random import seed_generator
from tensorflow.python.framework.tensor_util import constant_value_as_shape
from tensorflow.python.ops import gen_random_ops, nn_ops
from tensorflow.python.ops.control_flow_util import GraphOrParentsInXlaContext

from porter.equivalence.tape import keras_draws, xla
from porter.equivalence.tape.formulas import rounded_down
from porter.equivalence.tape.tape import Tape

Tensor = Any  # TensorFlow has no types


class Draws:
    """TensorFlow's random ops, with the same signatures. They ask the tape when they run.

    A variable counts the draws: TensorFlow keeps the order of its changes, also between a
    tf.function and those that it calls, and XLA knows variables but no callbacks.
    """

    def __init__(self, tape: Tape) -> None:
        self.tape = tape
        self.counter: tf.Variable | None = None

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
        dtype, counter = tf.as_dtype(dtype), self._counter()
        n = tf.convert_to_tensor(counter) + 1
        if GraphOrParentsInXlaContext(tf.compat.v1.get_default_graph()):
            self.tape.count_by(lambda: int(counter))
            values = xla.draw(self.tape.seed, n, distribution, dtype, *arguments)
        else:
            values = self._called_back(n, distribution, dtype, *arguments)
            values.set_shape(constant_value_as_shape(tf.convert_to_tensor(shape, tf.int32)))
        with tf.control_dependencies([values]):
            counter.assign(n)
        return values

    def _called_back(self, n: Tensor, distribution: str, dtype: Any, *arguments: Any) -> Tensor:
        stack = self.tape.where()

        def serve(n: Any, *arguments: Any) -> Any:
            values = self.tape.serve(int(n), stack, distribution, *arguments)
            if distribution == "uniform":
                values = rounded_down(values, xla.epsilon(dtype))
            return np.asarray(values, dtype.as_numpy_dtype)

        return tf.numpy_function(serve, [n, *arguments], dtype)

    def _counter(self) -> Any:
        """The number of draws so far. A program may set up its devices before the first."""
        if self.counter is None:
            with tf.init_scope():
                self.counter = tf.Variable(self.tape.draws, dtype=tf.int64, trainable=False)
        return self.counter


OPS = (
    "random_standard_normal", "random_uniform", "random_uniform_int", "truncated_normal",
    "random_shuffle", "multinomial", "random_gamma", "random_poisson_v2",
)  # fmt: skip
GENERATOR = ("normal", "uniform", "truncated_normal")


@contextmanager
def tf_on(tape: Tape) -> Iterator[None]:
    """Let what TensorFlow and Keras draw come from the tape; stateless draws keep their seeds.

    Enter it before the program is imported: a tf.function that was traced before keeps its own
    random numbers, and one that is traced inside keeps the tape. The initial values of variables
    are drawn off the tape: those of PyTorch's layers are too.
    """
    draws = Draws(tape)
    exchanged = [(gen_random_ops, name, getattr(draws, name)) for name in OPS]
    exchanged += [(keras_random, name, f) for name, f in keras_draws.FUNCTIONS.items()]
    exchanged += [(tf.random.Generator, name, _generated(name)) for name in GENERATOR]
    exchanged += [
        (keras_random, "binomial", draws.binomial),
        (nn_ops, "_dropout", _dropout(nn_ops._dropout)),
    ]
    with ExitStack() as stack:
        for owner, name, function in exchanged:
            chosen = _unless_paused(tape, getattr(owner, name), function)
            stack.enter_context(mock.patch.object(owner, name, chosen))
        # Keras makes up its seeds with Python's random, which is the program's
        stack.enter_context(mock.patch.object(seed_generator, "python_random", random.Random(0)))
        add_weight = keras.Layer.add_weight

        def added(*args: Any, **keywords: Any) -> Any:
            with tape.pause():
                return add_weight(*args, **keywords)

        stack.enter_context(mock.patch.object(keras.Layer, "add_weight", added))
        yield


def _generated(name: str) -> Callable[..., Tensor]:
    """A method of tf.random.Generator: the function of the same name and signature."""
    return lambda generator, *args, **keywords: getattr(tf.random, name)(*args, **keywords)


def _unless_paused(
    tape: Tape, own: Callable[..., Tensor], function: Callable[..., Tensor]
) -> Callable[..., Tensor]:
    @functools.wraps(own)
    def called(*args: Any, **keywords: Any) -> Tensor:
        return (own if tape.paused else function)(*args, **keywords)

    return called


def _dropout(own: Callable[..., Tensor]) -> Callable[..., Tensor]:
    """TensorFlow's dropout, but it keeps what is below 1 - rate, as PyTorch's does."""

    def dropped(*, rate: Any, uniform_sampler: Any, **keywords: Any) -> Tensor:
        limit = 1 - (tf.cast(rate, tf.float64) if tf.is_tensor(rate) else rate)

        def kept(shape: Any, dtype: Any) -> Tensor:
            noise = uniform_sampler(shape=shape, dtype=dtype)
            return tf.cast(tf.cast(noise, tf.float64) < limit, dtype)  # 1 is above the rate, 0 not

        return own(rate=rate, uniform_sampler=kept, **keywords)

    return dropped
