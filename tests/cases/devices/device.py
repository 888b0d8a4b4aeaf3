import torch

# Use the GPU if there is one
device = torch.device("cuda" if torch.cuda.is_available() else "cpu")

net = torch.nn.Linear(2, 2).to(device)
x = torch.zeros(3, 2).to(device)
y = torch.ones(3, 2, device=device)
print(net(x).cpu().detach().numpy())
# output
import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512
os.environ.setdefault("TF_FORCE_GPU_ALLOW_GROWTH", "true")  # others may use the GPU as well

import tensorflow as tf
from torch_compat import Linear, graph

# Use the GPU if there is one

net = Linear(2, 2)
x = tf.zeros([3, 2])
y = tf.ones([3, 2])
print(graph(net)(x).numpy())
