"""torch's promotion while the program runs, where nobody knows the dtypes before."""

import operator

import numpy as np
import tensorflow as tf

from porter.rule import block


@block
def common_dtype(*values):
    """The dtype that torch brings tensors and numbers to: tensors with dimensions count first, then
    tensors of one number, then numbers. A later group decides only if it is of a higher sort."""
    groups = [], [], []
    for x in values:
        if isinstance(x, bool):
            groups[2].append(tf.bool)
        elif isinstance(x, (int, np.integer)):
            groups[2].append(tf.int64)
        elif isinstance(x, (float, np.floating, np.bool_)):
            groups[2].append(tf.float32)
        else:
            groups[tf.TensorShape(x.shape).rank == 0].append(tf.as_dtype(x.dtype))

    def sort(dtype):
        return dtype.is_integer + 2 * dtype.is_floating + 3 * dtype.is_complex

    found = None
    for group in groups:
        top = max(map(sort, group), default=-1)
        if found is None or top > sort(found):
            for dtype in (dtype for dtype in group if sort(dtype) == top):
                if found is None or sort(found) < top or dtype.size > found.size:
                    found = dtype
                elif {found, dtype} == {tf.uint8, tf.int8}:
                    found = tf.int16
                elif {found, dtype} == {tf.float16, tf.bfloat16}:
                    found = tf.float32
    return found


@block
def promoted(operation, x, y):
    """operation(x, y) as torch computes it: TensorFlow promotes no dtypes."""
    if not any(map(tf.is_tensor, (x, y))):
        return operation(x, y)
    if not all(hasattr(side, "dtype") or isinstance(side, (int, float)) for side in (x, y)):
        return operation(x, y)  # an object with operators of its own
    dtype = common_dtype(x, y)
    if operation is operator.truediv and not (dtype.is_floating or dtype.is_complex):
        dtype = tf.float32
    if dtype == tf.bool:  # sums and products of masks are masks
        logical = {operator.add: operator.or_, operator.mul: operator.and_}
        operation = logical.get(operation, operation)
    return operation(tf.cast(x, dtype), tf.cast(y, dtype))


@block
def promoting(function):
    """A function of the module operator, of which only the program knows which."""
    torchs = "add sub mul truediv floordiv mod pow and_ or_ xor eq ne lt le gt ge".split()
    if function.__name__ not in torchs:
        return function
    return lambda x, y: promoted(function, x, y)


@block
def summed(x):
    """x as torch sums it: whole numbers and masks are int64."""
    dtype = tf.as_dtype(x.dtype)
    return x if dtype.is_floating or dtype.is_complex else tf.cast(x, tf.int64)


@block
def together(*values):
    """Tensors and numbers in the dtype that torch gives all of them."""
    dtype = common_dtype(*values)
    return [tf.cast(x, dtype) for x in values]
