import torch
import torch.nn as nn

net = nn.Linear(2, 2)
optimizer = torch.optim.Adam(net.parameters())
torch.save(net.state_dict(), "net.pt")
torch.save(optimizer.state_dict(), "optimizer.pt")
net.load_state_dict(torch.load("net.pt", map_location="cpu"))
optimizer.load_state_dict(torch.load("optimizer.pt", weights_only=True))
# output
import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import tensorflow as tf
from torch_compat import Adam, Linear

net = Linear(2, 2)
optimizer = Adam(net.trainable_variables)
tf.train.Checkpoint(net).write("net.pt")
tf.train.Checkpoint(optimizer).write("optimizer.pt")
tf.train.Checkpoint(net).read("net.pt").assert_consumed()
tf.train.Checkpoint(optimizer).read("optimizer.pt").assert_consumed()
# findings
# modules/checkpoints.py:6:1: N402 note the file is a TensorFlow checkpoint (also at line 7, 8, 9)
