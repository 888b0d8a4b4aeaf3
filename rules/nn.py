"""torch.nn: layers that are pasted into the output as building blocks."""

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
