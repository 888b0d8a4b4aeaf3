import torch
import torch.nn as nn


class Policy(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 2)
        self.log_std = nn.Linear(4, 2)

    def value(self, x):
        return self.fc(x).mean()

    def forward(self, x):
        return torch.tanh(self.fc(x))

    def act(self, observation):
        state = torch.FloatTensor(observation).unsqueeze(0)
        return self(state).detach().numpy()[0]
# output
import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import tensorflow as tf
from torch_compat import Linear, TorchModel, from_array, graph


class Policy(TorchModel):
    def __init__(self):
        super().__init__()
        self.fc = Linear(4, 2)
        self.log_std = Linear(4, 2)

    def value(self, x):
        return tf.reduce_mean(self.fc(x))

    def call(self, x):
        return tf.tanh(self.fc(x))

    def act(self, observation):
        state = from_array([observation], tf.float32)
        return graph(self)(state).numpy()[0]
