"""Complex numbers and their parts. Each body is a template."""

import tensorflow as tf

from porter.rule import (
    Bool,
    BoolLike,
    Complex,
    ComplexLike,
    Float,
    RealLike,
    SameShape,
    Tensor,
    Unsupported,
    known,
    port,
)


@port("torch.complex")
def complex_of(real: Tensor, imag: Tensor) -> ComplexLike:
    """x + i * y.

    >>> torch.complex(x, y)
    """
    return tf.complex(real, imag)


@port("torch.polar")
def polar(abs: Tensor, angle: Tensor) -> ComplexLike:
    """r * exp(i * angle).

    >>> torch.polar(x, y)
    """
    return tf.complex(abs * tf.cos(angle), abs * tf.sin(angle))


@port("torch.real", "Tensor.real")
def real(input: Tensor) -> RealLike:
    """The real part.

    >>> torch.real(torch.complex(x, y))
    >>> torch.complex(x, y).real
    >>> torch.real(x)
    """
    if known(input, Complex):
        return tf.math.real(input)
    if isinstance(input, Complex):
        raise Unsupported("whether it is complex is not known")
    return input


@port("torch.imag", "Tensor.imag")
def imag(input: Tensor) -> RealLike:
    """The imaginary part.

    >>> torch.imag(torch.complex(x, y))
    >>> torch.complex(x, y).imag
    """
    return tf.math.imag(input)


@port("torch.conj", "torch.conj_physical", "Tensor.conj", "Tensor.conj_physical")
def conj(input: Tensor) -> SameShape:
    """The complex conjugate.

    >>> torch.conj(torch.complex(x, y)) + 1
    >>> torch.complex(x, y).conj_physical()
    >>> x.conj()
    """
    if known(input, Bool):
        return input
    return tf.math.conj(input)


@port("torch.angle", "Tensor.angle")
def angle(input: Float) -> RealLike:
    """The angle of a complex number; of a real one 0 or pi.

    >>> torch.angle(torch.complex(x, y))
    >>> x.angle()
    """
    if known(input, Complex):
        return tf.math.angle(input)
    return tf.where(tf.math.is_nan(input), input, tf.math.angle(input))


@port("torch.view_as_real", "torch.view_as_real_copy")
def view_as_real(input: Tensor) -> Tensor:
    """The parts of complex numbers along a last dimension.

    >>> torch.view_as_real(torch.complex(x, y))
    """
    return tf.stack([tf.math.real(input), tf.math.imag(input)], axis=-1)


@port("torch.view_as_complex", "torch.view_as_complex_copy")
def view_as_complex(input: Tensor) -> Tensor:
    """Complex numbers of pairs along the last dimension.

    >>> torch.view_as_complex(torch.stack([x, y], -1))
    """
    return tf.complex(input[..., 0], input[..., 1])


@port("torch.isreal", "Tensor.isreal")
def isreal(input: Tensor) -> BoolLike:
    """Where the imaginary part is 0.

    >>> torch.isreal(torch.complex(x, y - y))
    >>> x.isreal()
    """
    if known(input, Complex):
        return tf.equal(tf.math.imag(input), 0)
    if isinstance(input, Complex):
        raise Unsupported("whether it is complex is not known")
    return tf.ones_like(input, dtype=tf.bool)


@port("torch.is_complex", "Tensor.is_complex")
def is_complex(input: Tensor) -> bool:
    """Whether it holds complex numbers.

    >>> torch.is_complex(x)
    >>> torch.complex(x, y).is_complex()
    """
    return tf.as_dtype(input.dtype).is_complex


@port("torch.is_floating_point", "Tensor.is_floating_point")
def is_floating_point(input: Tensor) -> bool:
    """Whether it holds floats.

    >>> torch.is_floating_point(x)
    >>> a.is_floating_point()
    """
    return tf.as_dtype(input.dtype).is_floating


@port("torch.is_signed", "Tensor.is_signed")
def is_signed(input: Tensor) -> bool:
    """Whether it may hold negative numbers.

    >>> torch.is_signed(x)
    >>> (x > 0).is_signed()
    """
    return not (tf.as_dtype(input.dtype).is_unsigned or tf.as_dtype(input.dtype).is_bool)


@port("torch.resolve_conj", "torch.resolve_neg", "Tensor.resolve_conj", "Tensor.resolve_neg")
def resolve(input: Tensor) -> SameShape:
    """The tensor: TensorFlow's conjugate is computed at once.

    >>> torch.complex(x, y).conj().resolve_conj()
    >>> x.resolve_neg()
    """
    return input


@port("torch.result_type")
def result_type(tensor1, tensor2) -> Tensor:
    """The dtype that both get.

    Not proven: it is refused.
    """
    raise Unsupported("TensorFlow promotes no dtypes: write the dtype")


@port("torch.promote_types")
def promote_types(type1, type2) -> Tensor:
    """The dtype that both get.

    Not proven: it is refused.
    """
    raise Unsupported("TensorFlow promotes no dtypes: write the dtype")


@port("torch.can_cast")
def can_cast(from_, to) -> Tensor:
    """Whether torch casts so by itself.

    Not proven: it is refused.
    """
    raise Unsupported("TensorFlow casts no dtypes by itself")
