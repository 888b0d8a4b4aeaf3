"""What has a text as its key is a dictionary: names of a state that lose their prefix."""

import torch
import torch.nn as nn

net = nn.Linear(2, 1)
checkpoint = torch.load("net.pt", map_location="cpu", weights_only=False)
state_dict = checkpoint["model"]
prefix = "_orig_mod."
for k, v in list(state_dict.items()):
    if k.startswith(prefix):
        state_dict[k[len(prefix) :]] = state_dict.pop(k)
net.load_state_dict(state_dict)
dtype = "bfloat16" if torch.cuda.is_available() and torch.cuda.is_bf16_supported() else "float16"
# output
"""What has a text as its key is a dictionary: names of a state that lose their prefix."""

import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import tensorflow as tf
from torch_compat import Linear, read_pickle, set_variables

net = Linear(2, 1)
checkpoint = read_pickle("net.pt")
state_dict = checkpoint["model"]
prefix = "_orig_mod."
for k, v in list(state_dict.items()):
    if k.startswith(prefix):
        state_dict[k[len(prefix) :]] = state_dict.pop(k)
set_variables(net, state_dict)
dtype = "bfloat16" if bool(tf.config.list_physical_devices("GPU")) and bool(tf.config.list_physical_devices("GPU")) else "float16"
