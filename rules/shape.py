"""Shapes: cat, stack, view, squeeze, transpose. Each body is a template."""

import tensorflow as tf

from porter.rule import (
    Dtype,
    Joined,
    Lowered,
    Raised,
    SameDtype,
    SameShape,
    Sequence,
    Shaped,
    Stacked,
    Tensor,
    Unsupported,
    known,
    port,
    rank,
)


@port("torch.cat", "torch.concat", "torch.concatenate")
def cat(tensors, dim=0) -> Joined:
    """Join tensors along a dimension.

    >>> torch.cat([x, y])
    >>> torch.cat((x, y), 1)
    >>> torch.cat([x, y], dim=-1)
    """
    return tf.concat(tensors, axis=dim)


@port("torch.stack")
def stack(tensors, dim=0) -> Stacked:
    """Join tensors along a new dimension.

    >>> torch.stack([x, y])
    >>> torch.stack((x, y), dim=1)
    """
    return tf.stack(tensors, axis=dim)


@port("torch.squeeze", "Tensor.squeeze")
def squeeze(input: Tensor, dim=None) -> SameDtype | SameDtype | Lowered:
    """Drop dimensions of size 1. TensorFlow raises where dim has another size.

    >>> x[:1].squeeze()
    >>> torch.squeeze(x[:1], 0)
    >>> x.unsqueeze(-1).squeeze(-1)
    >>> x.unsqueeze(-1).unsqueeze(0).squeeze((0, -1))
    """
    if dim is None:
        return tf.squeeze(input)
    if dim == ():
        raise Unsupported("no dimension: TensorFlow would drop all of size 1")
    if isinstance(dim, Sequence):
        return tf.squeeze(input, axis=dim)
    return tf.squeeze(input, axis=dim)


@port("torch.unsqueeze", "Tensor.unsqueeze")
def unsqueeze(input: Tensor, dim) -> Raised:
    """Insert a dimension of size 1.

    >>> x.unsqueeze(0)
    >>> torch.unsqueeze(x, -1)
    """
    return tf.expand_dims(input, axis=dim)


@port("torch.reshape", "Tensor.reshape", "Tensor.view")
def reshape(input: Tensor, *shape) -> Shaped:
    """The same elements in another shape.

    >>> x.view(-1)
    >>> x.reshape(2, -1)
    >>> x.reshape((2, 6))
    >>> torch.reshape(x, (1, -1))
    >>> x.view(x.shape[0], -1)
    """
    if known(shape, Dtype):
        raise Unsupported("a view as another dtype")
    return tf.reshape(input, shape)


@port("Tensor.view_as", "Tensor.reshape_as")
def reshape_as(input: Tensor, other: Tensor) -> SameDtype:
    """The elements in the shape of another tensor.

    >>> x.view(-1).view_as(y)
    """
    return tf.reshape(input, other.shape)


@port("torch.flatten", "Tensor.flatten", "torch.ravel", "Tensor.ravel")
def flatten(input: Tensor, start_dim=0, end_dim=-1) -> SameDtype:
    """All in one dimension, or all dimensions but the first in one.

    >>> x.flatten()
    >>> torch.flatten(x)
    >>> torch.flatten(x, 1)
    >>> torch.flatten(x + y, start_dim=1)
    """
    if end_dim != -1 or start_dim not in (0, 1):
        raise Unsupported("only all dimensions, or all from the second, are flattened")
    if start_dim == 0:
        return tf.reshape(input, [-1])
    return tf.reshape(input, [input.shape[0], -1])


@port("torch.transpose", "torch.swapaxes", "Tensor.transpose", "Tensor.swapaxes")
def transpose(input: Tensor, dim0, dim1) -> SameShape:
    """Swap two dimensions.

    >>> x.transpose(0, 1)
    >>> torch.transpose(x.unsqueeze(0), 1, 2)
    """
    if known(rank(input) == 2) and known(dim0 in (0, 1)) and known(dim1 in (0, 1)):
        return tf.transpose(input)
    return tf.experimental.numpy.swapaxes(input, dim0, dim1)


@port("torch.t", "Tensor.t")
def t(input: Tensor) -> SameShape:
    """Transpose a matrix.

    >>> x.t()
    """
    return tf.transpose(input)


@port("Tensor.T")
def transposed(input: Tensor) -> SameShape:
    """Transpose a matrix.

    >>> x.T
    """
    return tf.transpose(input)


@port("torch.permute", "Tensor.permute")
def permute(input: Tensor, *dims) -> SameShape:
    """Reorder the dimensions.

    >>> x.permute(1, 0)
    >>> torch.permute(x, (1, 0))
    """
    return tf.transpose(input, dims)


@port("Tensor.repeat")
def repeat(input: Tensor, *repeats) -> SameDtype:
    """Repeat the tensor along each dimension.

    >>> x.repeat(2, 3)
    """
    if known(rank(input) != len(repeats)):
        raise Unsupported("TensorFlow repeats along the dimensions that are there: unsqueeze first")
    return tf.tile(input, repeats)


@port("torch.repeat_interleave", "Tensor.repeat_interleave")
def repeat_interleave(input: Tensor, repeats, dim=None) -> SameDtype:
    """Repeat each element.

    >>> torch.repeat_interleave(x, 2, dim=0)
    """
    return tf.repeat(input, repeats, axis=dim)


@port("Tensor.expand_as")
def expand_as(input: Tensor, other: Tensor) -> SameDtype:
    """Broadcast to the shape of another tensor.

    >>> x[0].expand_as(x)
    """
    return tf.broadcast_to(input, other.shape)


@port("torch.chunk", "Tensor.chunk")
def chunk(input: Tensor, chunks, dim=0) -> list[SameShape]:
    """Cut into equal parts. TensorFlow raises where the parts would not be equal.

    >>> torch.chunk(x, 2)
    >>> x.chunk(3, dim=-1)
    """
    return tf.split(input, chunks, axis=dim)


@port("torch.split", "Tensor.split")
def split(tensor: Tensor, split_size_or_sections, dim=0) -> list[SameShape]:
    """Cut into parts of given sizes.

    >>> torch.split(x, [1, 3])
    >>> x.split([1, 2], dim=1)
    """
    if not isinstance(split_size_or_sections, Sequence):
        raise Unsupported("give a list of sizes: TensorFlow takes a number for the count of parts")
    return tf.split(tensor, split_size_or_sections, axis=dim)


@port("torch.unbind", "Tensor.unbind")
def unbind(input: Tensor, dim=0) -> list[Lowered]:
    """The slices along a dimension.

    >>> torch.unbind(x)
    >>> x.unbind(1)
    """
    return tf.unstack(input, axis=dim)


@port("Tensor.contiguous")
def contiguous(input: Tensor) -> SameShape:
    """The tensor: TensorFlow's are always contiguous.

    >>> x.contiguous()
    """
    return input


@port("Tensor.size")
def size(input: Tensor, dim=None) -> list[int] | int:
    """The shape, or one dimension of it.

    >>> x.size(0)
    >>> tuple(x.size())
    """
    if dim is None:
        return input.shape
    return input.shape[dim]


@port("Tensor.shape")
def shape(input: Tensor) -> list[int]:
    """The shape.

    >>> x.shape[1]
    >>> tuple(x.shape)
    """
    return input.shape


@port("Tensor.dim", "Tensor.ndimension")
def dim(input: Tensor) -> int:
    """The number of dimensions.

    >>> x.dim()
    """
    return input.shape.rank


@port("Tensor.ndim")
def ndim(input: Tensor) -> int:
    """The number of dimensions.

    >>> x.ndim
    """
    return input.shape.rank


@port("torch.numel", "Tensor.numel", "Tensor.nelement")
def numel(input: Tensor) -> int:
    """The number of elements.

    >>> x.numel()
    """
    return input.shape.num_elements()


@port("Tensor.dtype")
def dtype_of(input: Tensor) -> Dtype:
    """The dtype.

    >>> torch.zeros(2, dtype=x.dtype)
    """
    return input.dtype
