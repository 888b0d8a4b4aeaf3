"""einops' layers: einops itself takes TensorFlow's tensors as it takes torch's."""

import einops

from porter.rule import Tensor, port
from rules.linear import Layer


@port("einops.layers.torch.Rearrange")
class Rearrange(Layer):
    """einops.layers.torch.Rearrange: einops.rearrange() as a layer.

    Not proven: einops is no part of the tests' environment; test_einops.py runs it where it is.
    """

    def __init__(self, pattern, **axes_lengths):
        super().__init__()
        self.pattern, self.axes_lengths = pattern, axes_lengths

    def call(self, x: Tensor) -> Tensor:
        return einops.rearrange(x, self.pattern, **self.axes_lengths)


@port("einops.layers.torch.Reduce")
class Reduce(Layer):
    """einops.layers.torch.Reduce: einops.reduce() as a layer.

    Not proven: einops is no part of the tests' environment; test_einops.py runs it where it is.
    """

    def __init__(self, pattern, reduction, **axes_lengths):
        super().__init__()
        self.pattern, self.reduction, self.axes_lengths = pattern, reduction, axes_lengths

    def call(self, x: Tensor) -> Tensor:
        return einops.reduce(x, self.pattern, self.reduction, **self.axes_lengths)
