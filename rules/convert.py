"""From tensors to Python and NumPy, dtypes, devices, gradients cut. Each body is a template."""

import tensorflow as tf

from porter.rule import (
    Array,
    Bool,
    BoolLike,
    Device,
    DoubleLike,
    Dtype,
    Float,
    FloatLike,
    Int,
    Int32Like,
    IntLike,
    Number,
    Same,
    SameShape,
    Sequence,
    Tensor,
    TypedLike,
    Unsupported,
    dtype,
    known,
    match,
    port,
    rank,
)


@port("Tensor.detach")
def detach(input: Tensor) -> SameShape:
    """The value, without its gradient.

    >>> x.detach()
    """
    return tf.stop_gradient(input)


@port("Tensor.data")
def data(input: Tensor) -> SameShape:
    """The value, without its gradient.

    >>> x.data
    """
    return tf.stop_gradient(input)


@port("torch.clone", "Tensor.clone")
def clone(input: Tensor) -> SameShape:
    """A tensor of the same value.

    >>> x.clone()
    """
    return tf.identity(input)


@port("Tensor.cpu")
def cpu(input: Tensor) -> Same:
    """The tensor: TensorFlow moves tensors itself.

    >>> x.cpu()
    """
    return input


@port("Tensor.cuda")
def cuda(input: Tensor, device=None, non_blocking=False) -> Same:
    """The tensor: TensorFlow moves tensors itself.

    Not proven: torch needs a GPU for it.
    """
    del device, non_blocking
    return input


@port("Tensor.numpy")
def to_numpy(input: Tensor) -> Array:
    """The value as a NumPy array.

    >>> x.numpy()
    """
    return input.numpy()


@match("x.detach().numpy()", "x.data.numpy()", "x.detach().cpu().numpy()", "x.clone().numpy()",
       "x.detach().clone().numpy()")  # fmt: skip
def value_numpy(x: Tensor) -> Array:
    """The value as a NumPy array.

    >>> x.detach().numpy()
    >>> x.detach().cpu().numpy()
    >>> x.cpu().data.numpy()
    >>> x.data.cpu().numpy()
    """
    return x.numpy()


@port("Tensor.tolist")
def tolist(input: Tensor) -> Sequence:
    """The value as nested lists.

    >>> x.tolist()
    """
    return input.numpy().tolist()


@port("Tensor.item")
def item(input: Tensor) -> float | int | bool | Number:
    """The one element as a Python number.

    >>> x.mean().item()
    >>> x[:1, :1].item()
    >>> a[0].item()
    >>> (x > 9).any().item()
    """
    if known(rank(input) == 0) and known(input, Float):
        return float(input)
    if known(rank(input) == 0) and known(input, Int):
        return int(input)
    if known(rank(input) == 0) and known(input, Bool):
        return bool(input)
    return input.numpy().item()  # float() of one element in brackets raises


@match("x.detach().item()", "x.data.item()")
def value_item(x: Tensor) -> float | int | Number:
    """The one element as a Python number.

    >>> x.mean().detach().item()
    >>> a[0].detach().item()
    """
    if known(rank(x) == 0) and known(x, Float):
        return float(x)
    if known(rank(x) == 0) and known(x, Int):
        return int(x)
    return x.numpy().item()


@port("Tensor.float")
def to_float(input: Tensor) -> Same | FloatLike:
    """As float32.

    >>> a.float()
    >>> (x > 0).float()
    >>> x.float()
    """
    if known(dtype(input) == "float32"):
        return input
    return tf.cast(input, tf.float32)


@port("Tensor.double")
def to_double(input: Tensor) -> DoubleLike:
    """As float64.

    >>> x.double().float()
    """
    return tf.cast(input, tf.float64)


@port("Tensor.long")
def to_long(input: Tensor) -> Same | IntLike:
    """As int64.

    >>> x.long()
    >>> a.long()
    """
    if known(dtype(input) == "int64"):
        return input
    return tf.cast(input, tf.int64)


@port("Tensor.int")
def to_int(input: Tensor) -> Int32Like:
    """As int32.

    >>> x.int().long()
    """
    return tf.cast(input, tf.int32)


@port("Tensor.bool")
def to_bool(input: Tensor) -> Same | BoolLike:
    """As booleans.

    >>> x.bool()
    """
    if known(input, Bool):
        return input
    return tf.cast(input, tf.bool)


@port("Tensor.to")
def to(
    input: Tensor, device=None, dtype=None, non_blocking=False
) -> TypedLike | TypedLike | TypedLike | Same:
    """As another dtype; a device is dropped: TensorFlow moves tensors itself.

    >>> x.to(torch.float64).sum().float()
    >>> a.to("cpu")
    >>> a.to(device, torch.float32)
    >>> a.to(dtype=torch.float32)
    >>> a.to(x)
    """
    del non_blocking
    if isinstance(device, Dtype):
        return tf.cast(input, device)
    if dtype is not None:
        return tf.cast(input, dtype)
    if isinstance(device, Tensor):
        return tf.cast(input, device.dtype)
    if device is not None and not isinstance(device, Device):
        raise Unsupported("it is not known whether this is a device or a dtype")
    return input


@port("Tensor.type")
def astype(input: Tensor, dtype) -> TypedLike:
    """As another dtype.

    >>> a.type(torch.float32)
    """
    if not isinstance(dtype, Dtype):
        raise Unsupported("a type that is no dtype")
    return tf.cast(input, dtype)


@port("Tensor.type_as")
def type_as(input: Tensor, other: Tensor) -> TypedLike:
    """As the dtype of another tensor.

    >>> a.type_as(x).sum()
    """
    return tf.cast(input, other.dtype)


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
