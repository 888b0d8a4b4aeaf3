import torch
import torch.nn as nn


class Noisy(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(2, 2)

    def forward(self, x):
        if self.training:
            x = x + torch.randn_like(x)
        return self.fc(x)


class Memory(nn.Module):
    def __init__(self, dropout):
        super().__init__()
        self.lstm = nn.LSTM(2, 4, batch_first=True)
        self.gru = nn.GRU(2, 4, 2, dropout=dropout)

    def forward(self, x, state=None):
        self.lstm.flatten_parameters()
        y, (h, c) = self.lstm(x, state)
        return y[:, -1], h.detach()

    def other(self, x):
        return self.gru(x)[0]


noisy, memory, plain = Noisy(), Memory(0.1), nn.Linear(2, 2)
plain.eval()
noisy.train(False)
x = torch.ones(1, 3, 2)
print(noisy(x), memory(x), plain(x))
print(memory.other(x).sum())
# output
import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import tensorflow as tf
from torch_compat import GRU, LSTM, Linear, TorchModel, graph, graph_by_mode, set_mode


class Noisy(TorchModel):
    def __init__(self):
        super().__init__()
        self.fc = Linear(2, 2)

    def call(self, x):
        if getattr(self, "training", True):
            x = x + tf.random.normal(tf.shape(x), dtype=x.dtype)
        return self.fc(x)


class Memory(TorchModel):
    def __init__(self, dropout):
        super().__init__()
        self.lstm = LSTM(2, 4, batch_first=True)
        self.gru = GRU(2, 4, 2, dropout=dropout)

    def call(self, x, state=None):
        y, (h, c) = self.lstm(x, state)
        return y[:, -1], tf.stop_gradient(h)

    def other(self, x):
        return graph_by_mode(self.gru, taped=True)(x)[0]


noisy, memory, plain = Noisy(), Memory(0.1), Linear(2, 2)
set_mode(plain, False)
set_mode(noisy, False)
x = tf.ones([1, 3, 2])
print(graph_by_mode(noisy)(x), graph(memory)(x), graph(plain)(x))
print(tf.reduce_sum(memory.other(x)))
