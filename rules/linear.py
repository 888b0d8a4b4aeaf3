"""Layers with torch's parameters, in torch's layout; Linear and what only reshapes."""

import keras
import tensorflow as tf

from porter.rule import (
    Alike,
    Module,
    Parameter,
    SameDtype,
    Tensor,
    Unsupported,
    block,
    known,
    port,
    rank,
)
from rules.model import Constructed


@block
class Layer(Constructed, keras.layers.Layer):
    """A layer as torch has them: built at once, and it casts nothing that it is called with."""

    def __init__(self):
        super().__init__(autocast=False)
        self.built = True

    def uniform(self, name, shape, bound):
        """A parameter with torch's default initialisation."""

        def draw(shape, dtype=None):  # Keras's own initializers draw from Python's random too
            return tf.random.uniform(shape, -bound, bound, dtype)

        shape = [int(size) for size in shape]  # Keras refuses NumPy's integers
        return self.add_weight(shape, draw, name=name)


@block
class Weighted(Layer):
    """A layer with parameters, which can be drawn anew."""

    def __init__(self):
        object.__setattr__(self, "_drawn", [])  # Keras would take them for parameters once more
        super().__init__()
        self.autocast = True  # to the dtype of its parameters: torch takes no other

    def add_weight(self, shape, initializer, **options):
        weight = super().add_weight(shape, initializer, **options)
        self._drawn.append((weight, initializer))
        return weight

    def reset_parameters(self):
        for weight, initializer in self._drawn:
            draw = keras.initializers.get(initializer)
            weight.assign(draw(weight.shape, dtype=weight.dtype))

    def _complete(self):
        """At the end of the constructor, where torch has the parameters drawn: by an heir, too."""
        if type(self).reset_parameters is not Weighted.reset_parameters:
            self.reset_parameters()


@block
class ModalLayer(Layer):
    """A layer that computes something else in evaluation mode; at first it is in training mode."""

    def __init__(self):
        super().__init__()
        self.training = True


@port("torch.nn.Linear", harmless=("device",))
class Linear(Weighted):
    """torch.nn.Linear: x times the transposed weight, plus bias; for any input rank.

    >>> nn.Linear(3, 2)(x)
    >>> nn.Linear(3, 2, bias=False)(x[0])
    >>> nn.Linear(np.int64(3), np.int64(2))(x)
    """

    weight: Parameter
    bias: Parameter

    def __init__(self, in_features, out_features, bias=True):
        super().__init__()
        self.in_features, self.out_features = in_features, out_features
        bound = in_features**-0.5 if in_features else 0.0
        self.weight = self.uniform("weight", (out_features, in_features), bound)
        self.bias = self.uniform("bias", (out_features,), bound) if bias else None
        self._complete()

    def call(self, x):
        if x.shape.rank == 2:
            y = tf.matmul(x, self.weight, transpose_b=True)
        else:
            y = tf.tensordot(x, self.weight, [[-1], [1]])
        return y if self.bias is None else y + self.bias


@port("torch.nn.Bilinear", harmless=("device",))
class Bilinear(Weighted):
    """torch.nn.Bilinear: a product of both inputs with each of the weight's matrices, plus bias.

    >>> nn.Bilinear(3, 3, 2)(x, y)
    """

    weight: Parameter
    bias: Parameter

    def __init__(self, in1_features, in2_features, out_features, bias=True):
        super().__init__()
        bound = in1_features**-0.5
        self.weight = self.uniform("weight", (out_features, in1_features, in2_features), bound)
        self.bias = self.uniform("bias", (out_features,), bound) if bias else None
        self._complete()

    def call(self, x1, x2):
        y = tf.einsum("...i,oij,...j->...o", x1, self.weight, x2)
        return y if self.bias is None else y + self.bias


@port("Module.weight")
def weight_of(module: Module) -> Parameter:
    """A layer's weight.

    >>> net.weight
    >>> net.weight.data.fill_(0.5)
    """
    return module.weight


@port("Module.bias")
def bias_of(module: Module) -> Parameter:
    """A layer's bias.

    >>> net.bias
    """
    return module.bias


@port("torch.nn.functional.linear")
def linear(input: Alike, weight: Alike, bias=None) -> SameDtype:
    """x times the transposed weight, plus bias.

    >>> F.linear(x, y)
    >>> F.linear(x, y, y[:, 0])
    >>> F.linear(x[0], y)
    """
    if known(rank(input) == 2) and known(rank(weight) == 2):
        if bias is None:
            return tf.matmul(input, weight, transpose_b=True)
        return tf.matmul(input, weight, transpose_b=True) + bias
    if bias is None:
        return tf.tensordot(input, weight, [[-1], [-1]])
    return tf.tensordot(input, weight, [[-1], [-1]]) + bias


@port("torch.nn.functional.bilinear")
def bilinear(input1: Alike, input2: Alike, weight: Alike, bias=None) -> SameDtype:
    """A product of both inputs with each of the weight's matrices, plus bias.

    >>> F.bilinear(x, y, torch.stack([x.T @ y, y.T @ x]))
    """
    if bias is None:
        return tf.einsum("...i,oij,...j->...o", input1, weight, input2)
    return tf.einsum("...i,oij,...j->...o", input1, weight, input2) + bias


@port("torch.nn.Module")
def bare_module() -> Module:
    """A network that gets its layers and parameters from outside: `net.inner = nn.Linear(2, 1)`.

    >>> list(nn.Module().parameters())
    """
    return keras.Model()


@port("torch.nn.Identity")
def identity_layer(*args, **kwargs) -> Module:
    """x.

    >>> nn.Identity()(x)
    """
    del args, kwargs
    return keras.layers.Identity()


@port("torch.nn.Flatten")
def flatten_layer(start_dim=1, end_dim=-1) -> Module:
    """The dimensions from start_dim to end_dim in one.

    >>> nn.Flatten()(x)
    >>> nn.Flatten(0)(x)
    >>> nn.Flatten(1, 2)(x.reshape(2, 3, 2, 1))
    """
    if start_dim == 1 and end_dim == -1:
        return keras.layers.Flatten()
    return Reshape(start_dim, end_dim, [-1])


@port("torch.nn.Unflatten")
def unflatten_layer(dim, unflattened_size) -> Module:
    """The dimension `dim` as several.

    >>> nn.Unflatten(0, (2, 2))(x)
    >>> nn.Unflatten(-1, (1, 3))(x)
    """
    return Reshape(dim, dim, unflattened_size)


@block
class Reshape(Layer):
    """Puts dimensions of these sizes in the place of those from `start` to `end`."""

    def __init__(self, start, end, sizes):
        super().__init__()
        self.start, self.end, self.sizes = start, end, tuple(sizes)

    def call(self, x: Tensor) -> SameDtype:
        shape = tf.unstack(tf.shape(x))
        end = self.end % len(shape) + 1
        return tf.reshape(x, [*shape[: self.start % len(shape)], *self.sizes, *shape[end:]])


@port(
    "torch.nn.LazyLinear", "torch.nn.LazyConv1d", "torch.nn.LazyConv2d", "torch.nn.LazyConv3d",
    "torch.nn.LazyConvTranspose1d", "torch.nn.LazyConvTranspose2d",
    "torch.nn.LazyConvTranspose3d", "torch.nn.LazyBatchNorm1d", "torch.nn.LazyBatchNorm2d",
    "torch.nn.LazyBatchNorm3d", "torch.nn.LazyInstanceNorm1d", "torch.nn.LazyInstanceNorm2d",
    "torch.nn.LazyInstanceNorm3d",
)  # fmt: skip
def lazy_layer(*args, **kwargs) -> Module:
    """A layer whose sizes the first input tells.

    Not proven: it is refused.
    """
    raise Unsupported("optimizers and copies need parameters at once: write the sizes")
