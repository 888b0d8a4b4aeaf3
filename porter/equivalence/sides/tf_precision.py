"""float64 for a TensorFlow program that says float32: `use("float64")` before anything is built."""

from __future__ import annotations

import functools
import inspect
from collections import deque
from collections.abc import Callable
from typing import Any, cast

import keras
import numpy as np
import tensorflow as tf

# Functions whose floats are float32 where the program names no dtype. Those of two tensors take
# the first one's dtype: tf.minimum(1.0, x).
FROM_VALUES = ("convert_to_tensor", "constant", "Variable", "fill", "linspace", "range", "cast")
OF_TWO = ("minimum", "maximum", "where", "pow", "add", "subtract", "multiply", "divide")
FROM_SHAPES = ("zeros", "ones", "eye", "one_hot")
RANDOM = ("normal", "uniform", "truncated_normal")


def use(precision: str) -> None:
    """Make every float of the program this precision; one thread, no TF32, repeatable."""
    for device in tf.config.list_physical_devices("GPU"):
        tf.config.experimental.set_memory_growth(device, True)
        tf.config.experimental.enable_op_determinism()
    tf.config.experimental.enable_tensor_float_32_execution(False)
    keras.config.set_floatx(precision)
    keras.config.set_dtype_policy(precision)
    if precision == "float32":
        return
    tf.float32 = tf.float64
    for name in (*FROM_VALUES, *OF_TWO):
        setattr(tf, name, _widened(getattr(tf, name)))
    for owner, names in ((tf, FROM_SHAPES), (tf.random, RANDOM)):
        for name in names:
            setattr(owner, name, _with_default(getattr(owner, name)))
    tf.nn.leaky_relu, tf.nn.gelu = _leaky_relu, _gelu
    tf.experimental.dlpack.from_dlpack = _from_dlpack


def _from_dlpack(
    capsule: Any, given: Callable[[Any], Any] = tf.experimental.dlpack.from_dlpack
) -> Any:
    """An array's memory as a tensor: float32 becomes float64, as by tf.constant."""
    tensor = given(capsule)
    return tf.constant(tensor.numpy()) if tensor.dtype == np.float32 else tensor


def _leaky_relu(features: Any, alpha: float = 0.2, name: str | None = None) -> Any:
    """TensorFlow's kernel has `alpha` in float32."""
    return tf.where(features > 0, features, alpha * features)


def _gelu(features: Any, approximate: bool = False, name: str | None = None) -> Any:
    """TensorFlow's has its constants in float32 (Hendrycks and Gimpel, 2016)."""
    if approximate:
        inner = (2 / np.pi) ** 0.5 * (features + 0.044715 * features**3)
        return 0.5 * features * (1 + tf.tanh(inner))
    return 0.5 * features * (1 + tf.math.erf(features / 2**0.5))


def _widened(make: Callable[..., Any]) -> Callable[..., Any]:
    """A creator that takes Python's floats and float32 arrays as float64."""
    if isinstance(make, type):  # tf.Variable stays a class: programs ask isinstance
        return cast(Callable[..., Any], _widened_class(make))

    @functools.wraps(make)
    def widened(*args: Any, **keywords: Any) -> Any:
        return make(*map(_wide, args), **{k: _wide(v) for k, v in keywords.items()})

    return widened


def _widened_class(make: type) -> Any:
    class Wide(type(make)):  # type: ignore[misc]
        def __instancecheck__(cls, instance: Any) -> bool:
            return isinstance(instance, make)

        def __subclasscheck__(cls, subclass: type) -> bool:
            return issubclass(subclass, make)

        def __call__(cls, *args: Any, **keywords: Any) -> Any:
            return make(*map(_wide, args), **{k: _wide(v) for k, v in keywords.items()})

        def __getattr__(cls, name: str) -> Any:
            return getattr(make, name)

    return Wide(make.__name__, (), {})


def _wide(value: Any) -> Any:
    """Floats as float64 arrays; what is no float value, as it is."""
    if isinstance(value, float):
        return np.float64(value)
    if isinstance(value, np.ndarray | np.generic) and value.dtype == np.float32:
        return value.astype(np.float64)
    if isinstance(value, list | tuple | deque) and value and _all_numbers(value):
        array = np.asarray(value)
        return array.astype(np.float64) if array.dtype.kind == "f" else value
    return value


def _all_numbers(values: Any) -> bool:
    """Nested lists of numbers and arrays, no tensors: np.asarray would leave the graph."""
    if isinstance(values, list | tuple | deque):
        return all(map(_all_numbers, values))
    return isinstance(values, int | float | np.ndarray | np.generic)


def _with_default(make: Callable[..., Any]) -> Callable[..., Any]:
    """A creator whose default dtype is float64."""
    signature = inspect.signature(make)

    @functools.wraps(make)
    def wide(*args: Any, **keywords: Any) -> Any:
        given = signature.bind(*args, **keywords).arguments
        return make(*args, **keywords if "dtype" in given else keywords | {"dtype": tf.float64})

    return wide
