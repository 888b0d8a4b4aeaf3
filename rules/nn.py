"""torch.nn: layers and losses that are pasted into the output as building blocks."""

import keras
import tensorflow as tf

from porter.rule import port


@port("torch.nn.Linear")
class Linear(keras.layers.Dense):
    """torch.nn.Linear: built at once, torch's default initialisation, any input rank.

    >>> nn.Linear(3, 2)(x)
    >>> nn.Linear(3, 2, bias=False)(x[0])
    >>> nn.Linear(np.int64(3), np.int64(2))(x)
    """

    def __init__(self, in_features, out_features, bias=True):
        bound = in_features**-0.5

        def uniform(shape, dtype=None):  # Keras's own initializers draw from Python's random too
            return tf.random.uniform(shape, -bound, bound, dtype)

        units = int(out_features)  # Keras refuses NumPy's integers
        super().__init__(units, use_bias=bias, kernel_initializer=uniform, bias_initializer=uniform)
        self.build((None, in_features))
        self.input_spec = None  # Dense refuses a single state; the product takes any rank

    def __deepcopy__(self, memo):
        twin = Linear(*self.kernel.shape, bias=self.use_bias)
        twin.set_weights(self.get_weights())
        return twin


@port("torch.nn.MSELoss")
class MSELoss:
    """torch.nn.MSELoss: the squared error, reduced by "mean", "sum" or not at all ("none").

    >>> nn.MSELoss()(x, y)
    >>> nn.MSELoss(reduction="sum")(x, y)
    """

    def __init__(self, *, reduction="mean"):
        self.reduction = reduction

    def __call__(self, input, target):
        loss = tf.square(input - target)
        if self.reduction == "none":
            return loss
        return tf.reduce_sum(loss) if self.reduction == "sum" else tf.reduce_mean(loss)


@port("torch.nn.L1Loss")
class L1Loss:
    """torch.nn.L1Loss: the absolute error, reduced by "mean", "sum" or not at all ("none").

    >>> nn.L1Loss()(x, y)
    """

    def __init__(self, *, reduction="mean"):
        self.reduction = reduction

    def __call__(self, input, target):
        loss = tf.abs(input - target)
        if self.reduction == "none":
            return loss
        return tf.reduce_sum(loss) if self.reduction == "sum" else tf.reduce_mean(loss)


@port("torch.nn.SmoothL1Loss")
class SmoothL1Loss:
    """torch.nn.SmoothL1Loss: the error, squared below beta; reduced by "mean", "sum" or "none".

    >>> nn.SmoothL1Loss()(x, y)
    >>> nn.SmoothL1Loss(reduction="none", beta=0.5)(x, y)
    """

    def __init__(self, *, reduction="mean", beta=1.0):
        self.reduction = reduction
        self.beta = beta

    def __call__(self, input, target):
        error = tf.abs(input - target)
        quadratic = 0.5 * tf.square(error) / self.beta
        loss = tf.where(error < self.beta, quadratic, error - 0.5 * self.beta)
        if self.reduction == "none":
            return loss
        return tf.reduce_sum(loss) if self.reduction == "sum" else tf.reduce_mean(loss)
