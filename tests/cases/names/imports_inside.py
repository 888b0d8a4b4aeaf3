import os

# what learns
import torch.nn as nn


def device_count():
    # only here
    import torch  # heavy
    import numpy as np

    return np.prod(torch.ones(2).shape)


def nothing():
    import torch  # never used
    # the end


try:
    import json, torch.nn as layers
except ImportError:
    raise SystemExit("torch is needed")

net = nn.Linear(2, 1)
print(os, json, net)
# the last line is an import of torch
import torch.nn.functional as F  # behind everything
# output
import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

# what learns
import tensorflow as tf
from torch_compat import Linear


def device_count():
    # only here
    # heavy
    import numpy as np

    return np.prod(tf.ones([2]).shape)


def nothing():
    pass
    # never used
    # the end


try:
    import json
except ImportError:
    raise SystemExit("torch is needed")

net = Linear(2, 1)
print(os, json, net)
# the last line is an import of torch
# behind everything
