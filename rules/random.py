"""Random numbers. The streams differ: no seed gives the same numbers in both frameworks."""

import keras
import tensorflow as tf

from porter.rule import (
    Float,
    Int,
    IntVector,
    Parameter,
    SameShape,
    Sequence,
    Shape,
    Tensor,
    Typed,
    TypedLike,
    TypedParameter,
    Unsupported,
    Vector,
    block,
    known,
    port,
    rank,
)
from rules.create import given_size
from rules.seeds import drawn_integers


@block
def shape_of(size):
    """torch takes a number for the shape of a vector."""
    return size if isinstance(size, (list, tuple, tf.TensorShape)) else [size]


@block
def source(generator):
    """What draws: a generator, or TensorFlow's functions."""
    return tf.random if generator is None else generator


@block
def rand_of(*size, dtype=None, device=None, requires_grad=False, generator=None):
    """torch.rand() of arguments that a function hands on."""
    del device  # TensorFlow places tensors itself
    drawn = source(generator).uniform(given_size(size), dtype=dtype or tf.float32)
    return keras.Variable(drawn) if requires_grad else drawn


@port("torch.rand", given="rand_of")
def rand(
    *size: Shape, dtype=None, device=None, requires_grad=False, generator=None
) -> (
    Typed
    | Parameter
    | Typed
    | Typed
    | Tensor
    | TypedParameter
    | TypedParameter
    | Parameter
    | Typed
    | Typed
):
    """Uniform in [0, 1).

    >>> torch.rand(2, 3)
    >>> torch.rand((2, 3), dtype=torch.float64)
    >>> torch.rand(x.shape)
    >>> torch.rand(2, generator=torch.Generator())
    >>> torch.rand((2, 3), generator=torch.Generator(), dtype=torch.float64)
    >>> torch.rand(2, dtype=torch.float64, requires_grad=True)
    """
    del device  # TensorFlow places tensors itself
    if not (known(generator is None) or known(generator is not None) or requires_grad):
        return source(generator).uniform(size, dtype=dtype or "float32")
    if known(generator is not None) and requires_grad:
        return keras.Variable(generator.uniform(size))
    if known(generator is not None) and dtype is None:
        return generator.uniform(size)
    if known(generator is not None):
        return generator.uniform(size, dtype=dtype)
    if not (known(dtype is None) or known(dtype is not None) or requires_grad):
        return tf.random.uniform(size, dtype=dtype or tf.float32)
    if not (known(dtype is None) or known(dtype is not None)):
        return keras.Variable(tf.random.uniform(size, dtype=dtype or tf.float32))
    if requires_grad and dtype is not None:
        return keras.Variable(tf.random.uniform(size, dtype=dtype))
    if requires_grad:
        return keras.Variable(tf.random.uniform(size))
    if dtype is None:
        return tf.random.uniform(size)
    return tf.random.uniform(size, dtype=dtype)


@block
def randn_of(*size, dtype=None, device=None, requires_grad=False, generator=None):
    """torch.randn() of arguments that a function hands on."""
    del device  # TensorFlow places tensors itself
    drawn = source(generator).normal(given_size(size), dtype=dtype or tf.float32)
    return keras.Variable(drawn) if requires_grad else drawn


@port("torch.randn", given="randn_of")
def randn(
    *size: Shape, dtype=None, device=None, requires_grad=False, generator=None
) -> (
    Typed
    | Parameter
    | Typed
    | Typed
    | Tensor
    | TypedParameter
    | TypedParameter
    | Parameter
    | Typed
    | Typed
):
    """Standard normal.

    >>> torch.randn(2, 3)
    >>> torch.randn(4)
    >>> torch.randn(size=(2, 3))
    >>> torch.randn(2, requires_grad=True)
    >>> torch.randn(2, dtype=torch.float64, requires_grad=True)
    >>> torch.randn((2, 3), generator=torch.Generator().manual_seed(1), requires_grad=True)
    >>> torch.randn(2, generator=torch.Generator(), dtype=torch.float64)
    """
    del device  # TensorFlow places tensors itself
    if not (known(generator is None) or known(generator is not None) or requires_grad):
        return source(generator).normal(size, dtype=dtype or "float32")
    if known(generator is not None) and requires_grad:
        return keras.Variable(generator.normal(size))
    if known(generator is not None) and dtype is None:
        return generator.normal(size)
    if known(generator is not None):
        return generator.normal(size, dtype=dtype)
    if not (known(dtype is None) or known(dtype is not None) or requires_grad):
        return tf.random.normal(size, dtype=dtype or tf.float32)
    if not (known(dtype is None) or known(dtype is not None)):
        return keras.Variable(tf.random.normal(size, dtype=dtype or tf.float32))
    if requires_grad and dtype is not None:
        return keras.Variable(tf.random.normal(size, dtype=dtype))
    if requires_grad:
        return keras.Variable(tf.random.normal(size))
    if dtype is None:
        return tf.random.normal(size)
    return tf.random.normal(size, dtype=dtype)


@port("torch.distributions.utils._standard_normal")
def standard_normal(shape, dtype, device=None) -> Typed:
    """Standard normal, as heirs of torch.distributions.Normal draw it.

    >>> torch.distributions.utils._standard_normal((2, 3), torch.float32, "cpu")
    """
    del device  # TensorFlow places tensors itself
    return tf.random.normal(shape, dtype=dtype)


@port("torch.rand_like")
def rand_like(
    input: Tensor, dtype=None, device=None, requires_grad=False, memory_format=None
) -> TypedLike | TypedLike:
    """Uniform in [0, 1), in the shape of another tensor.

    >>> torch.rand_like(x)
    >>> torch.rand_like(a, dtype=torch.float32)
    """
    del device, memory_format  # TensorFlow places tensors itself
    if requires_grad:
        raise Unsupported("make it a tf.Variable")
    if dtype is None:
        return tf.random.uniform(tf.shape(input), dtype=input.dtype)
    return tf.random.uniform(tf.shape(input), dtype=dtype)


@port("torch.randn_like")
def randn_like(
    input: Tensor, dtype=None, device=None, requires_grad=False, memory_format=None
) -> TypedLike | TypedLike:
    """Standard normal, in the shape of another tensor.

    >>> torch.randn_like(x)
    >>> torch.randn_like(x.exp())
    >>> torch.randn_like(x, dtype=torch.float64)
    """
    del device, memory_format  # TensorFlow places tensors itself
    if requires_grad:
        raise Unsupported("make it a tf.Variable")
    if dtype is None:
        return tf.random.normal(tf.shape(input), dtype=input.dtype)
    return tf.random.normal(tf.shape(input), dtype=dtype)


@port("torch.randint", given="randint")
def randint(
    low=0, high=None, size=None, dtype=None, device=None, requires_grad=False, generator=None
) -> Int | Typed | Int | Int | Int | Typed | Typed | Typed:
    """Integers in [low, high), or in [0, high) if only that is given.

    >>> torch.randint(0, 5, (2, 3))
    >>> torch.randint(5, (3,), requires_grad=False)
    >>> torch.randint(5, size=(3,))
    >>> torch.randint(high=5, size=(3,), dtype=torch.int32)
    >>> torch.randint(0, 2, (4,), dtype=torch.float32)
    >>> torch.randint(0, len(a), size=[len(a)], dtype=torch.int64)
    >>> torch.randint(0, 5, (2, 3), generator=torch.Generator())
    >>> torch.randint(5, (3,), generator=torch.Generator(), dtype=torch.int32)
    """
    del device  # TensorFlow places tensors itself
    if requires_grad:
        raise Unsupported("make it a tf.Variable")
    if generator is not None and (dtype is None or dtype == "int64"):
        return drawn_integers(generator, low, high, size)
    if generator is not None:
        return tf.cast(drawn_integers(generator, low, high, size), dtype)
    if (dtype is None or dtype == "int64") and isinstance(high, Sequence):
        return tf.random.uniform(high, maxval=low, dtype=tf.int64)
    if (dtype is None or dtype == "int64") and high is None:
        return tf.random.uniform(size, maxval=low, dtype=tf.int64)
    if dtype is None or dtype == "int64":
        return tf.random.uniform(size, low, high, dtype=tf.int64)
    if isinstance(high, Sequence):
        return tf.cast(tf.random.uniform(high, maxval=low, dtype=tf.int64), dtype)
    if high is None:
        return tf.cast(tf.random.uniform(size, maxval=low, dtype=tf.int64), dtype)
    return tf.cast(tf.random.uniform(size, low, high, dtype=tf.int64), dtype)


@port("torch.randint_like")
def randint_like(
    input: Tensor, low, high=None, dtype=None, device=None, requires_grad=False
) -> TypedLike | TypedLike | TypedLike | TypedLike:
    """Integers in [low, high), or in [0, high) if only that is given, in another tensor's shape.

    >>> torch.randint_like(a, 5)
    >>> torch.randint_like(x, 2, 5)
    >>> torch.randint_like(x, 2, 5, dtype=torch.int64)
    """
    del device  # TensorFlow places tensors itself
    if requires_grad:
        raise Unsupported("make it a tf.Variable")
    if dtype is None and high is None:
        return tf.cast(tf.random.uniform(tf.shape(input), 0, low, tf.int64), input.dtype)
    if dtype is None:
        return tf.cast(tf.random.uniform(tf.shape(input), low, high, tf.int64), input.dtype)
    if high is None:
        return tf.cast(tf.random.uniform(tf.shape(input), 0, low, tf.int64), dtype)
    return tf.cast(tf.random.uniform(tf.shape(input), low, high, tf.int64), dtype)


@port("torch.normal", given="normal")
def normal(
    mean, std=1.0, size=None, dtype=None, device=None, generator=None
) -> Tensor | Float | Float | Typed | Tensor | SameShape | Tensor:
    """Normal with a mean and a standard deviation, without a gradient.

    >>> torch.normal(0, 0.1, size=(2, 3))
    >>> torch.normal(0.0, 1.0, (2,), dtype=torch.float64)
    >>> torch.normal(x, 0.1)
    >>> torch.normal(x, y.exp())
    >>> torch.normal(mean=0.5, std=y.exp())
    >>> torch.normal(0, 0.1, size=(2, 3), generator=torch.Generator())
    >>> torch.normal(x, y.exp(), generator=torch.Generator())
    """
    del device  # TensorFlow places tensors itself
    if generator is not None and isinstance(mean, Tensor) and isinstance(std, Tensor):
        return normal_around(mean, std, generator)
    if generator is not None and (size is None or dtype is not None):
        raise Unsupported("a generator beside a tensor: write mean + std * torch.randn(…)")
    if generator is not None:
        return generator.normal(size, mean, std)
    if size is not None and dtype is None:
        return tf.random.normal(size, mean, std)
    if size is not None:
        return tf.random.normal(size, mean, std, dtype)
    if isinstance(mean, Tensor) and isinstance(std, Tensor):
        return normal_around(mean, std)
    if isinstance(mean, Tensor):
        return tf.stop_gradient(tf.random.normal(tf.shape(mean), mean, std, mean.dtype))
    return tf.stop_gradient(tf.random.normal(tf.shape(std), mean, std, std.dtype))


@block
def normal_around(mean, std, generator=None):
    """Normal numbers without a gradient, one for each mean and standard deviation."""
    shape = tf.broadcast_dynamic_shape(tf.shape(mean), tf.shape(std))
    return tf.stop_gradient(source(generator).normal(shape, mean, std, mean.dtype))


@port("torch.multinomial", "Tensor.multinomial")
def multinomial(
    input: Tensor, num_samples, replacement=False, generator=None
) -> Int | Int | Int | Int | Int | Int:
    """Indices drawn with these probabilities, or weights.

    >>> torch.multinomial(F.softmax(x, 1), 1)
    >>> torch.multinomial(F.softmax(x, 1), 2)
    >>> torch.multinomial(F.softmax(x, 1)[0], 5, replacement=True)
    >>> torch.multinomial(torch.eye(3), 1, generator=torch.Generator())
    >>> torch.multinomial(torch.eye(3)[0], 5, True, generator=torch.Generator())
    >>> torch.multinomial(F.softmax(x, 1), 2, generator=torch.Generator())
    """
    if generator is not None and num_samples != 1 and not replacement:
        return draw_distinct(input, num_samples, generator)
    if generator is not None and rank(input) == 1:
        return generator.categorical(tf.math.log(input)[tf.newaxis], num_samples)[0]
    if generator is not None:
        return generator.categorical(tf.math.log(input), num_samples)
    if num_samples != 1 and not replacement:
        return draw_distinct(input, num_samples)
    if rank(input) == 1:
        return tf.random.categorical(tf.math.log(input)[tf.newaxis], num_samples)[0]
    return tf.random.categorical(tf.math.log(input), num_samples)


@block
def draw_distinct(weights, count, generator=None):
    """Different indices: those of the first arrivals, where rates are the weights."""
    noise = source(generator).uniform(tf.shape(weights), dtype=tf.float64)
    rates = tf.cast(weights, tf.float64) / -tf.math.log1p(-noise)
    return tf.math.top_k(rates, count, index_type=tf.int64).indices


@port("torch.randperm")
def randperm(n, dtype=None, device=None, generator=None) -> IntVector | Vector | IntVector | Vector:
    """The integers below n, shuffled.

    >>> torch.randperm(5)
    >>> torch.randperm(len(a), dtype=torch.int32)
    >>> torch.randperm(5, generator=torch.Generator()).sum()
    """
    del device  # TensorFlow places tensors itself
    if generator is not None and dtype is None:
        return generator.permutation(n)
    if generator is not None:
        return tf.cast(generator.permutation(n), dtype)
    if dtype is None:
        return tf.random.shuffle(tf.range(n, dtype=tf.int64))
    return tf.random.shuffle(tf.range(n, dtype=dtype))


@block
def drawn_below(like, p):
    """1 with probability p, else 0: in the shape and dtype of a tensor, whatever is in it."""
    dtype = like.dtype if like.dtype.is_floating else tf.float32
    return tf.cast(tf.random.uniform(tf.shape(like), dtype=dtype) < tf.cast(p, dtype), like.dtype)


@port("torch.bernoulli", "Tensor.bernoulli")
def bernoulli(input: Tensor, p=None, generator=None) -> SameShape | SameShape | SameShape:
    """1 with these probabilities, else 0; with p for all of them, the input has only the shape.

    >>> torch.bernoulli(torch.sigmoid(x))
    >>> torch.bernoulli(x, 0.5)
    >>> torch.bernoulli(torch.sigmoid(x), generator=torch.Generator())
    """
    if p is not None and generator is not None:
        raise Unsupported("a generator beside p")
    if p is not None:
        return drawn_below(input, p)
    if generator is not None:
        return tf.cast(generator.uniform(tf.shape(input), dtype=input.dtype) < input, input.dtype)
    return tf.cast(tf.random.uniform(tf.shape(input), dtype=input.dtype) < input, input.dtype)


@port("torch.poisson")
def poisson(input: Tensor) -> SameShape:
    """Poisson numbers of these rates.

    >>> torch.poisson(x.exp())
    """
    return tf.random.poisson([], input, input.dtype)
