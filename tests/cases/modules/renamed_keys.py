"""Keys of a state that are renamed before it is loaded: what has names for keys is no tensor."""

import torch
from torch import nn

NAMES = (("first.weight", "0.weight"), ("first.bias", "0.bias"))


class Agent:
    def __init__(self, path):
        self.net = nn.Sequential(nn.Linear(2, 1))
        if path:
            state = torch.load(path, map_location="cpu")
            if "first.weight" in state.keys():
                for old, new in NAMES:
                    state[new] = state[old]
                    del state[old]
            self.net.load_state_dict(state)


agent = Agent("")
torch.save({"first." + k[2:]: v for k, v in agent.net.state_dict().items()}, "old.pt")
again = Agent("old.pt")
print((again.net(torch.ones(1, 2)) - agent.net(torch.ones(1, 2))).sum().item())
# output
"""Keys of a state that are renamed before it is loaded: what has names for keys is no tensor."""

import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import tensorflow as tf
from torch_compat import (
    Linear,
    Sequential,
    graph,
    read_pickle,
    set_variables,
    variables_of,
    write_pickle,
)

NAMES = (("first.weight", "0.weight"), ("first.bias", "0.bias"))


class Agent:
    def __init__(self, path):
        self.net = Sequential(Linear(2, 1))
        if path:
            state = read_pickle(path)
            if "first.weight" in state.keys():
                for old, new in NAMES:
                    state[new] = state[old]
                    del state[old]
            set_variables(self.net, state)


agent = Agent("")
write_pickle({"first." + k[2:]: v for k, v in variables_of(agent.net).items()}, "old.pt")
again = Agent("old.pt")
print(
    tf.reduce_sum(
        graph(again.net)(tf.ones([1, 2])) - graph(agent.net)(tf.ones([1, 2]))
    ).numpy().item(),
)
# findings
# modules/renamed_keys.py:22:1: N402 note the file is a pickle that only TensorFlow can read
