import torch
import torch.nn as nn
import torch.nn.functional as F


class Noisy(nn.Module):
    def __init__(self, size, out):
        super().__init__()
        self.size = size
        self.weight = nn.Parameter(torch.empty(out, size))
        self.register_buffer("noise", torch.empty(size))

    def reset_noise(self):
        self.noise.copy_(torch.randn(self.size))

    def forward(self, x):
        return F.linear(x, self.weight * self.noise)


class Net(nn.Module):
    def __init__(self, args):
        super().__init__()
        self.fc_a = Noisy(args.size, 2)
        self.fc_b = Noisy(2, 2)

    def forward(self, x):
        return self.fc_b(self.fc_a(x))

    def reset_noise(self):
        for name, module in self.named_children():
            if "fc" in name:
                module.reset_noise()
# output
import keras
import tensorflow as tf
from torch_compat import TorchModel, named_children, shape_of


class Noisy(TorchModel):
    def __init__(self, size, out):
        super().__init__()
        self.size = size
        self.weight = keras.Variable(tf.zeros([out, size]))
        self.noise = keras.Variable(tf.zeros([size]), trainable=False)

    def reset_noise(self):
        self.noise.assign(tf.random.normal(shape_of(self.size)))

    def call(self, x):
        return tf.tensordot(x, self.weight * self.noise, [[-1], [-1]])


class Net(TorchModel):
    def __init__(self, args):
        super().__init__()
        self.fc_a = Noisy(args.size, 2)
        self.fc_b = Noisy(2, 2)

    def call(self, x):
        return self.fc_b(self.fc_a(x))

    def reset_noise(self):
        for name, module in named_children(self):
            if "fc" in name:
                module.reset_noise()
