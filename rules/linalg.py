"""Products of matrices and vectors. Each body is a template."""

import tensorflow as tf

from porter.rule import (
    Lowered,
    SameDtype,
    SameShape,
    Scalar,
    Tensor,
    Unsupported,
    known,
    port,
    rank,
)


@port("torch.matmul", "Tensor.matmul")
def matmul(input: Tensor, other: Tensor) -> Lowered | SameDtype:
    """Matrix product.

    >>> torch.matmul(x, y.t())
    >>> x.matmul(y[0])
    """
    if known(rank(input) == 1):
        raise Unsupported("a product with a vector on the left")
    if known(rank(input) > 1) and known(rank(other) == 1):
        return tf.linalg.matvec(input, other)
    return tf.matmul(input, other)


@port("torch.mm", "torch.bmm", "Tensor.mm", "Tensor.bmm")
def mm(input: Tensor, mat2: Tensor) -> SameShape:
    """Product of two matrices, or of two stacks of them.

    >>> torch.mm(x, y.t())
    >>> x.mm(y.t())
    """
    return tf.matmul(input, mat2)


@port("torch.mv", "Tensor.mv")
def mv(input: Tensor, vec: Tensor) -> Lowered:
    """Product of a matrix and a vector.

    >>> torch.mv(x, y[0])
    """
    return tf.linalg.matvec(input, vec)


@port("torch.dot", "Tensor.dot")
def dot(input: Tensor, tensor: Tensor) -> Scalar:
    """Inner product of two vectors.

    >>> torch.dot(x[0], y[0])
    """
    return tf.tensordot(input, tensor, 1)
