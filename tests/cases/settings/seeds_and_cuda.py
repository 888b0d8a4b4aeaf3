import torch
import torch.nn as nn

SEED = 3
use_cuda = torch.cuda.is_available()
torch.manual_seed(SEED)
if use_cuda:
    torch.cuda.manual_seed(SEED)
    torch.cuda.manual_seed_all(SEED)
torch.cuda.manual_seed(SEED + 1)
net = nn.Linear(2, 2)
if use_cuda and torch.cuda.device_count() > 0:
    net.cuda()
if next(iter([use_cuda])):
    net = net.cuda()
if use_cuda:
    # the reader wants to know
    net.cuda()
# output
import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import tensorflow as tf
from torch_compat import Linear

SEED = 3
use_cuda = bool(tf.config.list_physical_devices("GPU"))
tf.random.set_seed(SEED)
tf.random.set_seed(SEED + 1)
net = Linear(2, 2)
if next(iter([use_cuda])):
    pass
if use_cuda:
    pass
    # the reader wants to know
