"""Picking elements: gather, where, masks. Each body is a template."""

import tensorflow as tf

from porter.rule import (
    Broadcast,
    Int,
    SameDtype,
    SameShape,
    Tensor,
    Unsupported,
    known,
    match,
    port,
    rank,
)


@port("torch.gather", "Tensor.gather")
def gather(input: Tensor, dim, index: Tensor) -> SameShape:
    """The elements of each row that index names.

    >>> q.gather(1, a.unsqueeze(1))
    >>> torch.gather(q, 1, a.view(-1, 1))
    >>> q.gather(dim=-1, index=a.unsqueeze(1))
    """
    if known(rank(input) == 2) and known(dim in (1, -1)):
        return tf.gather(input, index, batch_dims=1)
    return tf.experimental.numpy.take_along_axis(input, index, dim)


@match("q.gather(1, a.unsqueeze(1)).squeeze(1)", "q.gather(1, a.unsqueeze(-1)).squeeze(-1)",
       "q.gather(1, a.unsqueeze(1)).squeeze(-1)", "q.gather(1, a.unsqueeze(-1)).squeeze(1)",
       "q.gather(1, a.view(-1, 1)).squeeze(1)", "q.gather(1, a.view(-1, 1)).squeeze(-1)",
       "q.gather(1, a.reshape(-1, 1)).squeeze(1)", "q.gather(1, a.unsqueeze(1)).view(-1)",
       "q.gather(1, a.unsqueeze(1))[:, 0]")  # fmt: skip
def pick(q: Tensor, a: Tensor) -> SameDtype:
    """One element of each row: the value of the action that was taken.

    >>> q.gather(1, a.unsqueeze(1)).squeeze(1)
    >>> torch.gather(q, dim=1, index=a.unsqueeze(1)).squeeze(1)
    >>> q.gather(1, a.view(-1, 1)).squeeze(-1)
    """
    if known(rank(q) != 2) or known(rank(a) != 1):
        raise Unsupported("a gather from more than a matrix")
    return tf.gather(q, a, batch_dims=1)


@match("q.gather(1, a.unsqueeze(1)).squeeze()", "q.gather(1, a.unsqueeze(-1)).squeeze()",
       "q.gather(1, a.view(-1, 1)).squeeze()")  # fmt: skip
def pick_squeezed(q: Tensor, a: Tensor) -> SameDtype:
    """One element of each row; a batch of one gives a scalar.

    >>> q.gather(1, a.unsqueeze(1)).squeeze()
    >>> q[:1].gather(dim=1, index=a[:1].unsqueeze(dim=1)).squeeze()
    """
    if known(rank(q) != 2) or known(rank(a) != 1):
        raise Unsupported("a gather from more than a matrix")
    return tf.squeeze(tf.gather(q, a, batch_dims=1))


@match("q[torch.arange(n), a]", "q[range(n), a]", "q[np.arange(n), a]")
def pick_indexed(q: Tensor, n, a) -> SameDtype:
    """One element of each row, by two index vectors.

    >>> q[torch.arange(4), a]
    >>> q[range(len(a)), a]
    """
    del n  # the number of rows
    if known(rank(q) != 2):
        raise Unsupported("two indices of more than a matrix")
    return tf.gather(q, a, batch_dims=1)


@match("[q[i][a[i]] for i in range(len(a))]", "[q[i][a[i]] for i in range(len(q))]",
       "[q[i][a[i]] for i in range(a.shape[0])]", "[q[i][a[i]] for i in range(q.shape[0])]",
       "[q[i][a[i]] for i in range(a.size(0))]", "[q[i][a[i]] for i in range(q.size(0))]",
       "[q[i, a[i]] for i in range(len(a))]", "[q[i, a[i]] for i in range(len(q))]",
       "[q[i, a[i]] for i in range(a.shape[0])]", "[q[i, a[i]] for i in range(q.shape[0])]",
       "torch.stack([q[i][a[i]] for i in range(len(a))])",
       "torch.stack([q[i][a[i]] for i in range(len(q))])",
       "torch.stack([q[i][a[i]] for i in range(a.shape[0])])",
       "torch.stack([q[i][a[i]] for i in range(q.shape[0])])",
       "torch.stack([q[i][a[i]] for i in range(a.size(0))])",
       "torch.stack([q[i][a[i]] for i in range(q.size(0))])")  # fmt: skip
def pick_looped(q: Tensor, a) -> SameDtype:
    """One element of each row, by a loop over the rows: one gather instead.

    >>> torch.stack([q[i][a[i]] for i in range(len(a))])
    >>> torch.stack([q[row][a[row]] for row in range(q.size(0))])
    """
    if known(rank(q) != 2):
        raise Unsupported("a loop over more than a matrix")
    return tf.gather(q, a, batch_dims=1)


@port("torch.index_select", "Tensor.index_select")
def index_select(input: Tensor, dim, index: Tensor) -> SameShape:
    """Rows or columns by their numbers.

    >>> torch.index_select(x, 0, a)
    """
    return tf.gather(input, index, axis=dim)


@port("torch.where")
def where(condition: Tensor, input, other) -> Tensor:
    """Elements of one or the other.

    >>> torch.where(x > 0, x, y)
    >>> torch.where(x > 0, x, 0.0)
    """
    return tf.where(condition, input, other)


@port("torch.masked_select", "Tensor.masked_select")
def masked_select(input: Tensor, mask: Tensor) -> SameDtype:
    """The elements where the mask is true.

    >>> torch.masked_select(x, x > 0)
    """
    if known(rank(input) != rank(mask)):
        raise Unsupported("TensorFlow picks whole rows by a mask of fewer dimensions")
    return tf.boolean_mask(input, mask)


@port("torch.masked_fill", "Tensor.masked_fill")
def masked_fill(input: Tensor, mask: Tensor, value) -> Broadcast:
    """value where the mask is true.

    >>> x.masked_fill(x > 0, -1.0)
    >>> x[0].masked_fill(x > 0, -1.0)
    """
    return tf.where(mask, value, input)


@port("torch.nn.functional.one_hot")
def one_hot(tensor: Tensor, num_classes=-1) -> Int:
    """1 at the position that each element names, as integers.

    >>> F.one_hot(a, 3)
    >>> F.one_hot(a, num_classes=3)
    """
    if num_classes == -1:
        raise Unsupported("the number of classes must be given")
    return tf.one_hot(tensor, num_classes, dtype=tf.int64)
