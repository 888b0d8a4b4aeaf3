import torch

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
print("running on", device)
net = torch.nn.Linear(2, 2).to(device)
# output
import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import tensorflow as tf
from torch_compat import Linear

device = "cuda" if bool(tf.config.list_physical_devices("GPU")) else "cpu"
for gpu in tf.config.list_physical_devices("GPU"):
    tf.config.experimental.set_memory_growth(gpu, True)
print("running on", device)
net = Linear(2, 2)
