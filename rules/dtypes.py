"""torch's dtypes, and tensors of another one. Each body is a template."""

import tensorflow as tf

from porter.rule import Dtype, Same, Tensor, Text, TypedLike, block, known, port, same_dtype


@port("torch.float32", "torch.float")
def float32() -> Dtype:
    """32-bit floats.

    >>> torch.zeros(2, dtype=torch.float)
    """
    return tf.float32


@port("torch.float64", "torch.double")
def float64() -> Dtype:
    """64-bit floats.

    >>> torch.zeros(2, dtype=torch.float64)
    """
    return tf.float64


@port("torch.int64", "torch.long")
def int64() -> Dtype:
    """64-bit integers.

    >>> torch.zeros(2, dtype=torch.long)
    """
    return tf.int64


@port("torch.int32", "torch.int")
def int32() -> Dtype:
    """32-bit integers.

    >>> torch.zeros(2, dtype=torch.int)
    """
    return tf.int32


@port("torch.float16", "torch.half")
def float16() -> Dtype:
    """16-bit floats.

    >>> torch.zeros(2, dtype=torch.float16)
    """
    return tf.float16


@port("torch.bfloat16")
def bfloat16() -> Dtype:
    """16-bit floats of float32's range.

    >>> x.to(torch.bfloat16).float()
    """
    return tf.bfloat16


@port("torch.int16", "torch.short")
def int16() -> Dtype:
    """16-bit integers.

    >>> torch.zeros(2, dtype=torch.int16)
    """
    return tf.int16


@port("torch.int8")
def int8() -> Dtype:
    """8-bit integers.

    >>> torch.zeros(2, dtype=torch.int8)
    """
    return tf.int8


@port("torch.uint8")
def uint8() -> Dtype:
    """Bytes.

    >>> torch.zeros(2, dtype=torch.uint8)
    """
    return tf.uint8


@port("torch.bool")
def boolean() -> Dtype:
    """Booleans.

    >>> torch.zeros(2, dtype=torch.bool)
    """
    return tf.bool


@block
def dtype_for(kind):
    """What torch takes Python's types for where it wants a dtype."""
    return {float: tf.float64, int: tf.int64, bool: tf.bool}.get(kind, kind)


@block
def type_name(tensor):
    """What torch calls the type of a tensor on the CPU: "torch.FloatTensor"."""
    names = {"uint8": "Byte", "int8": "Char", "int16": "Short", "int32": "Int", "int64": "Long"}
    names |= {"float16": "Half", "float32": "Float", "float64": "Double", "bool": "Bool"}
    return f"torch.{names[tf.as_dtype(tensor.dtype).name]}Tensor"


@block
def as_type(tensor, name):
    """A tensor as another dtype, or as what torch calls a type: "torch.FloatTensor"."""
    if not isinstance(name, str):
        return tf.cast(tensor, name)
    names = {"Byte": "uint8", "Char": "int8", "Short": "int16", "Int": "int32", "Long": "int64"}
    names |= {"Half": "float16", "Float": "float32", "Double": "float64", "Bool": "bool"}
    names |= {"BFloat16": "bfloat16"}
    return tf.cast(tensor, names[name.rpartition(".")[2].removesuffix("Tensor")])


@port("Tensor.type")
def astype(input: Tensor, dtype=None, non_blocking=False) -> Text | Same | TypedLike | TypedLike:
    """As another dtype; without one, what torch calls its type.

    >>> a.type(torch.float32)
    >>> a.type(x.type()), x.type(a.type())
    >>> len(a.type()), len((x > 0).type())
    """
    del non_blocking
    if dtype is None:
        return type_name(input)
    if same_dtype(input, dtype):
        return input
    if known(dtype, Dtype):
        return tf.cast(input, dtype)
    return as_type(input, dtype)


@port("Tensor.type_as")
def type_as(input: Tensor, other: Tensor) -> Same | TypedLike:
    """As the dtype of another tensor.

    >>> a.type_as(x).sum()
    """
    if same_dtype(input, other):
        return input
    return tf.cast(input, other.dtype)
