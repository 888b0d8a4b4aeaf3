"""torch.nn.init: new values for a variable, whose layout is torch's. Each body is a template."""

import math

import numpy as np
import tensorflow as tf

from porter.rule import (
    Nothing,
    Number,
    Parameter,
    Same,
    Tensor,
    Unsupported,
    block,
    dtype,
    known,
    port,
)


@block
def uniform_like(tensor, low=0.0, high=1.0, draws=None):
    """Uniform numbers in the shape and dtype of a tensor that is no parameter."""
    return (draws or tf.random).uniform(tf.shape(tensor), low, high, tensor.dtype)


@block
def normal_like(tensor, mean=0.0, std=1.0, draws=None):
    """Normal numbers in the shape and dtype of a tensor that is no parameter."""
    return (draws or tf.random).normal(tf.shape(tensor), mean, std, tensor.dtype)


@port("torch.nn.init.uniform_", "torch.nn.init.uniform")
def init_uniform(tensor: Parameter, a=0.0, b=1.0, generator=None) -> Same:
    """Uniform in [a, b).

    >>> nn.init.uniform_(p, -0.1, 0.1)
    >>> nn.init.uniform_(p, generator=torch.Generator())
    """
    if known(tensor, Tensor) and not known(tensor, Parameter):
        return uniform_like(tensor, a, b, draws=generator)
    if generator is not None:
        return tensor.assign(generator.uniform(tensor.shape, a, b))
    return tensor.assign(tf.random.uniform(tensor.shape, a, b))


@port("torch.nn.init.normal_", "torch.nn.init.normal")
def init_normal(tensor: Parameter, mean=0.0, std=1.0, generator=None) -> Same:
    """Normal.

    >>> nn.init.normal_(p, 0.5, 0.1)
    >>> nn.init.normal_(p, std=0.02)
    >>> nn.init.normal_(p, generator=torch.Generator())
    """
    if known(tensor, Tensor) and not known(tensor, Parameter):
        return normal_like(tensor, mean, std, draws=generator)
    if generator is not None:
        return tensor.assign(generator.normal(tensor.shape, mean, std))
    return tensor.assign(tf.random.normal(tensor.shape, mean, std))


@port("torch.nn.init.constant_", "torch.nn.init.constant")
def init_constant(tensor: Parameter, val) -> Same:
    """The same value everywhere.

    >>> nn.init.constant_(p, 0.25)
    >>> nn.init.constant_(p, 2)
    >>> nn.init.constant_(p, 0)
    """
    if known(tensor, Tensor) and not known(tensor, Parameter):
        return tf.zeros_like(tensor) + val
    if known(val == 0):
        return tensor.assign(tf.zeros(tensor.shape))
    return tensor.assign(tf.fill(tensor.shape, val))


@port("torch.nn.init.ones_")
def init_ones(tensor: Parameter) -> Same:
    """1 everywhere.

    >>> nn.init.ones_(p)
    """
    if known(tensor, Tensor) and not known(tensor, Parameter):
        return tf.ones_like(tensor)
    return tensor.assign(tf.ones(tensor.shape))


@port("torch.nn.init.zeros_")
def init_zeros(tensor: Parameter) -> Same:
    """0 everywhere.

    >>> nn.init.zeros_(p)
    """
    if known(tensor, Tensor) and not known(tensor, Parameter):
        return tf.zeros_like(tensor)
    return tensor.assign(tf.zeros(tensor.shape))


@port("torch.nn.init.eye_", "torch.nn.init.eye")
def init_eye(tensor: Parameter) -> Same:
    """1 on the diagonal of a matrix, 0 elsewhere.

    >>> nn.init.eye_(p)
    """
    if known(tensor, Tensor) and not known(tensor, Parameter) and dtype(tensor) != "float32":
        raise Unsupported("a tensor that is no parameter, of another dtype than float32")
    if known(tensor, Tensor) and not known(tensor, Parameter):
        return tf.eye(*tensor.shape)
    return tensor.assign(tf.eye(*tensor.shape))


@block
def dirac(shape, groups=1):
    """Filters of a convolution that hand as many channels on as they can."""
    filters = np.zeros(shape)
    size = shape[0] // groups
    for group in range(groups):
        for channel in range(min(size, shape[1])):
            middle = [length // 2 for length in shape[2:]]
            filters[(group * size + channel, channel, *middle)] = 1
    return filters


@port("torch.nn.init.dirac_", "torch.nn.init.dirac")
def init_dirac(tensor: Parameter, groups=1) -> Same:
    """Filters of a convolution that hand as many channels on as they can.

    Not proven: here, but in tests/test_init.py, since it takes a weight of a convolution.
    """
    if known(tensor, Tensor) and not known(tensor, Parameter):
        raise Unsupported("a tensor that is no parameter")
    return tensor.assign(dirac(tensor.shape, groups=groups))


@port("torch.nn.init.calculate_gain")
def calculate_gain(nonlinearity, param=None) -> Number:
    """What a nonlinearity's inputs have to be multiplied with for outputs of the same size.

    >>> nn.init.calculate_gain("relu")
    >>> nn.init.calculate_gain("tanh")
    >>> nn.init.calculate_gain("leaky_relu", 0.2)
    >>> nn.init.calculate_gain("leaky_relu")
    >>> nn.init.calculate_gain("conv2d")
    >>> nn.init.calculate_gain("selu")
    """
    if nonlinearity == "relu":
        return math.sqrt(2.0)
    if nonlinearity == "tanh":
        return 5.0 / 3
    if nonlinearity == "selu":
        return 3.0 / 4
    if nonlinearity != "leaky_relu":  # linear, sigmoid, convolutions
        return 1
    if param is None:
        return math.sqrt(2.0 / (1 + 0.01**2))
    return math.sqrt(2.0 / (1 + param**2))


@block
def fans(shape):
    """How many inputs and outputs a weight in torch's layout has."""
    area = math.prod(shape[2:])
    return shape[1] * area, shape[0] * area


@port("torch.nn.init._calculate_fan_in_and_fan_out")
def init_fans(tensor: Tensor) -> tuple[int, int]:
    """How many inputs and outputs a weight has.

    >>> nn.init._calculate_fan_in_and_fan_out(p)
    """
    return fans(tensor.shape)


@port("torch.nn.init._calculate_correct_fan")
def init_fan(tensor: Tensor, mode) -> int:
    """How many inputs or outputs a weight has, by the mode.

    >>> nn.init._calculate_correct_fan(p, "fan_in")
    >>> nn.init._calculate_correct_fan(p, "fan_out")
    """
    if known(mode == "fan_in"):
        return fans(tensor.shape)[0]
    return fans(tensor.shape)[mode.lower() == "fan_out"]


@block
def xavier_std(shape, gain=1.0):
    """Glorot and Bengio's standard deviation for a weight in torch's layout."""
    return gain * math.sqrt(2 / ((shape[0] + shape[1]) * math.prod(shape[2:])))


@block
def xavier_uniform(shape, gain=1.0, draws=None):
    """torch.nn.init.xavier_uniform_: for a weight in torch's layout."""
    bound = math.sqrt(3) * xavier_std(shape, gain)
    return (draws or tf.random).uniform(shape, -bound, bound)


@port("torch.nn.init.xavier_uniform_", "torch.nn.init.xavier_uniform")
def init_xavier_uniform(tensor: Parameter, gain=1.0, generator=None) -> Same:
    """Uniform, by Glorot and Bengio.

    >>> nn.init.xavier_uniform_(p)
    >>> nn.init.xavier_uniform_(p, generator=torch.Generator())
    >>> nn.init.xavier_uniform_(p, nn.init.calculate_gain("relu"))
    """
    if known(tensor, Tensor) and not known(tensor, Parameter) and dtype(tensor) != "float32":
        raise Unsupported("a tensor that is no parameter, of another dtype than float32")
    if known(tensor, Tensor) and not known(tensor, Parameter) and generator is not None:
        return xavier_uniform(tensor.shape, gain=gain, draws=generator)
    if known(tensor, Tensor) and not known(tensor, Parameter):
        return xavier_uniform(tensor.shape, gain=gain)
    if generator is not None:
        return tensor.assign(xavier_uniform(tensor.shape, gain=gain, draws=generator))
    return tensor.assign(xavier_uniform(tensor.shape, gain=gain))


@port("torch.nn.init.xavier_normal_", "torch.nn.init.xavier_normal")
def init_xavier_normal(tensor: Parameter, gain=1.0, generator=None) -> Same:
    """Normal, by Glorot and Bengio.

    >>> nn.init.xavier_normal_(p)
    >>> nn.init.xavier_normal_(p, generator=torch.Generator())
    >>> nn.init.xavier_normal_(p, gain=0.5)
    """
    if known(tensor, Tensor) and not known(tensor, Parameter):
        raise Unsupported("a tensor that is no parameter")
    if generator is not None:
        return tensor.assign(
            generator.normal(tensor.shape, 0.0, xavier_std(tensor.shape, gain=gain))
        )
    return tensor.assign(tf.random.normal(tensor.shape, 0.0, xavier_std(tensor.shape, gain=gain)))


@block
def kaiming_std(shape, a=0, mode="fan_in", nonlinearity="leaky_relu"):
    """He et al.'s standard deviation for a weight in torch's layout."""
    fan = shape[1] if mode == "fan_in" else shape[0]
    return calculate_gain(nonlinearity, a) / math.sqrt(fan * math.prod(shape[2:]))


@block
def kaiming_uniform(shape, a=0, mode="fan_in", nonlinearity="leaky_relu", draws=None):
    """torch.nn.init.kaiming_uniform_: for a weight in torch's layout."""
    bound = math.sqrt(3) * kaiming_std(shape, a, mode, nonlinearity)
    return (draws or tf.random).uniform(shape, -bound, bound)


@port("torch.nn.init.kaiming_uniform_", "torch.nn.init.kaiming_uniform")
def init_kaiming_uniform(
    tensor: Parameter, a=0, mode="fan_in", nonlinearity="leaky_relu", generator=None
) -> Same:
    """Uniform, by He et al.

    >>> nn.init.kaiming_uniform_(p)
    >>> nn.init.kaiming_uniform_(p, generator=torch.Generator())
    >>> nn.init.kaiming_uniform_(p, a=5**0.5)
    >>> nn.init.kaiming_uniform_(p, mode="fan_out", nonlinearity="relu")
    """
    if known(tensor, Tensor) and not known(tensor, Parameter) and dtype(tensor) != "float32":
        raise Unsupported("a tensor that is no parameter, of another dtype than float32")
    if known(tensor, Tensor) and not known(tensor, Parameter) and generator is not None:
        return kaiming_uniform(
            tensor.shape, a=a, mode=mode, nonlinearity=nonlinearity, draws=generator
        )
    if known(tensor, Tensor) and not known(tensor, Parameter):
        return kaiming_uniform(tensor.shape, a=a, mode=mode, nonlinearity=nonlinearity)
    if generator is not None:
        return tensor.assign(
            kaiming_uniform(
                tensor.shape, a=a, mode=mode, nonlinearity=nonlinearity, draws=generator
            )
        )
    return tensor.assign(kaiming_uniform(tensor.shape, a=a, mode=mode, nonlinearity=nonlinearity))


@port("torch.nn.init.kaiming_normal_", "torch.nn.init.kaiming_normal")
def init_kaiming_normal(
    tensor: Parameter, a=0, mode="fan_in", nonlinearity="leaky_relu", generator=None
) -> Same:
    """Normal, by He et al.

    >>> nn.init.kaiming_normal_(p)
    >>> nn.init.kaiming_normal_(p, generator=torch.Generator())
    >>> nn.init.kaiming_normal_(p, 0.1, "fan_out")
    >>> nn.init.kaiming_normal_(p, nonlinearity="tanh")
    """
    if known(tensor, Tensor) and not known(tensor, Parameter):
        raise Unsupported("a tensor that is no parameter")
    if generator is not None:
        return tensor.assign(
            generator.normal(
                tensor.shape,
                0.0,
                kaiming_std(tensor.shape, a=a, mode=mode, nonlinearity=nonlinearity),
            )
        )
    return tensor.assign(
        tf.random.normal(
            tensor.shape, 0.0, kaiming_std(tensor.shape, a=a, mode=mode, nonlinearity=nonlinearity)
        )
    )


@block
def orthogonal(shape, gain=1, draws=None):
    """torch.nn.init.orthogonal_: rows (or columns, if there are more rows) that are orthogonal."""
    rows, columns = shape[0], math.prod(shape[1:])
    numbers = (draws or tf.random).normal((rows, columns))
    q, r = tf.linalg.qr(tf.transpose(numbers) if rows < columns else numbers)
    q *= tf.sign(tf.linalg.diag_part(r))
    return tf.reshape(tf.transpose(q) if rows < columns else q, shape) * gain


@port("torch.nn.init.orthogonal_", "torch.nn.init.orthogonal")
def init_orthogonal(tensor: Parameter, gain=1, generator=None) -> Same:
    """A (semi-)orthogonal matrix, times the gain.

    >>> nn.init.orthogonal_(p)
    >>> nn.init.orthogonal_(p, generator=torch.Generator())
    >>> nn.init.orthogonal_(p, np.sqrt(2))
    >>> nn.init.orthogonal_(p, gain=0.01)
    """
    if known(tensor, Tensor) and not known(tensor, Parameter) and dtype(tensor) != "float32":
        raise Unsupported("a tensor that is no parameter, of another dtype than float32")
    if known(tensor, Tensor) and not known(tensor, Parameter) and generator is not None:
        return orthogonal(tensor.shape, gain=gain, draws=generator)
    if known(tensor, Tensor) and not known(tensor, Parameter):
        return orthogonal(tensor.shape, gain=gain)
    if generator is not None:
        return tensor.assign(orthogonal(tensor.shape, gain=gain, draws=generator))
    return tensor.assign(orthogonal(tensor.shape, gain=gain))


@block
def bounded_normal(shape, mean=0.0, std=1.0, a=-2.0, b=2.0, draws=None):
    """torch.nn.init.trunc_normal_: normal numbers in [a, b], by the inverse of their function."""
    low, high = ((1 + math.erf((x - mean) / std / math.sqrt(2))) / 2 for x in (a, b))
    share = low + (high - low) * (draws or tf.random).uniform(shape, dtype=tf.float64)
    share = tf.clip_by_value(share, 2.0**-53, 1 - 2.0**-53)  # 0 and 1 have no inverse
    return tf.clip_by_value(mean + std * tf.math.ndtri(share), a, b)


@port("torch.nn.init.trunc_normal_")
def init_trunc_normal(tensor: Parameter, mean=0.0, std=1.0, a=-2.0, b=2.0, generator=None) -> Same:
    """Normal, in [a, b] only.

    >>> nn.init.trunc_normal_(p)
    >>> nn.init.trunc_normal_(p, generator=torch.Generator())
    >>> nn.init.trunc_normal_(p, std=0.02)
    >>> nn.init.trunc_normal_(p, 1.0, 2.0, -1, 1)
    """
    if known(tensor, Tensor) and not known(tensor, Parameter) and dtype(tensor) != "float32":
        raise Unsupported("a tensor that is no parameter, of another dtype than float32")
    if known(tensor, Tensor) and not known(tensor, Parameter) and generator is not None:
        return bounded_normal(tensor.shape, mean=mean, std=std, a=a, b=b, draws=generator)
    if known(tensor, Tensor) and not known(tensor, Parameter):
        if mean == 0 and std == 1 and a == -2 and b == 2:
            return tf.random.truncated_normal(tensor.shape)
        return bounded_normal(tensor.shape, mean=mean, std=std, a=a, b=b)
    if generator is not None:
        return tensor.assign(
            bounded_normal(tensor.shape, mean=mean, std=std, a=a, b=b, draws=generator)
        )
    if mean == 0 and std == 1 and a == -2 and b == 2:
        return tensor.assign(tf.random.truncated_normal(tensor.shape))
    return tensor.assign(bounded_normal(tensor.shape, mean=mean, std=std, a=a, b=b))


@port("torch.nn.init.sparse_", "torch.nn.init.sparse")
def init_sparse(tensor, sparsity, std=0.01, generator=None) -> Nothing:
    """A share of zeros in each column.

    Not proven: it is refused.
    """
    del tensor, sparsity, std, generator
    raise Unsupported("a sparse weight")
