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
import tensorflow as tf
from keras.src.backend.tensorflow import random as keras_random
from keras.src.random import seed_generator
from tensorflow.python.ops import gen_random_ops, nn_ops

from porter.equivalence.tape import keras_draws
from porter.equivalence.tape.tape import Tape
from porter.equivalence.tape.tf_ops import OPS, Ops, Tensor

GENERATOR = ("normal", "uniform", "truncated_normal")


@contextmanager
def tf_on(tape: Tape) -> Iterator[None]:
    """Let what TensorFlow and Keras draw come from the tape; stateless draws keep their seeds.

    Enter it before the program is imported: a tf.function that was traced before keeps its own
    random numbers, and one that is traced inside keeps the tape. The initial values of variables
    are drawn off the tape: those of PyTorch's layers are too.
    """
    ops = Ops(tape)
    exchanged = [(gen_random_ops, name, getattr(ops, name)) for name in OPS]
    exchanged += [(keras_random, name, f) for name, f in keras_draws.FUNCTIONS.items()]
    exchanged += [(tf.random.Generator, name, _generated(name)) for name in GENERATOR]
    exchanged += [
        (keras_random, "binomial", ops.binomial),
        (nn_ops, "_dropout", _dropout(nn_ops._dropout)),
    ]
    with ExitStack() as stack:
        for owner, name, function in exchanged:
            chosen = _unless_paused(tape, getattr(owner, name), function)
            stack.enter_context(mock.patch.object(owner, name, chosen))
        begun = _own_generators(tape)
        stack.enter_context(mock.patch.object(tf.random.Generator, "__init_subclass__", begun))
        # Keras makes up its seeds with Python's random, which is the program's
        stack.enter_context(mock.patch.object(seed_generator, "python_random", random.Random(0)))
        paused = tape.pause()(keras.Layer.add_weight)
        stack.enter_context(mock.patch.object(keras.Layer, "add_weight", paused))
        yield


def _generated(name: str) -> Callable[..., Tensor]:
    """A method of tf.random.Generator: the function of the same name and signature."""
    return lambda generator, *args, **keywords: getattr(tf.random, name)(*args, **keywords)


def _own_generators(tape: Tape) -> Any:
    """For classes of generators that are defined meanwhile: what porter's has beside TensorFlow's
    methods."""
    methods: dict[str, Callable[..., Tensor]] = {
        "permutation": lambda _, n: tf.random.shuffle(tf.range(n, dtype=tf.int64)),
        "categorical": lambda _, logits, count: tf.random.categorical(logits, count),
    }

    def begun(cls: type) -> None:
        for name in methods.keys() & vars(cls).keys():
            own: Callable[..., Tensor] = vars(cls)[name]
            setattr(cls, name, _unless_paused(tape, own, methods[name]))

    return classmethod(begun)


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
