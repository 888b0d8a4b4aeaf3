"""From tensors to Python and NumPy, dtypes, devices, gradients cut. Each body is a template."""

import tensorflow as tf

from porter.rule import (
    ArrayLike,
    BfloatLike,
    Bool,
    BoolLike,
    ByteLike,
    CharLike,
    Device,
    DoubleLike,
    Dtype,
    Float,
    FloatLike,
    HalfLike,
    Int,
    Int32Like,
    IntLike,
    Number,
    Parameter,
    Same,
    SameShape,
    Sequence,
    ShortLike,
    Tensor,
    TypedLike,
    Unsupported,
    block,
    dtype,
    known,
    match,
    port,
    rank,
    same_dtype,
)


@port("torch.detach", "Tensor.detach", "Tensor.data")
def detach(input: Tensor) -> SameShape:
    """The value, without its gradient.

    >>> x.detach()
    >>> torch.detach(x)
    >>> x.data
    """
    return tf.stop_gradient(input)


@port("torch.clone", "Tensor.clone")
def clone(input: Tensor, *, memory_format=None) -> SameShape:
    """A tensor of the same value.

    >>> x.clone()
    >>> x.clone(memory_format=torch.contiguous_format)
    """
    del memory_format  # TensorFlow has one
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
def to_numpy(input: Tensor) -> ArrayLike:
    """The value as a NumPy array.

    >>> x.numpy()
    """
    return input.numpy()


@match("x.detach().numpy()", "x.data.numpy()", "x.detach().cpu().numpy()", "x.clone().numpy()",
       "x.detach().clone().numpy()")  # fmt: skip
def value_numpy(x: Tensor) -> ArrayLike:
    """The value as a NumPy array.

    >>> x.detach().numpy()
    >>> x.detach().cpu().numpy()
    >>> x.cpu().data.numpy()
    >>> x.data.cpu().numpy()
    """
    return x.numpy()


@port("Tensor.tolist")
def tolist(input: Tensor) -> list[Number] | list[list[Number]] | Sequence:
    """The value as nested lists.

    >>> x.tolist()
    >>> a.tolist()
    """
    if known(rank(input) == 1):
        return input.numpy().tolist()
    if known(rank(input) == 2):
        return input.numpy().tolist()
    return input.numpy().tolist()


@port("Tensor.item")
def item(input: Tensor) -> float | int | bool | Number:
    """The one element as a Python number.

    >>> x.mean().item()
    >>> x[:1, :1].item()
    >>> a[0].item()
    >>> (x > 9).any().item()
    """
    if known(input, Float):
        return input.numpy().item()  # the same for all: float() of one element in brackets raises
    if known(input, Int):
        return input.numpy().item()
    if known(input, Bool) and not known(input, Parameter):
        return input.numpy().item()
    return input.numpy().item()


@match("x.detach().item()", "x.data.item()")
def value_item(x: Tensor) -> float | int | Number:
    """The one element as a Python number.

    >>> x.mean().detach().item()
    >>> a[0].detach().item()
    """
    if known(x, Float):
        return x.numpy().item()
    if known(x, Int):
        return x.numpy().item()
    return x.numpy().item()


@port("Tensor.float")
def to_float(input: Tensor, memory_format=None) -> Same | FloatLike:
    """As float32.

    >>> a.float()
    >>> a.float(memory_format=torch.preserve_format)
    >>> (x > 0).float()
    >>> x.float()
    """
    del memory_format
    if known(dtype(input) == "float32"):
        return input
    return tf.cast(input, tf.float32)


@port("Tensor.double")
def to_double(input: Tensor, memory_format=None) -> Same | DoubleLike:
    """As float64.

    >>> x.double().float()
    """
    del memory_format
    if known(dtype(input) == "float64"):
        return input
    return tf.cast(input, tf.float64)


@port("Tensor.half")
def to_half(input: Tensor, memory_format=None) -> Same | HalfLike:
    """As float16.

    >>> x.half().float()
    """
    del memory_format
    if known(dtype(input) == "float16"):
        return input
    return tf.cast(input, tf.float16)


@port("Tensor.bfloat16")
def to_bfloat16(input: Tensor, memory_format=None) -> Same | BfloatLike:
    """As bfloat16.

    >>> x.bfloat16().float()
    """
    del memory_format
    if known(dtype(input) == "bfloat16"):
        return input
    return tf.cast(input, tf.bfloat16)


@port("Tensor.long")
def to_long(input: Tensor, memory_format=None) -> Same | IntLike:
    """As int64.

    >>> x.long()
    >>> a.long()
    """
    del memory_format
    if known(dtype(input) == "int64"):
        return input
    return tf.cast(input, tf.int64)


@port("Tensor.int")
def to_int(input: Tensor, memory_format=None) -> Same | Int32Like:
    """As int32.

    >>> x.int().long()
    """
    del memory_format
    if known(dtype(input) == "int32"):
        return input
    return tf.cast(input, tf.int32)


@port("Tensor.short")
def to_short(input: Tensor, memory_format=None) -> Same | ShortLike:
    """As int16.

    >>> a.short()
    """
    del memory_format
    if known(dtype(input) == "int16"):
        return input
    return tf.cast(input, tf.int16)


@port("Tensor.char")
def to_char(input: Tensor, memory_format=None) -> Same | CharLike:
    """As int8.

    >>> a.char()
    """
    del memory_format
    if known(dtype(input) == "int8"):
        return input
    return tf.cast(input, tf.int8)


@port("Tensor.byte")
def to_byte(input: Tensor, memory_format=None) -> Same | ByteLike:
    """As uint8.

    >>> a.byte()
    >>> (x > 0).byte()
    """
    del memory_format
    if known(dtype(input) == "uint8"):
        return input
    return tf.cast(input, tf.uint8)


@port("Tensor.bool")
def to_bool(input: Tensor, memory_format=None) -> Same | BoolLike:
    """As booleans.

    >>> x.bool()
    """
    del memory_format
    if known(input, Bool):
        return input
    return tf.cast(input, tf.bool)


@port("Tensor.hasattr")
def has_own(input: Tensor, name) -> bool:
    """hasattr(x, "data"): whether there is a tensor at all, as a layer may have no bias.

    Not proven: it is Python's own function; a case shows it.
    """
    del name
    return input is not None


@block
def cast_as(x, other):
    """x.to(other): as another dtype, or as that of another tensor. Devices change nothing."""
    if tf.is_tensor(other):
        return tf.cast(x, other.dtype)
    return tf.cast(x, other) if isinstance(other, tf.DType) else x


@port("Tensor.to")
def to(
    input: Tensor, device=None, dtype=None, non_blocking=False, copy=False, memory_format=None
) -> Same | TypedLike | TypedLike | TypedLike | Same | Tensor:
    """As another dtype; a device is dropped: TensorFlow moves tensors itself.

    >>> x.to(torch.float64).sum().float()
    >>> a.to("cpu")
    >>> a.to(device, torch.float32)
    >>> a.to(dtype=torch.float32)
    >>> a.to(x)
    >>> a.to(x, True)
    >>> x.to(torch.float32, copy=True)
    >>> x.reshape(1, 2, 2, 3).to("cpu", memory_format=torch.channels_last)
    """
    del memory_format  # TensorFlow lays its tensors out itself
    del non_blocking, copy  # a copy is as good as the tensor: neither changes
    if same_dtype(input, device) or same_dtype(input, dtype):
        return input
    if known(device, Dtype):
        return tf.cast(input, device)
    if known(device, Tensor):
        return tf.cast(input, device.dtype)
    if dtype is not None and not isinstance(dtype, bool):  # `x.to(other, True)`: non_blocking
        return tf.cast(input, dtype)
    if known(device is None) or known(device, Device):
        return input
    return cast_as(input, device)


@port("Tensor.is_cuda")
def is_cuda(input: Tensor) -> bool:
    """Whether there is a GPU: TensorFlow computes there then, and a trace knows it.

    >>> x.is_cuda
    """
    del input
    return bool(tf.config.list_physical_devices("GPU"))


@port("Tensor.pin_memory", "Tensor.share_memory_")
def share_memory_(input: Tensor) -> Same:
    """The tensor: TensorFlow's memory can't be pinned or shared.

    Not proven: torch needs a GPU for it.
    """
    return input


@port("Tensor.requires_grad")
def requires_grad(input: Tensor) -> bool:
    """Whether a gradient is recorded.

    Not proven: it is refused.
    """
    raise Unsupported("TensorFlow's tensors do not know whether a tape records them")


@port("Tensor.requires_grad_")
def requires_grad_(input: Tensor, requires_grad=True) -> Same:
    """A tensor that no gradient is asked of is a tensor like any other.

    >>> x.clone().requires_grad_(False)
    """
    if requires_grad:
        raise Unsupported("write m.requires_grad = True, or make it a tf.Variable")
    return input
