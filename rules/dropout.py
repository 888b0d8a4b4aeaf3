"""Dropout: in training mode, elements or channels are zeroed and the rest is scaled up."""

import tensorflow as tf

from porter.rule import SameShape, Tensor, Unsupported, block, port
from rules.linear import ModalLayer


@block
def dropped(x, p, training=True, noise_shape=None):
    """x with a part p of its elements zeroed and the rest scaled up, if `training`."""
    if p == 1 and training:  # TensorFlow's dropout refuses it
        return x * 0.0
    return tf.nn.dropout(x, p, noise_shape) if training else x


@block
def drop_channels(x, p, training=True, batched=True):
    """x with whole channels dropped: all dimensions behind the channels at once."""
    lead = 2 if batched else 1
    shape = tf.unstack(tf.shape(x))[:lead] + [1] * (len(x.shape) - lead)
    return dropped(x, p, training, shape)


@block
def alpha_dropped(x, p, training=True):
    """Dropout that keeps the mean and the variance of what SELU gives."""
    if not training or p == 0:
        return x
    alpha = 1.7580993408473766
    scale = ((alpha**2 * p + 1) * (1 - p)) ** -0.5 if p < 1 else 0.0
    kept = tf.cast(tf.random.uniform(tf.shape(x), dtype=x.dtype) < 1 - p, x.dtype)
    return x * kept * scale + (kept - 1 + p) * alpha * scale


@port("torch.nn.Dropout", harmless=("inplace",))
class Dropout(ModalLayer):
    """torch.nn.Dropout: in training mode a part p is zeroed, the rest is scaled up.

    >>> nn.Dropout(0.3)(x)
    >>> nn.Dropout(p=1.0)(x)
    """

    def __init__(self, p=0.5):
        super().__init__()
        self.p = p

    def call(self, x):
        return dropped(x, self.p, self.training)


@port("torch.nn.Dropout1d", harmless=("inplace",))
class Dropout1d(ModalLayer):
    """torch.nn.Dropout1d: whole channels of (batch, channels, length) or (channels, length).

    >>> nn.Dropout1d(0.3)(x)
    """

    dims = 1

    def __init__(self, p=0.5):
        super().__init__()
        self.p = p

    def call(self, x):
        return drop_channels(x, self.p, self.training, len(x.shape) == self.dims + 2)


@port("torch.nn.Dropout3d", harmless=("inplace",))
class Dropout3d(Dropout1d):
    """torch.nn.Dropout3d: whole channels; the batch may be missing.

    >>> nn.Dropout3d(0.3)(x.reshape(4, 1, 1, 3))
    """

    dims = 3


@port("torch.nn.Dropout2d", harmless=("inplace",))
class Dropout2d(Dropout1d):
    """torch.nn.Dropout2d: whole channels; the first dimension is always the batch.

    >>> nn.Dropout2d(0.3)(x.reshape(2, 2, 3, 1))
    """

    def call(self, x):
        return drop_channels(x, self.p, self.training)


@port("torch.nn.AlphaDropout", harmless=("inplace",))
class AlphaDropout(ModalLayer):
    """torch.nn.AlphaDropout: dropout that keeps the mean and variance of what SELU gives.

    >>> nn.AlphaDropout(0.3)(x)
    """

    def __init__(self, p=0.5):
        super().__init__()
        self.p = p

    def call(self, x):
        return alpha_dropped(x, self.p, self.training)


@port("torch.nn.functional.dropout")
def dropout(input: Tensor, p=0.5, training=True, inplace=False) -> SameShape:
    """A part p zeroed and the rest scaled up, if `training`.

    >>> F.dropout(x, 0.3)
    >>> F.dropout(x, p=0.3, training=False)
    """
    if inplace:
        raise Unsupported("inplace=True changes the argument")
    if training == False:  # noqa: E712
        del p
        return input
    return dropped(input, p, training=training)


@port("torch.nn.functional.dropout1d")
def dropout1d(input: Tensor, p=0.5, training=True, inplace=False) -> SameShape:
    """Whole channels zeroed and the rest scaled up, if `training`.

    >>> F.dropout1d(x.unsqueeze(0), 0.3)
    """
    if inplace:
        raise Unsupported("inplace=True changes the argument")
    return drop_channels(input, p, training=training, batched=len(input.shape) == 3)


@port("torch.nn.functional.dropout2d")
def dropout2d(input: Tensor, p=0.5, training=True, inplace=False) -> SameShape:
    """Whole channels zeroed and the rest scaled up, if `training`.

    >>> F.dropout2d(x.reshape(2, 2, 3, 1), 0.3)
    """
    if inplace:
        raise Unsupported("inplace=True changes the argument")
    return drop_channels(input, p, training=training)


@port("torch.nn.functional.dropout3d")
def dropout3d(input: Tensor, p=0.5, training=True, inplace=False) -> SameShape:
    """Whole channels zeroed and the rest scaled up, if `training`.

    >>> F.dropout3d(x.reshape(2, 2, 3, 1, 1), 0.3)
    """
    if inplace:
        raise Unsupported("inplace=True changes the argument")
    return drop_channels(input, p, training=training, batched=len(input.shape) == 5)


@port("torch.nn.functional.alpha_dropout")
def alpha_dropout(input: Tensor, p=0.5, training=False, inplace=False) -> SameShape:
    """Dropout that keeps the mean and variance of what SELU gives.

    >>> F.alpha_dropout(x, 0.3, training=True)
    """
    if inplace:
        raise Unsupported("inplace=True changes the argument")
    return alpha_dropped(input, p, training=training)


@port("torch.nn.FeatureAlphaDropout", "torch.nn.functional.feature_alpha_dropout")
def feature_alpha_dropout(*args, **kwargs) -> Tensor:
    """Alpha dropout of whole channels.

    Not proven: it is refused.
    """
    raise Unsupported("no building block drops whole channels so: use AlphaDropout")
