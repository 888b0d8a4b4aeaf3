"""Fourier transforms. Each body is a template."""

import numpy as np
import tensorflow as tf

from porter.rule import (
    ComplexLike,
    Float,
    RealLike,
    SameShape,
    Tensor,
    Typed,
    Unsupported,
    block,
    port,
)


@block(reads_length=True)
def transform(kind, x, n=None, axis=-1, norm=None):
    """A transform ("fft", "ifft", "rfft", "irfft") of n elements along an axis, scaled by norm."""
    x = tf.experimental.numpy.swapaxes(x, axis, -1)
    if kind != "rfft" and not tf.as_dtype(x.dtype).is_complex:
        x = tf.cast(x, tf.complex128 if x.dtype == tf.float64 else tf.complex64)
    n = n or (2 * (x.shape[-1] - 1) if kind == "irfft" else x.shape[-1])
    if kind != "rfft":
        size = n // 2 + 1 if kind == "irfft" else n
        x = x[..., :size]
        x = tf.pad(x, [[0, 0]] * (x.shape.rank - 1) + [[0, size - x.shape[-1]]])
    if kind in ("fft", "ifft"):
        found = tf.signal.fft(x) if kind == "fft" else tf.signal.ifft(x)
    else:
        found = tf.signal.rfft(x, [n]) if kind == "rfft" else tf.signal.irfft(x, [n])
    power = {"backward": 0.0, None: 0.0, "ortho": 0.5, "forward": 1.0}[norm]
    scale = n**power if kind[0] == "i" else n**-power
    return tf.experimental.numpy.swapaxes(found * scale, axis, -1)


@block(reads_length=True)
def transform_all(kind, x, sizes=None, axes=None, norm=None):
    """The transform along several axes, or all; a real one along the last of them."""
    if axes is None:
        axes = range(-len(sizes), 0) if sizes else range(x.shape.rank)
    axes = [axes] if isinstance(axes, int) else axes
    steps = [*zip(sizes or [None] * len(axes), axes)]
    if kind == "rfft":
        x = transform("rfft", x, *steps.pop(), norm)
    for n, axis in steps[:-1] if kind == "irfft" else steps:
        x = transform({"rfft": "fft", "irfft": "ifft"}.get(kind, kind), x, n, axis, norm)
    return transform("irfft", x, *steps[-1], norm) if kind == "irfft" else x


@port("torch.fft.fft")
def fft(input: Float, n=None, dim=-1, norm=None) -> ComplexLike:
    """Fourier transform along dim.

    >>> torch.fft.fft(x)
    >>> torch.fft.fft(x, n=5, dim=0, norm="ortho")
    >>> torch.fft.fft(x, norm="forward")
    """
    return transform("fft", input, n=n, axis=dim, norm=norm)


@port("torch.fft.fft2")
def fft2(input: Float, s=None, dim=(-2, -1), norm=None) -> ComplexLike:
    """Fourier transform, along two dimensions.

    >>> torch.fft.fft2(x)
    >>> torch.fft.fft2(x, s=(3, 4), norm="ortho")
    """
    return transform_all("fft", input, sizes=s, axes=dim, norm=norm)


@port("torch.fft.fftn")
def fftn(input: Float, s=None, dim=None, norm=None) -> ComplexLike:
    """Fourier transform, along several dimensions.

    >>> torch.fft.fftn(x)
    >>> torch.fft.fftn(x, dim=(0, 1), norm="forward")
    """
    return transform_all("fft", input, sizes=s, axes=dim, norm=norm)


@port("torch.fft.ifft")
def ifft(input: Float, n=None, dim=-1, norm=None) -> ComplexLike:
    """Inverse Fourier transform along dim.

    >>> torch.fft.ifft(x)
    >>> torch.fft.ifft(x, n=5, dim=0, norm="ortho")
    >>> torch.fft.ifft(x, norm="forward")
    """
    return transform("ifft", input, n=n, axis=dim, norm=norm)


@port("torch.fft.ifft2")
def ifft2(input: Float, s=None, dim=(-2, -1), norm=None) -> ComplexLike:
    """Inverse Fourier transform, along two dimensions.

    >>> torch.fft.ifft2(x)
    >>> torch.fft.ifft2(x, s=(3, 4), norm="ortho")
    """
    return transform_all("ifft", input, sizes=s, axes=dim, norm=norm)


@port("torch.fft.ifftn")
def ifftn(input: Float, s=None, dim=None, norm=None) -> ComplexLike:
    """Inverse Fourier transform, along several dimensions.

    >>> torch.fft.ifftn(x)
    >>> torch.fft.ifftn(x, dim=(0, 1), norm="forward")
    """
    return transform_all("ifft", input, sizes=s, axes=dim, norm=norm)


@port("torch.fft.rfft")
def rfft(input: Float, n=None, dim=-1, norm=None) -> ComplexLike:
    """Fourier transform of real numbers: the half that says all along dim.

    >>> torch.fft.rfft(x)
    >>> torch.fft.rfft(x, n=5, dim=0, norm="ortho")
    >>> torch.fft.rfft(x, norm="forward")
    """
    return transform("rfft", input, n=n, axis=dim, norm=norm)


@port("torch.fft.rfft2")
def rfft2(input: Float, s=None, dim=(-2, -1), norm=None) -> ComplexLike:
    """Fourier transform of real numbers: the half that says all, along two dimensions.

    >>> torch.fft.rfft2(x)
    >>> torch.fft.rfft2(x, s=(3, 4), norm="ortho")
    """
    return transform_all("rfft", input, sizes=s, axes=dim, norm=norm)


@port("torch.fft.rfftn")
def rfftn(input: Float, s=None, dim=None, norm=None) -> ComplexLike:
    """Fourier transform of real numbers: the half that says all, along several dimensions.

    >>> torch.fft.rfftn(x)
    >>> torch.fft.rfftn(x, dim=(0, 1), norm="forward")
    """
    return transform_all("rfft", input, sizes=s, axes=dim, norm=norm)


@port("torch.fft.irfft")
def irfft(input: Float, n=None, dim=-1, norm=None) -> RealLike:
    """Inverse of rfft along dim.

    >>> torch.fft.irfft(torch.fft.rfft(x))
    >>> torch.fft.irfft(torch.fft.rfft(x), n=5, dim=0, norm="ortho")
    >>> torch.fft.irfft(torch.fft.rfft(x), norm="forward")
    """
    return transform("irfft", input, n=n, axis=dim, norm=norm)


@port("torch.fft.irfft2")
def irfft2(input: Float, s=None, dim=(-2, -1), norm=None) -> RealLike:
    """Inverse of rfft, along two dimensions.

    >>> torch.fft.irfft2(torch.fft.rfft(x))
    >>> torch.fft.irfft2(torch.fft.rfft(x), s=(3, 4), norm="ortho")
    """
    return transform_all("irfft", input, sizes=s, axes=dim, norm=norm)


@port("torch.fft.irfftn")
def irfftn(input: Float, s=None, dim=None, norm=None) -> RealLike:
    """Inverse of rfft, along several dimensions.

    >>> torch.fft.irfftn(torch.fft.rfft(x))
    >>> torch.fft.irfftn(torch.fft.rfft(x), dim=(0, 1), norm="forward")
    """
    return transform_all("irfft", input, sizes=s, axes=dim, norm=norm)


@port("torch.fft.fftshift")
def fftshift(input: Tensor, dim=None) -> SameShape:
    """Move the zero frequency to the middle.

    >>> torch.fft.fftshift(x)
    >>> torch.fft.fftshift(x, dim=1)
    """
    return tf.signal.fftshift(input, axes=dim)


@port("torch.fft.ifftshift")
def ifftshift(input: Tensor, dim=None) -> SameShape:
    """Move the zero frequency from the middle to the front.

    >>> torch.fft.ifftshift(x)
    >>> torch.fft.ifftshift(x, dim=1)
    """
    return tf.signal.ifftshift(input, axes=dim)


@port("torch.fft.fftfreq")
def fftfreq(n, d=1.0, *, dtype=None, device=None) -> Typed | Typed:
    """The frequencies of an fft.

    >>> torch.fft.fftfreq(5)
    >>> torch.fft.fftfreq(4, d=0.5, dtype=torch.float64)
    """
    del device  # TensorFlow places tensors itself
    if dtype is None:
        return tf.constant(np.fft.fftfreq(n, d), tf.float32)
    return tf.constant(np.fft.fftfreq(n, d), dtype)


@port("torch.fft.rfftfreq")
def rfftfreq(n, d=1.0, *, dtype=None, device=None) -> Typed | Typed:
    """The frequencies of an rfft.

    >>> torch.fft.rfftfreq(5)
    >>> torch.fft.rfftfreq(4, d=0.5, dtype=torch.float64)
    """
    del device  # TensorFlow places tensors itself
    if dtype is None:
        return tf.constant(np.fft.rfftfreq(n, d), tf.float32)
    return tf.constant(np.fft.rfftfreq(n, d), dtype)


@port("torch.fft.hfft", "torch.fft.ihfft", "torch.fft.hfft2", "torch.fft.ihfft2", "torch.fft.hfftn",
      "torch.fft.ihfftn", "torch.stft", "torch.istft", "Tensor.stft", "Tensor.istft")  # fmt: skip
def hfft(input: Tensor, *args) -> Tensor:
    """Transforms of Hermitian signals, or of short pieces.

    Not proven: it is refused.
    """
    raise Unsupported("write it with fft and rfft")
