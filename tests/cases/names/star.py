# Names of torch's that come by `import *`, and a size that only a later line tells of.
import torch
from torch.nn import *
from torch.utils.data.sampler import *


class Noisy(Module):
    def __init__(self, ins, outs):
        super().__init__()
        self.ins = ins
        self.outs = outs
        self.sigma = Parameter(torch.FloatTensor(self.outs, self.ins))
        self.register_buffer("noise", torch.FloatTensor(self.outs))


net = Sequential(Linear(3, 2), ReLU())
for indices in BatchSampler(SubsetRandomSampler(range(10)), 4, False):
    print(net(torch.ones(len(indices), 3)))
# output
# Names of torch's that come by `import *`, and a size that only a later line tells of.
import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import keras
import tensorflow as tf
from torch_compat import BatchSampler, Linear, Sequential, SubsetRandomSampler, TorchModel, one_op


class Noisy(TorchModel):
    def __init__(self, ins, outs):
        super().__init__()
        self.ins = ins
        self.outs = outs
        self.sigma = keras.Variable(tf.zeros([self.outs, self.ins]))
        self.noise = keras.Variable(tf.zeros([self.outs]), trainable=False)


net = Sequential(Linear(3, 2), keras.layers.ReLU())


@one_op
@tf.function
def call_net(x):
    return net(x)


for indices in BatchSampler(SubsetRandomSampler(range(10)), 4, False):
    print(call_net(tf.ones([len(indices), 3])))
