"""Images of another size: interpolation, and pixels that become channels or the other way."""

import math

import numpy as np
import tensorflow as tf

from porter.rule import Module, SameShape, Tensor, Unsupported, block, port
from rules.linear import Layer
from rules.padding import sizes
from rules.pool import adaptive_pool


@block
def taps(length, size, scale, mode, align_corners):
    """For each of `size` new elements: the old ones that it is made of, and their weights."""
    new = np.arange(size)
    if mode.startswith("nearest"):  # torch computes these in float32
        half = np.float32(0.5 if mode == "nearest-exact" else 0)
        near = np.floor((new.astype(np.float32) + half) * np.float32(scale))
        return np.minimum(near, length - 1).astype(int)[:, None], np.ones((size, 1))
    place = new * scale if align_corners else (new + 0.5) * scale - 0.5
    if mode != "bicubic":
        place = np.maximum(place, 0)
    low = np.floor(place)
    part = (place - low)[:, None]
    if mode != "bicubic":
        index, weights = low[:, None] + [0, 1], np.concatenate([1 - part, part], 1)
    else:
        a, far = -0.75, np.concatenate([1 + part, 2 - part], 1)
        near = np.concatenate([part, 1 - part], 1)
        far = ((a * far - 5 * a) * far + 8 * a) * far - 4 * a
        near = ((a + 2) * near - (a + 3)) * near**2 + 1
        index = low[:, None] + [-1, 0, 1, 2]
        weights = np.stack([far[:, 0], near[:, 0], near[:, 1], far[:, 1]], 1)
    return index.clip(0, length - 1).astype(int), weights


@block
def resized(x, size=None, scale_factor=None, mode="nearest", align_corners=False):
    """torch.nn.functional.interpolate: the last dimension first, then the one before it."""
    dims = len(x.shape) - 2
    scales = sizes(scale_factor, dims)
    if size is None:
        size = [math.floor(n * scale) for n, scale in zip(x.shape[2:], scales)]
    size = sizes(size, dims)
    if mode == "area":
        return adaptive_pool(x, "AVG", size, dims=dims)
    for new, factor in zip(reversed(size), reversed(scales)):
        length = x.shape[-1]
        if align_corners:
            scale = (length - 1) / (new - 1) if new > 1 else 0.0
        else:
            scale = 1 / factor if factor else length / new
        index, weights = taps(length, new, scale, mode, align_corners)
        x = tf.gather(x, index, axis=-1)
        if mode.startswith("nearest"):
            x = tf.squeeze(x, -1)
        else:
            x = tf.reduce_sum(x * tf.cast(weights, x.dtype), -1)
        x = tf.transpose(x, [0, 1, dims + 1, *range(2, dims + 1)])
    return x


@port("torch.nn.functional.interpolate", "torch.nn.functional.upsample")
def interpolate(
    input: Tensor, size=None, scale_factor=None, mode="nearest", align_corners=None,
    recompute_scale_factor=None, antialias=False,
) -> SameShape:  # fmt: skip
    """The last dimensions at another size.

    >>> F.interpolate(x.reshape(1, 2, 2, 3), scale_factor=2)
    >>> F.interpolate(x.reshape(1, 2, 2, 3), (3, 5), mode="bilinear")
    >>> F.interpolate(x.reshape(1, 4, 3), 5, mode="linear", align_corners=True)
    """
    if recompute_scale_factor:
        raise Unsupported("recompute_scale_factor is another size in torch than here")
    if antialias:
        raise Unsupported("TensorFlow's antialiasing is another one")
    return resized(
        input, size=size, scale_factor=scale_factor, mode=mode, align_corners=align_corners
    )


@port("torch.nn.Upsample")
class Upsample(Layer):
    """torch.nn.Upsample: the last dimensions at another size.

    >>> nn.Upsample(scale_factor=2)(x.reshape(1, 2, 2, 3))
    >>> nn.Upsample((4, 5), mode="bicubic")(x.reshape(1, 2, 2, 3))
    """

    def __init__(self, size=None, scale_factor=None, mode="nearest", align_corners=None):
        super().__init__()
        self.options = size, scale_factor, mode, align_corners

    def call(self, x):
        return resized(x, *self.options)


@port("torch.nn.UpsamplingNearest2d")
def upsampling_nearest2d(size=None, scale_factor=None) -> Module:
    """Images at another size: each pixel the nearest of the old ones.

    >>> nn.UpsamplingNearest2d(scale_factor=2)(x.reshape(1, 2, 2, 3))
    """
    return Upsample(size=size, scale_factor=scale_factor)


@port("torch.nn.UpsamplingBilinear2d")
def upsampling_bilinear2d(size=None, scale_factor=None) -> Module:
    """Images at another size: between the pixels of the corners.

    >>> nn.UpsamplingBilinear2d((3, 5))(x.reshape(1, 2, 2, 3))
    """
    return Upsample(size=size, scale_factor=scale_factor, mode="bilinear", align_corners=True)


@block
def shuffled(x, factor):
    """Channels become pixels: (…, c * factor², h, w) to (…, c, h * factor, w * factor)."""
    channels, height, width = x.shape[-3:]
    lead = tf.shape(x)[:-3]
    x = tf.reshape(x, [-1, channels // factor**2, factor, factor, height, width])
    x = tf.transpose(x, [0, 1, 4, 2, 5, 3])
    image = [channels // factor**2, height * factor, width * factor]
    return tf.reshape(x, tf.concat([lead, image], 0))


@block
def unshuffled(x, factor):
    """Pixels become channels: (…, c, h * factor, w * factor) to (…, c * factor², h, w)."""
    channels, height, width = x.shape[-3:]
    lead = tf.shape(x)[:-3]
    x = tf.reshape(x, [-1, channels, height // factor, factor, width // factor, factor])
    x = tf.transpose(x, [0, 1, 3, 5, 2, 4])
    image = [channels * factor**2, height // factor, width // factor]
    return tf.reshape(x, tf.concat([lead, image], 0))


@port("torch.nn.functional.pixel_shuffle", "torch.pixel_shuffle")
def pixel_shuffle(input: Tensor, upscale_factor) -> SameShape:
    """Channels become pixels.

    >>> F.pixel_shuffle(x.reshape(1, 4, 3, 1), 2)
    """
    return shuffled(input, upscale_factor)


@port("torch.nn.functional.pixel_unshuffle", "torch.pixel_unshuffle")
def pixel_unshuffle(input: Tensor, downscale_factor) -> SameShape:
    """Pixels become channels.

    >>> F.pixel_unshuffle(x.reshape(1, 3, 2, 2), 2)
    """
    return unshuffled(input, downscale_factor)


@port("torch.nn.PixelShuffle")
class PixelShuffle(Layer):
    """torch.nn.PixelShuffle: channels become pixels.

    >>> nn.PixelShuffle(2)(x.reshape(1, 4, 3, 1))
    """

    def __init__(self, upscale_factor):
        super().__init__()
        self.factor = upscale_factor

    def call(self, x):
        return shuffled(x, self.factor)


@port("torch.nn.PixelUnshuffle")
class PixelUnshuffle(Layer):
    """torch.nn.PixelUnshuffle: pixels become channels.

    >>> nn.PixelUnshuffle(2)(x.reshape(1, 3, 2, 2))
    """

    def __init__(self, downscale_factor):
        super().__init__()
        self.factor = downscale_factor

    def call(self, x):
        return unshuffled(x, self.factor)


@block
def mixed_channels(x, groups):
    """The channels of all groups in turn."""
    shape = tf.shape(x)
    x = tf.reshape(x, [-1, groups, x.shape[1] // groups, tf.reduce_prod(shape[2:])])
    return tf.reshape(tf.transpose(x, [0, 2, 1, 3]), shape)


@port("torch.nn.functional.channel_shuffle", "torch.channel_shuffle")
def channel_shuffle(input: Tensor, groups) -> SameShape:
    """The channels of all groups in turn.

    >>> F.channel_shuffle(x.reshape(1, 4, 3), 2)
    """
    return mixed_channels(input, groups)


@port("torch.nn.ChannelShuffle")
class ChannelShuffle(Layer):
    """torch.nn.ChannelShuffle: the channels of all groups in turn.

    >>> nn.ChannelShuffle(2)(x.reshape(1, 4, 3))
    """

    def __init__(self, groups):
        super().__init__()
        self.groups = groups

    def call(self, x):
        return mixed_channels(x, self.groups)
