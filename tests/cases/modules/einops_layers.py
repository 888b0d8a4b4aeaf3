# einops takes TensorFlow's tensors; its layers for torch become porter's own.
import torch
from einops import rearrange, reduce, repeat
from einops.layers.torch import Rearrange, Reduce
from torch import nn


class Patches(nn.Module):
    def __init__(self, size, dim):
        super().__init__()
        self.embed = nn.Sequential(
            Rearrange("b c (h p) (w q) -> b (h w) (p q c)", p=size, q=size),
            nn.Linear(size * size * 3, dim),
        )
        self.token = nn.Parameter(torch.randn(1, 1, dim))
        self.pool = Reduce("b n d -> b d", "mean")

    def forward(self, x):
        x = self.embed(x)
        token = repeat(self.token, "1 1 d -> b 1 d", b=x.shape[0])
        x = torch.cat((token, x), dim=1)
        q = rearrange(x, "b n (h d) -> b h n d", h=2)
        weights = reduce(q, "b h n d -> b h n", "sum")
        return self.pool(x), weights.softmax(dim=-1)
# output
# einops takes TensorFlow's tensors; its layers for torch become porter's own.
import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import keras
import tensorflow as tf
from einops import rearrange, reduce, repeat
from torch_compat import Linear, Rearrange, Reduce, Sequential, TorchModel


class Patches(TorchModel):
    def __init__(self, size, dim):
        super().__init__()
        self.embed = Sequential(
            Rearrange("b c (h p) (w q) -> b (h w) (p q c)", p=size, q=size),
            Linear(size * size * 3, dim),
        )
        self.token = keras.Variable(tf.random.normal([1, 1, dim]))
        self.pool = Reduce("b n d -> b d", "mean")

    def call(self, x):
        x = self.embed(x)
        token = repeat(tf.convert_to_tensor(self.token), "1 1 d -> b 1 d", b=x.shape[0])
        x = tf.concat((token, x), axis=1)
        q = rearrange(x, "b n (h d) -> b h n d", h=2)
        weights = reduce(q, "b h n d -> b h n", "sum")
        return self.pool(x), tf.nn.softmax(weights, axis=-1)
