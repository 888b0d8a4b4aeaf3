"""torchvision.utils: grids of pictures, and files of them."""

import math

import numpy as np
import tensorflow as tf
from PIL import Image

from porter.rule import Nothing, SameDtype, block, port


@port("torchvision.utils.make_grid")
def make_grid(
    tensor, nrow=8, padding=2, normalize=False, value_range=None, scale_each=False, pad_value=0.0
) -> SameDtype:
    """Pictures beside and below each other.

    >>> torchvision.utils.make_grid(x.reshape(3, 1, 2, 2), nrow=2)
    >>> torchvision.utils.make_grid(x.reshape(2, 3, 2, 1), normalize=True, scale_each=True)
    >>> torchvision.utils.make_grid(x, padding=1, normalize=True, value_range=(-1, 1))
    >>> torchvision.utils.make_grid([x, y, q, x + 1], 3, 1, pad_value=0.5)
    """
    return grid_of(
        tensor, nrow=nrow, padding=padding, normalize=normalize, value_range=value_range,
        scale_each=scale_each, pad_value=pad_value,
    )  # fmt: skip


@port("torchvision.utils.save_image")
def save_image(
    tensor, fp, format=None, nrow=8, padding=2, normalize=False, value_range=None,
    scale_each=False, pad_value=0.0,
) -> Nothing:  # fmt: skip
    """A grid of pictures in a file.

    >>> torchvision.utils.save_image(x.reshape(1, 3, 2, 2), path + ".png", normalize=True)
    """
    return save_grid(
        grid_of(
            tensor, nrow=nrow, padding=padding, normalize=normalize, value_range=value_range,
            scale_each=scale_each, pad_value=pad_value,
        ),
        fp,
        format=format,
    )  # fmt: skip


@block
def grid_of(
    pictures, nrow=8, padding=2, normalize=False, value_range=None, scale_each=False, pad_value=0.0
):
    """Pictures beside and below each other; `normalize` brings their values to 0 to 1."""
    listed = isinstance(pictures, (list, tuple))
    images = np.stack([np.array(one) for one in pictures]) if listed else np.array(pictures)
    images = images[None] if images.ndim == 2 else images
    if images.ndim == 3:
        images = (np.repeat(images, 3, 0) if len(images) == 1 else images)[None]
    if images.shape[1] == 1:
        images = np.repeat(images, 3, 1)
    for part in images if scale_each else [images]:
        if normalize:
            low, high = value_range or (float(part.min()), float(part.max()))
            part[...] = (np.clip(part, low, high) - low) / max(high - low, 1e-5)
    count, channels, height, width = images.shape
    if count == 1:
        return tf.constant(images[0])
    columns = min(nrow, count)
    height, width = height + padding, width + padding
    shape = channels, height * math.ceil(count / columns) + padding, width * columns + padding
    grid = np.full(shape, pad_value, images.dtype)
    for place, image in enumerate(images):
        top, left = (i * size for i, size in zip(divmod(place, columns), (height, width)))
        grid[:, top + padding : top + height, left + padding : left + width] = image
    return tf.constant(grid)


@block
def save_grid(grid, file, format=None):
    """A picture with channels first in a file."""
    pixels = np.clip(grid.numpy() * 255 + 0.5, 0, 255).astype(np.uint8)
    Image.fromarray(pixels.transpose(1, 2, 0)).save(file, format=format)
