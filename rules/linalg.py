"""Products of matrices and vectors. Each body is a template."""

import functools

import keras
import tensorflow as tf

from porter.rule import (
    Alike,
    Bool,
    Int,
    Lowered,
    Promoted,
    SameDtype,
    SameShape,
    Scalar,
    Summed,
    Tensor,
    Tensors,
    Unsupported,
    block,
    known,
    port,
    rank,
)


@port("torch.matmul", "Tensor.matmul", "torch.linalg.matmul")
def matmul(input: Alike, other: Alike) -> Scalar | SameDtype | Lowered | SameDtype | SameDtype:
    """Matrix product.

    >>> torch.matmul(x, y.t())
    >>> x.matmul(y[0])
    >>> x[0].matmul(y.t())
    >>> x[0].matmul(y[0])
    >>> x[0].matmul(y.t().expand(2, 3, 4))
    """
    if known(rank(input) == 1) and known(rank(other) == 1):
        return tf.tensordot(input, other, 1)
    if known(rank(input) == 1) and known(rank(other) == 2):
        return tf.linalg.matvec(other, input, transpose_a=True)
    if known(rank(input) > 1) and known(rank(other) == 1):
        return tf.linalg.matvec(input, other)
    if known(rank(input) > 1) and known(rank(other) > 1):
        return tf.matmul(input, other)
    return keras.ops.matmul(input, other)


@port("torch.mm", "torch.bmm", "Tensor.mm", "Tensor.bmm")
def mm(input: Alike, mat2: Alike) -> SameShape:
    """Product of two matrices, or of two stacks of them.

    >>> torch.mm(x, y.t())
    >>> x.mm(y.t())
    """
    return tf.matmul(input, mat2)


@port("torch.mv", "Tensor.mv")
def mv(input: Alike, vec: Alike) -> Lowered:
    """Product of a matrix and a vector.

    >>> torch.mv(x, y[0])
    """
    return tf.linalg.matvec(input, vec)


@port("torch.dot", "Tensor.dot", "torch.vdot", "Tensor.vdot")
def dot(input: Alike, tensor: Alike) -> Scalar:
    """Inner product of two vectors.

    >>> torch.dot(x[0], y[0])
    >>> x[0].vdot(y[0])
    """
    return tf.tensordot(input, tensor, 1)


@port("torch.linalg.vecdot")
def vecdot(x: Tensor, y: Tensor, *, dim=-1) -> SameDtype:
    """Inner products of vectors along dim.

    >>> torch.linalg.vecdot(x, y)
    >>> torch.linalg.vecdot(x, y[:1], dim=0)
    """
    if known(rank(x) == 0) or known(rank(y) == 0):
        raise Unsupported("a scalar has no dimension in TensorFlow")
    return tf.reduce_sum(x * y, axis=dim)


@port("torch.inner", "Tensor.inner")
def inner(input: Alike, other: Alike) -> SameDtype:
    """Inner products of the rows.

    >>> torch.inner(x, y)
    >>> x[0].inner(y[0])
    """
    if known(rank(input) == 0) or known(rank(other) == 0):
        return input * other
    return tf.tensordot(input, other, axes=[[-1], [-1]])


@port("torch.outer", "torch.ger", "Tensor.outer", "Tensor.ger")
def outer(input: Promoted, vec2: Promoted) -> SameDtype:
    """Products of each element of one vector with each of another.

    >>> torch.outer(x[0], y[0])
    >>> a.outer(x[0])
    """
    return input[:, tf.newaxis] * vec2


@port("torch.addmm", "Tensor.addmm")
def addmm(input: Alike, mat1: Alike, mat2: Alike, *, beta=1, alpha=1) -> SameDtype:
    """beta * input + alpha * (mat1 @ mat2).

    >>> torch.addmm(x[0], x, y[:3])
    >>> x[0].addmm(x, y[:3], beta=0.5, alpha=2)
    >>> x[0].addmm(x, y[:3], beta=0.5)
    """
    if known(beta == 0):
        raise Unsupported("beta=0: leave the first tensor out")
    if known(input, Int) and (known(beta, float) or known(alpha, float)):
        raise Unsupported("a float times integers")
    if known(beta == 1) and known(alpha == 1):
        return input + tf.matmul(mat1, mat2)
    if known(beta == 1):
        return input + alpha * tf.matmul(mat1, mat2)
    if known(alpha == 1):
        return beta * input + tf.matmul(mat1, mat2)
    return beta * input + alpha * tf.matmul(mat1, mat2)


@port("torch.baddbmm", "Tensor.baddbmm")
def baddbmm(input: Alike, batch1: Alike, batch2: Alike, *, beta=1, alpha=1) -> SameDtype:
    """beta * input + alpha * (batch1 @ batch2).

    >>> torch.baddbmm(x[0], x.unsqueeze(0), y[:3].unsqueeze(0))
    >>> x[0].baddbmm(x.unsqueeze(0), y[:3].unsqueeze(0), beta=0.5)
    """
    if known(beta == 0):
        raise Unsupported("beta=0: leave the first tensor out")
    if known(input, Int) and (known(beta, float) or known(alpha, float)):
        raise Unsupported("a float times integers")
    if known(beta == 1) and known(alpha == 1):
        return input + tf.matmul(batch1, batch2)
    if known(beta == 1):
        return input + alpha * tf.matmul(batch1, batch2)
    if known(alpha == 1):
        return beta * input + tf.matmul(batch1, batch2)
    return beta * input + alpha * tf.matmul(batch1, batch2)


@port("torch.addbmm", "Tensor.addbmm")
def addbmm(input: Alike, batch1: Alike, batch2: Alike, *, beta=1, alpha=1) -> SameDtype:
    """beta * input + alpha * the sum of all (batch1 @ batch2).

    >>> torch.addbmm(x[0], x.unsqueeze(0), y[:3].unsqueeze(0))
    """
    if known(beta == 0):
        raise Unsupported("beta=0: leave the first tensor out")
    if known(input, Int) and (known(beta, float) or known(alpha, float)):
        raise Unsupported("a float times integers")
    if known(beta == 1) and known(alpha == 1):
        return input + tf.reduce_sum(tf.matmul(batch1, batch2), axis=0)
    if known(beta == 1):
        return input + alpha * tf.reduce_sum(tf.matmul(batch1, batch2), axis=0)
    if known(alpha == 1):
        return beta * input + tf.reduce_sum(tf.matmul(batch1, batch2), axis=0)
    return beta * input + alpha * tf.reduce_sum(tf.matmul(batch1, batch2), axis=0)


@port("torch.addmv", "Tensor.addmv")
def addmv(input: Alike, mat: Alike, vec: Alike, *, beta=1, alpha=1) -> SameDtype:
    """beta * input + alpha * (mat @ vec).

    >>> torch.addmv(x[:, 0], y, x[0])
    >>> x[:, 0].addmv(y, x[0], alpha=0.5)
    """
    if known(beta == 0):
        raise Unsupported("beta=0: leave the first tensor out")
    if known(input, Int) and (known(beta, float) or known(alpha, float)):
        raise Unsupported("a float times integers")
    if known(beta == 1) and known(alpha == 1):
        return input + tf.linalg.matvec(mat, vec)
    if known(beta == 1):
        return input + alpha * tf.linalg.matvec(mat, vec)
    if known(alpha == 1):
        return beta * input + tf.linalg.matvec(mat, vec)
    return beta * input + alpha * tf.linalg.matvec(mat, vec)


@port("torch.addr", "Tensor.addr")
def addr(input: Promoted, vec1: Promoted, vec2: Promoted, *, beta=1, alpha=1) -> SameDtype:
    """beta * input + alpha * (the products of each element of vec1 with each of vec2).

    >>> torch.addr(x, y[:, 0], y[0])
    >>> x.addr(y[:, 0], y[0], beta=0.5, alpha=2)
    """
    if known(input, Bool):
        raise Unsupported("booleans")
    if known(beta == 0):
        raise Unsupported("beta=0: leave the first tensor out")
    if known(input, Int) and (known(beta, float) or known(alpha, float)):
        raise Unsupported("a float times integers")
    if known(beta == 1) and known(alpha == 1):
        return input + vec1[:, tf.newaxis] * vec2
    if known(beta == 1):
        return input + alpha * (vec1[:, tf.newaxis] * vec2)
    if known(alpha == 1):
        return beta * input + vec1[:, tf.newaxis] * vec2
    return beta * input + alpha * (vec1[:, tf.newaxis] * vec2)


@port("torch.einsum")
def einsum(equation, *operands) -> Tensor:
    """Sums of products along the dimensions that the letters name.

    >>> torch.einsum("ij,kj->ik", x, y)
    >>> torch.einsum("bi,bi->b", [x, y])
    >>> torch.einsum("...i,i->...", x, y[0])
    >>> torch.einsum("... d, m d -> ... m", x, y)
    """
    if known(equation, Tensor):
        raise Unsupported("dimensions given as lists of numbers: write the equation")
    if known("..." in equation) and not known("->..." in equation or "-> ..." in equation):
        raise Unsupported("dimensions that ... stands for are summed up")
    return tf.einsum(equation, *operands)


@port("torch.tensordot")
def tensordot(a: Alike, b: Alike, dims=2) -> SameDtype:
    """Sums of products along several dimensions.

    >>> torch.tensordot(x, y)
    >>> torch.tensordot(x, y, dims=([1], [1]))
    """
    return tf.tensordot(a, b, axes=dims)


@port("torch.kron", "Tensor.kron")
def kron(input: Promoted, other: Promoted) -> SameDtype:
    """Each element of one tensor times the whole other one.

    >>> torch.kron(x, y)
    """
    if known(input, Bool):
        raise Unsupported("booleans")
    return tf.experimental.numpy.kron(input, other)


@port("torch.linalg.cross")
def linalg_cross(input: Promoted, other: Promoted, *, dim=-1) -> SameDtype:
    """Cross products of vectors of three.

    >>> torch.linalg.cross(x, y)
    """
    return tf.experimental.numpy.cross(input, other, axis=dim)


@port("torch.cross", "Tensor.cross")
def cross(input: Promoted, other: Promoted, dim=None) -> SameDtype:
    """Cross products of vectors of three.

    >>> torch.cross(x, y, dim=1)
    >>> x.cross(y, -1)
    """
    if dim is None:
        raise Unsupported("torch looks for a dimension of size 3: give dim=")
    return tf.experimental.numpy.cross(input, other, axis=dim)


@port("torch.trace", "Tensor.trace")
def trace_of_matrix(input: Summed) -> Scalar:
    """Sum of the diagonal.

    >>> torch.trace(x)
    """
    return tf.linalg.trace(input)


@block
def chain(matrices):
    """The product of all; the first and the last one may be vectors."""
    first, last = matrices[0].shape.rank == 1, matrices[-1].shape.rank == 1
    matrices = [*matrices]
    if first:
        matrices[0] = matrices[0][tf.newaxis, :]
    if last:
        matrices[-1] = matrices[-1][:, tf.newaxis]
    found = functools.reduce(tf.matmul, matrices)
    found = tf.squeeze(found, -1) if last else found
    return tf.squeeze(found, 0) if first else found


@port("torch.linalg.multi_dot")
def multi_dot(tensors: Tensors) -> Tensor:
    """The product of several matrices; the first and the last one may be vectors.

    >>> torch.linalg.multi_dot([x, y.t(), x])
    >>> torch.linalg.multi_dot([x[0], y.t(), x[:, 0]])
    """
    return chain(tensors)


@port("torch.chain_matmul")
def chain_matmul(*matrices) -> Tensor:
    """The product of several matrices.

    >>> torch.chain_matmul(x, y.t(), x)
    """
    return chain(matrices)


@block
def matrix_power(x, n):
    """The product of n of the same matrix; of inverses for a negative n."""
    if n == 0:
        return tf.eye(x.shape[-1], batch_shape=x.shape[:-2], dtype=x.dtype)
    return functools.reduce(tf.matmul, [tf.linalg.inv(x) if n < 0 else x] * abs(n))


@port("torch.linalg.matrix_power", "torch.matrix_power", "Tensor.matrix_power")
def matrix_to_the(A: Tensor, n) -> SameShape:
    """The product of n of the same matrix; of inverses for a negative n.

    >>> torch.linalg.matrix_power(x[:3], 3)
    >>> torch.matrix_power(x[:3], -2)
    """
    return matrix_power(A, n)
