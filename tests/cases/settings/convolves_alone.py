import torch

print(torch.conv1d(torch.ones(1, 1, 4), torch.ones(1, 1, 2)))
# output
import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import tensorflow as tf
from torch_compat import convolve

print(convolve(tf.ones([1, 1, 4]), tf.ones([1, 1, 2])))
