"""Images at the points of a grid: grid_sample and affine_grid.

The formulas are those of ATen's GridSampler: a point of the grid is a place in [-1, 1] per
dimension, the last dimension of the image first.
"""

import math

import numpy as np
import tensorflow as tf

from porter.rule import SameDtype, Tensor, block, port


@block
def kept_inside(place, size, padding, corners):
    """Where the pixel for a place outside of an image is taken from; with "zeros" from nowhere."""
    if padding == "zeros":
        return place
    if padding == "reflection":
        low, span = (0, size - 1) if corners else (-0.5, size)
        away = tf.abs(place - low)
        turns = tf.floor(away / max(span, 1))
        rest = away - turns * span
        place = low + tf.where(turns % 2 == 0, rest, span - rest)
    clipped = tf.stop_gradient(tf.clip_by_value(place, 0, size - 1))
    return tf.where((place <= 0) | (place >= size - 1), clipped, place)


@block
def pixels_at(place, size, mode, padding, corners):
    """The pixels along one dimension that a place is made of, and the weight of each."""
    place = (place + 1) / 2 * (size - 1) if corners else ((place + 1) * size - 1) / 2
    if mode != "bicubic":
        place = kept_inside(place, size, padding, corners)
    low = tf.floor(place)
    part = place - low
    if mode == "nearest":
        taps = [(tf.round(place), tf.ones_like(place))]
    elif mode == "bilinear":
        taps = [(low, 1 - part), (low + 1, part)]
    else:
        a = -0.75
        near = [((a + 2) * t - (a + 3)) * t * t + 1 for t in (part, 1 - part)]
        far = [((a * t - 5 * a) * t + 8 * a) * t - 4 * a for t in (1 + part, 2 - part)]
        weights = enumerate([far[0], *near, far[1]], -1)
        taps = [(kept_inside(low + i, size, padding, corners), weight) for i, weight in weights]
    inside = [(pixel >= 0) & (pixel <= size - 1) for pixel, _ in taps]
    return [
        (tf.cast(tf.where(here, pixel, 0), tf.int64), tf.where(here, weight, 0))
        for here, (pixel, weight) in zip(inside, taps)
    ]


@block
def sampled_at(x, grid, mode="bilinear", padding="zeros", corners=False):
    """torch.nn.functional.grid_sample of (n, c, …) at (n, …, dimensions): (n, c, …)."""
    lead, sizes = x.shape[:2], x.shape[2:]
    dims = len(sizes)
    rows = tf.reshape(tf.transpose(x, [0, *range(2, dims + 2), 1]), [-1, math.prod(sizes), lead[1]])
    taps = [(tf.zeros([], tf.int64), tf.ones([], x.dtype))]
    for place, size in zip(reversed(tf.unstack(grid, axis=-1)), sizes):
        pixels = pixels_at(place, size, mode, padding, corners)
        taps = [(i * size + pixel, w * part) for i, w in taps for pixel, part in pixels]
    parts = [tf.gather(rows, i, batch_dims=1) * w[..., tf.newaxis] for i, w in taps]
    total = tf.add_n(parts)
    return tf.transpose(total, [0, dims + 1, *range(1, dims + 1)])


@block
def affine_places(theta, size, corners=False):
    """torch.nn.functional.affine_grid of (n, d, d + 1): (n, …, d) places in [-1, 1]."""
    shape = [int(n) for n in size[2:]]
    lines = [np.linspace(-1, 1, n) if n > 1 else np.zeros(1) for n in shape]
    lines = [line if corners else line * (len(line) - 1) / len(line) for line in lines]
    places = [*reversed(np.meshgrid(*lines, indexing="ij")), np.ones(shape)]
    places = tf.constant(np.stack(places, -1), theta.dtype)
    return tf.einsum("...k,ndk->n...d", places, theta)


@port("torch.nn.functional.grid_sample")
def grid_sample(
    input: Tensor, grid: Tensor, mode="bilinear", padding_mode="zeros", align_corners=None
) -> SameDtype:
    """Images at the points of a grid.

    >>> F.grid_sample(x.reshape(1, 2, 2, 3), x.reshape(1, 3, 2, 2), align_corners=False)
    >>> F.grid_sample(x.reshape(1, 1, 3, 4), x.reshape(1, 3, 2, 2), "bicubic", "border", False)
    >>> F.grid_sample(x.reshape(1, 1, 3, 4), x.reshape(1, 3, 2, 2), "bilinear", "reflection", True)
    >>> F.grid_sample(x.reshape(1, 3, 2, 2), x.reshape(1, 2, 3, 2), "nearest", "zeros", False)
    >>> F.grid_sample(x.reshape(1, 1, 2, 2, 3), x.reshape(1, 2, 2, 1, 3), align_corners=True)
    """
    return sampled_at(input, grid, mode=mode, padding=padding_mode, corners=align_corners)


@port("torch.nn.functional.affine_grid")
def affine_grid(theta: Tensor, size, align_corners=None) -> SameDtype:
    """The places that an affine map takes a grid's points from.

    >>> F.affine_grid(x.reshape(2, 2, 3), (2, 1, 3, 2), align_corners=False)
    >>> F.affine_grid(x.reshape(1, 3, 4), (1, 2, 2, 3, 2), align_corners=True)
    """
    return affine_places(theta, size, corners=align_corners)
