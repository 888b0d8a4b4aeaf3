# A layer of torch's has no method of the program's: where that is called, it is the other one.
import torch
from torch import nn


class Noisy(nn.Module):
    def __init__(self, inputs: int, outputs: int):
        super().__init__()
        self.mean = nn.Linear(inputs, outputs)
        self.sample_noise()

    def sample_noise(self):
        self.noise = torch.randn(1)

    def forward(self, x):
        return self.mean(x) + self.noise


class Network(nn.Module):
    def __init__(self, noisy: bool = False):
        super().__init__()
        self.noisy = noisy
        self.last = nn.Linear(3, 2) if not self.noisy else Noisy(3, 2)

    def forward(self, x):
        return self.last(x)

    def sample_noise(self):
        if self.noisy:
            self.last.sample_noise()
# output
# A layer of torch's has no method of the program's: where that is called, it is the other one.
import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import tensorflow as tf
from torch_compat import Linear, TorchModel


class Noisy(TorchModel):
    def __init__(self, inputs: int, outputs: int):
        super().__init__()
        self.mean = Linear(inputs, outputs)
        self.sample_noise()

    def sample_noise(self):
        self.noise = tf.random.normal([1])

    def call(self, x):
        return self.mean(x) + self.noise


class Network(TorchModel):
    def __init__(self, noisy: bool = False):
        super().__init__()
        self.noisy = noisy
        self.last = Linear(3, 2) if not self.noisy else Noisy(3, 2)

    def call(self, x):
        return self.last(x)

    def sample_noise(self):
        if self.noisy:
            self.last.sample_noise()
