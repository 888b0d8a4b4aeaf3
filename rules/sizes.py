"""Sizes and memory: size, shape, numel, contiguous. Each body is a template."""

import math

import tensorflow as tf

from porter.rule import (
    Dtype,
    Number,
    SameShape,
    Size,
    Tensor,
    Unsupported,
    port,
)


@port("Tensor.contiguous")
def contiguous(input: Tensor, memory_format=None) -> SameShape:
    """The tensor: TensorFlow's are always contiguous.

    >>> x.contiguous()
    >>> x.reshape(1, 2, 2, 3).contiguous(memory_format=torch.channels_last)
    """
    del memory_format  # TensorFlow lays its tensors out itself
    return input


@port("Tensor.is_contiguous")
def is_contiguous(input: Tensor) -> bool:
    """True: TensorFlow's are always contiguous.

    >>> x.is_contiguous()
    """
    del input
    return True


@port("Tensor.stride", "Tensor.storage", "Tensor.data_ptr", "Tensor.storage_offset",
      "Tensor.as_strided", "torch.as_strided")  # fmt: skip
def stride(input: Tensor, *args) -> Number:
    """How the elements lie in memory.

    Not proven: it is refused.
    """
    raise Unsupported("TensorFlow does not tell how a tensor lies in memory")


@port("Tensor.size")
def size(input: Tensor, dim=None) -> Size | int:
    """The shape, or one dimension of it.

    >>> x.size(0)
    >>> tuple(x.size())
    """
    if dim is None:
        return input.shape
    return input.shape[dim]


@port("Tensor.shape")
def shape(input: Tensor) -> Size:
    """The shape.

    >>> x.shape[1]
    >>> tuple(x.shape)
    """
    return input.shape


@port("Tensor.dim", "Tensor.ndimension", "Tensor.ndim")
def dim(input: Tensor) -> int:
    """The number of dimensions.

    >>> x.dim()
    >>> x.ndim
    """
    return input.shape.rank


@port("torch.numel", "Tensor.numel", "Tensor.nelement", reads_length=True)
def numel(input: Tensor) -> int:
    """The number of elements.

    >>> x.numel()
    >>> x.sum() / x.numel()
    """
    return input.shape.num_elements()


@port("torch.Size.numel")
def elements_of_shape(sizes: Size) -> int:
    """The number of elements of a tensor with this shape.

    Not proven: proofs are of tensors; tests/programs/indices/sums_of_shapes.py runs it.
    """
    return math.prod(sizes)


@port("Tensor.dtype")
def dtype_of(input: Tensor) -> Dtype:
    """The dtype.

    >>> torch.zeros(2, dtype=x.dtype)
    """
    return input.dtype


@port("Dtype.is_floating_point")
def is_floating_dtype(dtype) -> bool:
    """Whether it is of floating-point numbers. A Keras variable's dtype is a name.

    >>> x.dtype.is_floating_point
    >>> torch.int64.is_floating_point
    """
    return tf.as_dtype(dtype).is_floating


@port("Dtype.is_complex")
def is_complex_dtype(dtype) -> bool:
    """Whether it is of complex numbers.

    >>> x.dtype.is_complex
    """
    return tf.as_dtype(dtype).is_complex


@port("Dtype.is_signed")
def is_signed_dtype(dtype) -> bool:
    """Whether it has negative numbers.

    >>> x.dtype.is_signed
    >>> torch.uint8.is_signed
    """
    return not (tf.as_dtype(dtype).is_unsigned or tf.as_dtype(dtype).is_bool)


@port("Dtype.itemsize")
def itemsize(dtype) -> int:
    """The bytes of one number.

    >>> x.dtype.itemsize
    """
    return tf.as_dtype(dtype).size


@port("Tensor.element_size")
def element_size(input: Tensor) -> int:
    """The bytes of one element.

    >>> x.element_size()
    """
    return tf.as_dtype(input.dtype).size
