"""torchvision.transforms: what is done to one picture of PIL's, or to a tensor of pictures.

A transform draws what torchvision's draws, in its order.
"""

import math

import numpy as np
import tensorflow as tf
from PIL import Image

from porter.rule import Object, SameShape, Tensor, block, port


@block
def pair(size):
    """A size of torchvision's as height and width."""
    if isinstance(size, (list, tuple)):
        return tuple(size) if len(size) == 2 else (size[0], size[0])
    return size, size


@block
def extent(picture):
    """The height and the width of a picture of PIL's or of a tensor."""
    return picture.size[::-1] if isinstance(picture, Image.Image) else tuple(picture.shape[-2:])


@block
def cropped(picture, top, left, height, width):
    """A part of a picture, which lies in it."""
    if isinstance(picture, Image.Image):
        return picture.crop((left, top, left + width, top + height))
    return picture[..., top : top + height, left : left + width]


@block
def framed(picture, padding, fill=0, mode="constant"):
    """A picture with a border; `padding` is for all sides, for two pairs of them, or for four."""
    sides = list(padding) if isinstance(padding, (list, tuple)) else [padding]
    left, top, right, bottom = sides * (4 // len(sides))
    borders = [(top, bottom), (left, right)]
    if not isinstance(picture, Image.Image):
        borders = [(0, 0)] * (picture.shape.rank - 2) + borders
        filled = {"constant_values": fill} if mode == "constant" else {}
        return tf.convert_to_tensor(np.pad(picture.numpy(), borders, mode, **filled))
    bands = len(picture.getbands())
    if mode == "constant":
        several = isinstance(fill, (list, tuple))
        colour = tuple(fill) if several else (fill,) * bands if bands > 1 else fill
        width, height = picture.size
        whole = Image.new(picture.mode, (left + width + right, top + height + bottom), colour)
        if picture.mode == "P":
            whole.putpalette(picture.getpalette())
        whole.paste(picture, (left, top))
        return whole
    pixels = np.asarray(picture)
    return Image.fromarray(np.pad(pixels, borders + [(0, 0)] * (pixels.ndim - 2), mode))


@block
def flipped(picture, across):
    """A picture whose left and right have changed places, or top and bottom."""
    if isinstance(picture, Image.Image):
        ways = Image.Transpose.FLIP_LEFT_RIGHT, Image.Transpose.FLIP_TOP_BOTTOM
        return picture.transpose(ways[0] if across else ways[1])
    return tf.reverse(picture, [-1 if across else -2])


@block
def grey(picture, channels):
    """A picture without colours, with one channel or with three that are alike."""
    if isinstance(picture, Image.Image):
        found = picture.convert("L")
        return found if channels == 1 else Image.merge("RGB", [found] * 3)
    red, green, blue = tf.unstack(picture, axis=-3)
    found = tf.expand_dims(0.2989 * red + 0.587 * green + 0.114 * blue, -3)
    return found if channels == 1 else tf.concat([found] * 3, -3)


@block
def sampling(before, after, cubic):
    """The matrix that resamples one dimension as PIL does: a filter that widens as it shrinks."""

    def weight(x):
        if not cubic:
            return np.maximum(1 - x, 0)
        near, far = (1.5 * x - 2.5) * x * x + 1, ((-0.5 * x + 2.5) * x - 4) * x + 2
        return np.where(x < 1, near, np.where(x < 2, far, 0))

    scale = before / after
    centres = (np.arange(after)[:, None] + 0.5) * scale
    found = weight(np.abs(np.arange(before) + 0.5 - centres) / max(scale, 1))
    return found / found.sum(1, keepdims=True)


@block
def sized(picture, size, interpolation=2):
    """A picture of another size; where that is one number, the shorter edge is to have it."""
    height, width = extent(picture)
    size = size if isinstance(size, (list, tuple)) else [size]
    if len(size) == 1:
        short, long = min(height, width), max(height, width)
        edges = size[0], int(size[0] * long / short)
        size = edges if height <= width else edges[::-1]
    if (height, width) == tuple(size):
        return picture
    if isinstance(picture, Image.Image):
        return picture.resize(tuple(size)[::-1], interpolation)
    if interpolation not in (2, 3) or not picture.dtype.is_floating:
        raise TypeError("tensors of floats are resized, bilinear or bicubic")
    rows, columns = (
        tf.constant(sampling(before, after, interpolation == 3), picture.dtype)
        for before, after in zip((height, width), size)
    )
    return tf.einsum("oh,...hw,pw->...op", rows, picture, columns)


@port("torchvision.transforms.functional.to_tensor")
def to_tensor(pic) -> Tensor:
    """A picture of PIL's, or an array, as a tensor: channels come first, bytes become 0 to 1.

    >>> torchvision.transforms.functional.to_tensor(picture)
    >>> torchvision.transforms.functional.to_tensor(n)
    """
    return tensor_of_picture(pic)


@block
def tensor_of_picture(picture):
    """The pixels, with the channels first; bytes become floats from 0 to 1."""
    wide = isinstance(picture, Image.Image) and picture.mode == "1"
    pixels = np.array(picture) * np.uint8(255) if wide else np.array(picture)
    pixels = pixels[None] if pixels.ndim == 2 else pixels.transpose(2, 0, 1)
    if pixels.dtype == np.uint8:
        return tf.cast(tf.constant(pixels), tf.float32) / 255
    return tf.constant(np.ascontiguousarray(pixels))


@port("torchvision.transforms.functional.normalize")
def normalize_picture(tensor: Tensor, mean, std) -> SameShape:
    """Each channel less its mean, by its standard deviation.

    >>> torchvision.transforms.functional.normalize(x.reshape(3, 2, 2), [0.5, 0, 1], (1, 2, 3))
    """
    return normalized_channels(tensor, mean, std)


@block
def normalized_channels(tensor, mean, std):
    """Each channel less its mean, by its standard deviation."""
    mean, std = (tf.constant(np.reshape(v, [-1, 1, 1]), tensor.dtype) for v in (mean, std))
    return (tensor - mean) / std


@port("torchvision.transforms.functional.to_pil_image")
def to_pil_image(pic, mode=None) -> Object:
    """A tensor with channels first, or an array with channels last, as a picture of PIL's.

    >>> np.array(torchvision.transforms.functional.to_pil_image(x.reshape(3, 2, 2).sigmoid()))
    """
    return picture_of(pic, mode)


@block
def picture_of(data, mode=None):
    """A tensor with channels first, or an array with channels last, as a picture of PIL's."""
    pixels = data
    if tf.is_tensor(data):
        pixels = data.numpy().transpose(1, 2, 0) if data.shape.rank == 3 else data.numpy()
    if np.issubdtype(pixels.dtype, np.floating) and mode != "F":
        pixels = (pixels * 255).astype(np.uint8)
    if pixels.ndim == 3 and pixels.shape[2] == 1:
        pixels = pixels[:, :, 0]
    picture = Image.fromarray(pixels)
    if mode is None or mode == picture.mode:
        return picture
    return Image.frombytes(mode, picture.size, picture.tobytes())


@port("torchvision.transforms.functional.hflip")
def hflip(img) -> Object:
    """A picture whose left and right have changed places.

    >>> np.array(torchvision.transforms.functional.hflip(picture))
    """
    return flipped(img, True)


@port("torchvision.transforms.functional.vflip")
def vflip(img) -> Object:
    """A picture whose top and bottom have changed places.

    >>> np.array(torchvision.transforms.functional.vflip(picture))
    """
    return flipped(img, False)


@port("torchvision.transforms.functional.crop")
def crop_picture(img, top, left, height, width) -> Object:
    """A part of a picture.

    >>> np.array(torchvision.transforms.functional.crop(picture, 1, 2, 3, 2))
    """
    return cropped(img, top, left, height, width)


@port("torchvision.transforms.functional.resize")
def resize_picture(img, size, interpolation=2) -> Object:
    """A picture of another size.

    >>> np.array(torchvision.transforms.functional.resize(picture, 9))
    >>> torchvision.transforms.functional.resize(x.reshape(1, 3, 4), [7, 2])
    """
    return sized(img, size, interpolation)


@block
def area_within(picture, scale, ratio):
    """A random part of a picture: top, left, height and width."""
    height, width = extent(picture)
    low, high = np.log(np.float32(ratio)).tolist()
    for _ in range(10):
        area = height * width * float(tf.random.uniform([1], scale[0], scale[1])[0])
        aspect = float(tf.exp(tf.random.uniform([1], low, high))[0])
        w, h = round(math.sqrt(area * aspect)), round(math.sqrt(area / aspect))
        if 0 < w <= width and 0 < h <= height:
            top = int(tf.random.uniform([1], 0, height - h + 1, tf.int64)[0])
            return top, int(tf.random.uniform([1], 0, width - w + 1, tf.int64)[0]), h, w
    h, w = height, width
    if width / height < min(ratio):
        h = round(width / min(ratio))
    elif width / height > max(ratio):
        w = round(height * max(ratio))
    return (height - h) // 2, (width - w) // 2, h, w
