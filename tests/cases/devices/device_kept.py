import torch

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
print("running on", device)
net = torch.nn.Linear(2, 2).to(device)
# output
import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512
os.environ.setdefault("TF_FORCE_GPU_ALLOW_GROWTH", "true")  # others may use the GPU as well

import tensorflow as tf
from torch_compat import Linear

device = "cuda" if bool(tf.config.list_physical_devices("GPU")) else "cpu"
print("running on", device)
net = Linear(2, 2)
