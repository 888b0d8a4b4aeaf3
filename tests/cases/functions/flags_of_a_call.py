import torch
import torch.nn.functional as F
from torch import nn


class Recurrent(nn.Module):
    def __init__(self):
        super().__init__()
        self.lstm = nn.LSTM(3, 4, batch_first=True)
        self.head = nn.Linear(4, 2)

    def forward(self, s, h0=None, c0=None, return_hidden=False):
        hidden = None if h0 is None and c0 is None else (h0, c0)
        feature, (hn, cn) = self.lstm(s, hidden)
        output = self.head(feature)
        if return_hidden:
            return output, hn, cn
        else:
            return output


class Agent:
    def __init__(self):
        self.q = Recurrent()
        self.opt = torch.optim.Adam(self.q.parameters(), lr=0.001)

        self.h, self.c = torch.zeros(1, 1, 4), torch.zeros(1, 1, 4)

    def act(self, s):
        values, self.h, self.c = self.q(s, self.h, self.c, True)
        return torch.argmax(values).item()

    def learn(self, s, target):
        loss = F.mse_loss(self.q(s)[:, -1, 0], target)
        self.opt.zero_grad()
        loss.backward()
        self.opt.step()
        return loss.item()
# output
import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import tensorflow as tf
from torch_compat import LSTM, Adam, Linear, TorchModel, one_op


class Recurrent(TorchModel):
    def __init__(self):
        super().__init__()
        self.lstm = LSTM(3, 4, batch_first=True)
        self.head = Linear(4, 2)

    def call(self, s, h0=None, c0=None, return_hidden=False):
        hidden = None if h0 is None and c0 is None else (h0, c0)
        feature, (hn, cn) = self.lstm(s, hidden)
        output = self.head(feature)
        if return_hidden:
            return output, hn, cn
        else:
            return output


class Agent:
    def __init__(self):
        self.q = Recurrent()
        self.opt = Adam(self.q.trainable_variables, lr=0.001)

        self.h, self.c = tf.zeros([1, 1, 4]), tf.zeros([1, 1, 4])

    def act(self, s):
        values, self.h, self.c = self._call_q(s, self.h, self.c, return_hidden=True)
        return values.numpy().argmax().item()

    @one_op
    @tf.function
    def _call_q(self, s, h0, c0, return_hidden):
        return self.q(s, h0, c0, return_hidden=return_hidden)

    def learn(self, s, target):
        loss = self._learn_body(s, target)
        return loss.numpy().item()

    @one_op
    @tf.function
    def _learn_body(self, s, target):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(self.q(s)[:, -1, 0] - target))
        grads = tape.gradient(loss, self.opt.params)
        self.opt.apply(grads)
        return loss
