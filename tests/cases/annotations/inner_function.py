# A function inside of another is ported, though nothing here calls it.
import torch


def make(size):
    def thunk(x: torch.Tensor) -> torch.Tensor:
        class Adder:
            def add(self, y):
                return torch.add(y, x.squeeze(0))

        return Adder().add(torch.zeros(size))

    def many(*tensors: torch.Tensor) -> list[torch.Tensor]:
        return [*tensors]

    return thunk, many
# output
# A function inside of another is ported, though nothing here calls it.
import tensorflow as tf
from torch_compat import without_first


def make(size):
    def thunk(x: tf.Tensor) -> tf.Tensor:
        class Adder:
            def add(self, y):
                return y + without_first(x)

        return Adder().add(tf.zeros(size))

    def many(*tensors: tf.Tensor) -> list[tf.Tensor]:
        return [*tensors]

    return thunk, many
