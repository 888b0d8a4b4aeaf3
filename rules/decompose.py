"""Equations and decompositions: solve, inv, cholesky, qr, svd, eigh. Each body is a template."""

import numpy as np
import tensorflow as tf

from porter.rule import (
    Int,
    Lowered,
    SameDtype,
    SameShape,
    Tensor,
    Unsupported,
    block,
    known,
    match,
    port,
    rank,
)


@port("torch.det", "Tensor.det", "torch.linalg.det")
def det(input: Tensor) -> SameDtype:
    """Determinant.

    >>> torch.det(x[:3])
    """
    return tf.linalg.det(input)


@port("torch.slogdet", "Tensor.slogdet", "torch.linalg.slogdet")
def slogdet(input: Tensor) -> tuple[SameDtype, SameDtype]:
    """Sign and logarithm of the determinant.

    >>> torch.linalg.slogdet(x[:3])
    >>> x[:3].slogdet()[1]
    """
    return tf.linalg.slogdet(input)


@block
def log_det(x):
    """Logarithm of the determinant, NaN where that is negative."""
    sign, value = tf.linalg.slogdet(x)
    return tf.where(sign < 0, tf.constant(np.nan, x.dtype), value)


@port("torch.logdet", "Tensor.logdet")
def logdet(input: Tensor) -> SameDtype:
    """Logarithm of the determinant.

    >>> torch.logdet(x[:3])
    """
    return log_det(input)


@port("torch.inverse", "Tensor.inverse")
def inverse(input: Tensor) -> SameShape:
    """Inverse matrix.

    >>> torch.inverse(x[:3])
    """
    return tf.linalg.inv(input)


@port("torch.linalg.inv")
def linalg_inv(A: Tensor) -> SameShape:
    """Inverse matrix.

    >>> torch.linalg.inv(x[:3])
    """
    return tf.linalg.inv(A)


@port("torch.linalg.pinv", "torch.pinverse", "Tensor.pinverse")
def pinv(A: Tensor, *, atol=None, rtol=None, hermitian=False) -> SameShape:
    """Pseudo-inverse.

    >>> torch.linalg.pinv(x)
    """
    if atol is not None or rtol is not None or hermitian:
        raise Unsupported("tolerances")
    return tf.linalg.pinv(A)


@block(reads_length=True)
def solve(a, b):
    """The solution of a @ x = b; b may be a vector for each matrix."""
    if b.shape.rank == 1 or (b.shape.rank == a.shape.rank - 1 and b.shape == a.shape[:-1]):
        return tf.squeeze(solve(a, b[..., tf.newaxis]), -1)
    batch = tf.broadcast_static_shape(a.shape[:-2], b.shape[:-2])
    a = tf.broadcast_to(a, [*batch, *a.shape[-2:]])
    return tf.linalg.solve(a, tf.broadcast_to(b, [*batch, *b.shape[-2:]]))


@port("torch.linalg.solve")
def linalg_solve(A: Tensor, B: Tensor, *, left=True) -> SameDtype:
    """The solution of A @ X = B.

    >>> torch.linalg.solve(x[:3], y[:3])
    >>> torch.linalg.solve(x[:3], y[0])
    """
    if not left:
        raise Unsupported("left=False: transpose")
    if known(rank(A) == 2) and known(rank(B) == 2):
        return tf.linalg.solve(A, B)
    return solve(A, B)


@block(reads_length=True)
def solve_by_triangle(a, b, upper, left=True, unit=False):
    """The solution of a @ x = b, or of x @ a = b, for a triangular a, with ones in its diagonal."""
    if not left:
        turned = map(tf.linalg.matrix_transpose, (a, b))
        return tf.linalg.matrix_transpose(solve_by_triangle(*turned, not upper, unit=unit))
    if unit:
        a = tf.linalg.set_diag(a, tf.ones(a.shape[:-1], a.dtype))
    return tf.linalg.triangular_solve(a, b, lower=not upper)


@port("torch.linalg.solve_triangular")
def solve_triangular(A: Tensor, B: Tensor, *, upper, left=True, unitriangular=False) -> SameDtype:
    """The solution of A @ X = B for a triangular A; of X @ A = B with left=False.

    >>> torch.linalg.solve_triangular(x[:3], y[:3], upper=True)
    >>> torch.linalg.solve_triangular(x[:3], y[:3], upper=False)
    >>> torch.linalg.solve_triangular(x[:3], y, upper=True, left=False)
    >>> torch.linalg.solve_triangular(x[:3], y[:3], upper=False, unitriangular=True)
    """
    if not left or unitriangular:
        return solve_by_triangle(A, B, upper, left=left, unit=unitriangular)
    if upper:
        return tf.linalg.triangular_solve(A, B, lower=False)
    return tf.linalg.triangular_solve(A, B)


@port("torch.triangular_solve", "Tensor.triangular_solve")
def triangular_solve(
    b: Tensor, A: Tensor, upper=True, transpose=False, unitriangular=False
) -> tuple[SameDtype, SameDtype]:
    """The solution of A @ X = b for a triangular A, and A.

    >>> torch.triangular_solve(y[:3], x[:3])
    >>> y[:3].triangular_solve(x[:3], upper=False)[0]
    """
    if transpose or unitriangular:
        raise Unsupported("transpose and unitriangular")
    if upper:
        return tf.linalg.triangular_solve(A, b, lower=False), A
    return tf.linalg.triangular_solve(A, b), A


@block
def cholesky_factor(x):
    """tf.linalg.cholesky(): it gives NaN where torch raises an error."""
    message = "the input is not positive-definite"
    return tf.debugging.check_numerics(tf.linalg.cholesky(x), message)


@port("torch.linalg.cholesky", "torch.cholesky", "Tensor.cholesky")
def cholesky(input: Tensor, upper=False) -> SameShape:
    """The triangular matrix whose product with its transpose is the input.

    >>> torch.linalg.cholesky(x.t() @ x)
    >>> torch.linalg.cholesky(x.t() @ x, upper=True)
    """
    if upper:
        return tf.linalg.matrix_transpose(cholesky_factor(input))
    return cholesky_factor(input)


@port(
    "torch.cholesky_solve",
    "Tensor.cholesky_solve",
    note="the gradient goes to the triangle that is read",
)
def cholesky_solve(B: Tensor, L: Tensor, upper=False) -> SameDtype:
    """The solution of A @ X = B, by the Cholesky factor of A.

    >>> torch.cholesky_solve(y[:3], torch.linalg.cholesky(x.t() @ x))
    """
    if upper:
        return tf.linalg.cholesky_solve(tf.linalg.matrix_transpose(L), B)
    return tf.linalg.cholesky_solve(L, B)


@block
def cholesky_inverse(factor):
    """The inverse of a matrix, by its Cholesky factor."""
    eye = tf.eye(factor.shape[-1], batch_shape=factor.shape[:-2], dtype=factor.dtype)
    return tf.linalg.cholesky_solve(factor, eye)


@port(
    "torch.cholesky_inverse",
    "Tensor.cholesky_inverse",
    note="the gradient goes to the triangle that is read",
)
def inverse_by_cholesky(L: Tensor, upper=False) -> SameShape:
    """The inverse of a matrix, by its Cholesky factor.

    >>> torch.cholesky_inverse(torch.linalg.cholesky(x.t() @ x))
    """
    if upper:
        return cholesky_inverse(tf.linalg.matrix_transpose(L))
    return cholesky_inverse(L)


@port("torch.linalg.qr", "torch.qr", "Tensor.qr")
def qr(A: Tensor, mode="reduced") -> tuple[SameShape, SameShape]:
    """An orthogonal and an upper triangular matrix with A as product.

    >>> torch.linalg.qr(x)
    >>> torch.linalg.qr(x, mode="complete")
    """
    if mode == "reduced":
        return tf.linalg.qr(A)
    if mode == "complete":
        return tf.linalg.qr(A, full_matrices=True)
    raise Unsupported("a mode other than reduced and complete")


@block
def svd(x, full_matrices=True):
    """U, the singular values and the transposed V."""
    values, u, v = tf.linalg.svd(x, full_matrices=full_matrices)
    return u, values, tf.linalg.adjoint(v)


@port("torch.linalg.svd", note="the vectors' signs may differ")
def linalg_svd(A: Tensor, full_matrices=True) -> tuple[SameShape, Lowered, SameShape]:
    """Singular values and vectors.

    >>> torch.linalg.svd(x)[1]
    """
    return svd(A, full_matrices=full_matrices)


@block
def thin_svd(x, some=True):
    """U, the singular values and V."""
    values, u, v = tf.linalg.svd(x, full_matrices=not some)
    return u, values, v


@port("torch.svd", "Tensor.svd", note="the vectors' signs may differ")
def old_svd(input: Tensor, some=True) -> tuple[SameShape, Lowered, SameShape]:
    """Singular values and vectors.

    >>> torch.svd(x)[1]
    """
    return thin_svd(input, some=some)


@port("torch.linalg.svdvals")
def svdvals(A: Tensor) -> Lowered:
    """Singular values.

    >>> torch.linalg.svdvals(x)
    """
    return tf.linalg.svd(A, compute_uv=False)


@port(
    "torch.linalg.eigh",
    note="the vectors' signs may differ, and the gradient goes to the triangle that is read",
)
def eigh(A: Tensor, UPLO="L") -> tuple[Lowered, SameShape]:
    """Eigenvalues and eigenvectors of a symmetric matrix.

    >>> torch.linalg.eigh(x.t() @ x)[0]
    >>> torch.linalg.eigh(x[:3], UPLO="U")[0]
    """
    if UPLO == "L":
        return tf.linalg.eigh(A)
    if UPLO == "U":
        return tf.linalg.eigh(tf.linalg.matrix_transpose(A))
    raise Unsupported("the triangle to read")


@port("torch.linalg.eigvalsh", note="the gradient goes to the triangle that is read")
def eigvalsh(A: Tensor, UPLO="L") -> Lowered:
    """Eigenvalues of a symmetric matrix.

    >>> torch.linalg.eigvalsh(x.t() @ x)
    >>> torch.linalg.eigvalsh(x[:3], UPLO="U")
    """
    if UPLO == "L":
        return tf.linalg.eigvalsh(A)
    if UPLO == "U":
        return tf.linalg.eigvalsh(tf.linalg.matrix_transpose(A))
    raise Unsupported("the triangle to read")


@port("torch.linalg.eig", "torch.linalg.eigvals")
def eig(A: Tensor) -> Tensor:
    """Eigenvalues of any matrix.

    Not proven: it is refused.
    """
    raise Unsupported("the order of complex eigenvalues differs")


@match("torch.linalg.lstsq(a, b).solution", "torch.linalg.lstsq(a, b)[0]")
def least_squares(a: Tensor, b: Tensor) -> SameDtype:
    """The solution of a @ x = b with the least squares.

    >>> torch.linalg.lstsq(x, y).solution
    """
    return tf.matmul(tf.linalg.pinv(a), b)  # tf.linalg.lstsq is less exact, or has no gradient


@port("torch.linalg.lstsq")
def lstsq(A: Tensor, B: Tensor, rcond=None, *, driver=None) -> Tensor:
    """The solution of A @ X = B with the least squares, with residuals and more.

    Not proven: it is refused.
    """
    raise Unsupported("only its .solution is ported")


@block(reads_length=True)
def count_independent(x):
    """The number of singular values that are not zero, but for rounding."""
    values = tf.linalg.svd(x, compute_uv=False)
    small = max(x.shape[-2:]) * np.finfo(tf.as_dtype(x.dtype).as_numpy_dtype).eps * values[..., :1]
    return tf.math.count_nonzero(values > small, axis=-1)


@port("torch.linalg.matrix_rank")
def matrix_rank_of(A: Tensor, *, tol=None, atol=None, rtol=None, hermitian=False) -> Int:
    """The number of singular values that are not zero.

    >>> torch.linalg.matrix_rank(x)
    """
    if tol is not None or atol is not None or rtol is not None or hermitian:
        raise Unsupported("tolerances")
    return count_independent(A)


@block
def condition(x):
    """The largest singular value, divided by the smallest."""
    values = tf.linalg.svd(x, compute_uv=False)
    return values[..., 0] / values[..., -1]


@port("torch.linalg.cond")
def cond(A: Tensor, p=None) -> SameDtype:
    """The largest singular value, divided by the smallest.

    >>> torch.linalg.cond(x)
    """
    if p not in (None, 2):
        raise Unsupported("a condition by another norm")
    return condition(A)


@port("torch.linalg.matrix_exp", "torch.matrix_exp", "Tensor.matrix_exp")
def matrix_exp(A: Tensor) -> SameShape:
    """e to the power of a matrix.

    >>> torch.linalg.matrix_exp(x[:3])
    """
    return tf.linalg.expm(A)


@port("torch.lu", "Tensor.lu", "torch.linalg.lu", "torch.linalg.lu_factor", "torch.lu_solve",
      "torch.linalg.lu_solve", "torch.linalg.ldl_factor", "torch.geqrf", "torch.ormqr")  # fmt: skip
def lu(A: Tensor, *args) -> Tensor:
    """Factors in LAPACK's packed forms.

    Not proven: it is refused.
    """
    raise Unsupported("TensorFlow packs these factors in another way")
