"""Random numbers. The streams differ: no seed gives the same numbers in both frameworks."""

import tensorflow as tf

from porter.rule import (
    Float,
    Int,
    Nothing,
    SameShape,
    Sequence,
    Shape,
    Tensor,
    Typed,
    Unsupported,
    port,
    rank,
)


@port("torch.rand")
def rand(*size: Shape, dtype=None, device=None) -> Typed | Typed:
    """Uniform in [0, 1).

    >>> torch.rand(2, 3)
    >>> torch.rand((2, 3), dtype=torch.float64)
    """
    del device  # TensorFlow places tensors itself
    if dtype is None:
        return tf.random.uniform(size)
    return tf.random.uniform(size, dtype=dtype)


@port("torch.randn")
def randn(*size: Shape, dtype=None, device=None) -> Typed | Typed:
    """Standard normal.

    >>> torch.randn(2, 3)
    >>> torch.randn(4)
    """
    del device  # TensorFlow places tensors itself
    if dtype is None:
        return tf.random.normal(size)
    return tf.random.normal(size, dtype=dtype)


@port("torch.rand_like")
def rand_like(input: Tensor) -> SameShape:
    """Uniform in [0, 1), in the shape of another tensor.

    >>> torch.rand_like(x)
    """
    return tf.random.uniform(tf.shape(input), dtype=input.dtype)


@port("torch.randn_like")
def randn_like(input: Tensor) -> SameShape:
    """Standard normal, in the shape of another tensor.

    >>> torch.randn_like(x)
    >>> torch.randn_like(x.exp())
    """
    return tf.random.normal(tf.shape(input), dtype=input.dtype)


@port("torch.randint")
def randint(low, high, size=None, dtype=None, device=None) -> Int | Int:
    """Integers in [low, high), or in [0, high) if only that is given.

    >>> torch.randint(0, 5, (2, 3))
    >>> torch.randint(5, (3,))
    """
    del device  # TensorFlow places tensors itself
    if isinstance(high, Sequence):
        return tf.random.uniform(high, maxval=low, dtype=tf.int64)
    return tf.random.uniform(size, low, high, dtype=tf.int64)


@port("torch.normal")
def normal(mean, std, size=None, device=None) -> Float:
    """Normal with a mean and a standard deviation that are numbers.

    >>> torch.normal(0, 0.1, size=(2, 3))
    """
    del device  # TensorFlow places tensors itself
    if size is None:
        raise Unsupported("means or deviations that are tensors: write mean + std * randn_like")
    return tf.random.normal(size, mean, std)


@port("torch.multinomial", "Tensor.multinomial")
def multinomial(input: Tensor, num_samples, replacement=False) -> Int:
    """Indices drawn with these probabilities.

    >>> torch.multinomial(F.softmax(x, 1), 1)
    """
    if rank(input) != 2:
        raise Unsupported("TensorFlow draws from the rows of a matrix only")
    if num_samples != 1 and not replacement:
        raise Unsupported("TensorFlow draws with replacement only")
    return tf.random.categorical(tf.math.log(input), num_samples)


@port("torch.randperm")
def randperm(n, device=None) -> Int:
    """The integers below n, shuffled.

    >>> torch.randperm(5)
    """
    del device  # TensorFlow places tensors itself
    return tf.random.shuffle(tf.range(n, dtype=tf.int64))


@port("torch.manual_seed", "torch.random.manual_seed")
def manual_seed(seed) -> Nothing:
    """Seed TensorFlow's generator, which initialises networks too; Python's and NumPy's stay.

    >>> torch.manual_seed(0)
    """
    return tf.random.set_seed(seed)


@port("torch.cuda.manual_seed", "torch.cuda.manual_seed_all")
def cuda_manual_seed(seed) -> Nothing:
    """Seed TensorFlow's generator, which serves all devices.

    >>> torch.cuda.manual_seed_all(0)
    """
    return tf.random.set_seed(seed)
