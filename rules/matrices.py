"""Parts of matrices, tensors like others: tril, diag, new_zeros. Each body is a template."""

import numpy as np
import tensorflow as tf

from porter.rule import (
    Bool,
    Float,
    Int,
    Lowered,
    Number,
    Raised,
    SameDtype,
    SameShape,
    Shaped,
    Size,
    Tensor,
    Unsupported,
    known,
    port,
    rank,
)


@port("torch.tril", "Tensor.tril", reads_length=True)
def tril(input: Tensor, diagonal=0) -> SameShape:
    """The lower triangle; zeros above the diagonal.

    >>> torch.tril(x)
    >>> x.tril(-1)
    """
    if diagonal == 0:
        return tf.linalg.band_part(input, -1, 0)
    if known(input, Bool):
        return tf.cast(tf.experimental.numpy.tril(tf.cast(input, tf.int8), diagonal), tf.bool)
    return tf.experimental.numpy.tril(input, diagonal)


@port("torch.triu", "Tensor.triu", reads_length=True)
def triu(input: Tensor, diagonal=0) -> SameShape:
    """The upper triangle; zeros below the diagonal.

    >>> torch.triu(x)
    >>> x.triu(diagonal=1)
    >>> torch.triu(x > 0, -1)
    >>> torch.triu(torch.ones(3, 4, dtype=torch.bool), diagonal=1)
    """
    if diagonal == 0:
        return tf.linalg.band_part(input, 0, -1)
    if known(input, Bool):
        return tf.cast(tf.experimental.numpy.triu(tf.cast(input, tf.int8), diagonal), tf.bool)
    return tf.experimental.numpy.triu(input, diagonal)


@port("Tensor.fill_diagonal_")
def fill_diagonal(input: Tensor, fill_value: Number, wrap=False) -> SameShape:
    """A number on the diagonal of a matrix.

    >>> x.clone().fill_diagonal_(5)
    >>> torch.zeros(3, 3).fill_diagonal_(0.5).sum()
    """
    if wrap:
        raise Unsupported("wrap: tall matrices have one diagonal in TensorFlow")
    if known(rank(input) != 2):
        raise Unsupported("it is ported for a matrix")
    return tf.linalg.set_diag(
        input, tf.fill(tf.shape(tf.linalg.diag_part(input)), tf.cast(fill_value, input.dtype))
    )


@port("torch.tril_indices")
def tril_indices(row, col, offset=0, *, dtype=None, device=None) -> Tensor | Int:
    """The coordinates of the lower triangle.

    >>> torch.tril_indices(3, 3)
    >>> torch.tril_indices(3, 4, offset=-1)
    """
    del device  # TensorFlow places tensors itself
    if dtype is not None:
        return tf.constant(np.stack(np.tril_indices(row, offset, col)), dtype)
    return tf.constant(np.stack(np.tril_indices(row, offset, col)), tf.int64)


@port("torch.triu_indices")
def triu_indices(row, col, offset=0, *, dtype=None, device=None) -> Tensor | Int:
    """The coordinates of the upper triangle.

    >>> torch.triu_indices(3, 3)
    >>> torch.triu_indices(3, 4, offset=1)
    """
    del device  # TensorFlow places tensors itself
    if dtype is not None:
        return tf.constant(np.stack(np.triu_indices(row, offset, col)), dtype)
    return tf.constant(np.stack(np.triu_indices(row, offset, col)), tf.int64)


@port("torch.diag", "Tensor.diag")
def diag(input: Tensor, diagonal=0) -> Raised | Lowered | SameDtype:
    """A matrix with this diagonal, or the diagonal of a matrix.

    >>> torch.diag(x[0])
    >>> torch.diag(x)
    >>> x.diag(1)
    """
    if known(rank(input) == 1):
        return tf.linalg.diag(input, k=diagonal)
    if known(rank(input) == 2):
        return tf.linalg.diag_part(input, k=diagonal)
    return tf.experimental.numpy.diag(input, diagonal)


@port("torch.diagonal", "Tensor.diagonal", "torch.diagonal_copy")
def diagonal(input: Tensor, offset=0, dim1=0, dim2=1) -> Lowered:
    """The diagonals along two dimensions.

    >>> torch.diagonal(x)
    >>> x.diagonal(1)
    >>> torch.diagonal_copy(x, 1)
    """
    if known(rank(input) == 2) and known(dim1 == 0) and known(dim2 == 1):
        return tf.linalg.diag_part(input, k=offset)
    return tf.experimental.numpy.diagonal(input, offset, dim1, dim2)


@port("torch.linalg.diagonal")
def linalg_diagonal(A: Tensor, *, offset=0, dim1=-2, dim2=-1) -> Lowered:
    """The diagonals of matrices.

    >>> torch.linalg.diagonal(x)
    """
    if known(dim1 == -2) and known(dim2 == -1):
        return tf.linalg.diag_part(A, k=offset)
    return tf.experimental.numpy.diagonal(A, offset, dim1, dim2)


@port("torch.diag_embed", "Tensor.diag_embed")
def diag_embed(input: Tensor, offset=0, dim1=-2, dim2=-1) -> Raised:
    """Matrices with these diagonals.

    >>> torch.diag_embed(x)
    >>> x.diag_embed(offset=1)
    """
    if dim1 != -2 or dim2 != -1:
        raise Unsupported("matrices in other than the last two dimensions")
    return tf.linalg.diag(input, k=offset)


@port("torch.diagflat", "Tensor.diagflat")
def diagflat(input: Tensor, offset=0) -> SameDtype:
    """A matrix with all elements along its diagonal.

    >>> torch.diagflat(x)
    """
    return tf.linalg.diag(tf.reshape(input, [-1]), k=offset)


@port("torch.vander")
def vander(x: Tensor, N=None, increasing=False) -> Raised:
    """The powers of each element, one row for each.

    >>> torch.vander(x[0])
    >>> torch.vander(x[0], N=2, increasing=True)
    """
    if known(x, Bool) or known(rank(x) != 1):
        raise Unsupported("booleans, or more than a vector")
    return tf.experimental.numpy.vander(x, N=N, increasing=increasing)


@port("torch.linalg.vander")
def linalg_vander(x: Tensor, *, N=None) -> Raised:
    """The rising powers of each element, one row for each.

    >>> torch.linalg.vander(x[0])
    """
    if known(x, Bool) or known(rank(x) != 1):
        raise Unsupported("booleans, or more than a vector")
    return tf.experimental.numpy.vander(x, N=N, increasing=True)


@port("Tensor.new_zeros", "Tensor.new_empty")
def new_zeros(input: Tensor, *size, dtype=None, device=None, requires_grad=False) -> Shaped:
    """Zeros of the tensor's dtype.

    >>> x.new_zeros(2, 3)
    >>> a.new_zeros((2,))
    >>> a.new_zeros(2, dtype=torch.float32)
    """
    del device  # TensorFlow places tensors itself
    if requires_grad:
        raise Unsupported("requires_grad=")
    if dtype is None:
        return tf.zeros(size, input.dtype)
    del input  # dtype says all
    return tf.zeros(size, dtype)


@port("Tensor.new")
def new(input: Tensor, size, *sizes: int) -> Shaped:
    """Zeros of the tensor's dtype: torch leaves their memory as it is.

    >>> x.new(2, 3).shape
    >>> a.new(2).zero_()
    >>> x.new(x.shape).fill_(1)
    """
    if known(size, Size):
        return tf.zeros(size, input.dtype)
    if known(size, Number) or len(sizes) > 0:
        return tf.zeros([size, *sizes], input.dtype)
    raise Unsupported("data: use new_tensor()")


@port("Tensor.new_ones")
def new_ones(input: Tensor, *size, dtype=None, device=None, requires_grad=False) -> Shaped:
    """Ones of the tensor's dtype.

    >>> x.new_ones(2, 3)
    >>> a.new_ones((2,))
    """
    del device  # TensorFlow places tensors itself
    if requires_grad:
        raise Unsupported("requires_grad=")
    if dtype is None:
        return tf.ones(size, input.dtype)
    del input  # dtype says all
    return tf.ones(size, dtype)


@port("Tensor.new_full")
def new_full(
    input: Tensor, size, fill_value, *, dtype=None, device=None, requires_grad=False
) -> Shaped:
    """One value everywhere, of the tensor's dtype.

    >>> x.new_full((2, 3), 0.5)
    >>> a.new_full((2,), 1)
    """
    del device  # TensorFlow places tensors itself
    if requires_grad:
        raise Unsupported("requires_grad=")
    if known(input, Int) and dtype is None and not known(fill_value, int):
        raise Unsupported("a float among integers")
    if known(input, Bool) and dtype is None and not known(fill_value, bool):
        raise Unsupported("a number among booleans")
    if known(dtype, Bool) and not known(fill_value, bool):
        raise Unsupported("a number among booleans")
    if dtype is None:
        return tf.constant(fill_value, input.dtype, size)
    del input  # dtype says all
    return tf.constant(fill_value, dtype, size)


@port("Tensor.new_tensor")
def new_tensor(input: Tensor, data, *, dtype=None, device=None) -> Tensor:
    """A tensor of the data, of the tensor's dtype.

    >>> x.new_tensor([1, 2])
    >>> x.new_tensor(0.5)
    >>> x.new_tensor(2)
    >>> a.new_tensor(n, dtype=torch.float32)
    """
    del device  # TensorFlow places tensors itself
    if known(data, Tensor):
        raise Unsupported("a tensor: use clone().detach()")
    if dtype is None and known(input, Float) and known(data, Number):
        return tf.constant(data, input.dtype)
    if dtype is None:
        return tf.constant(np.array(data), input.dtype)
    del input  # dtype says all
    return tf.constant(np.array(data), dtype)
