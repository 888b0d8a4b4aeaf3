"""The setting stands above TensorFlow, and `import os` above the setting."""
import numpy as np
import torch
import torch.nn.functional as F
# where to
import random
import os

pixels = torch.from_numpy(np.ones((1, 1, 4, 4), np.float32))
print(os.getcwd(), random.random(), F.conv2d(pixels, torch.ones(1, 1, 2, 2)))
# output
"""The setting stands above TensorFlow, and `import os` above the setting."""
import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import numpy as np
import tensorflow as tf
from torch_compat import convolve, from_array
# where to
import random

pixels = from_array(np.ones((1, 1, 4, 4), np.float32))
print(os.getcwd(), random.random(), convolve(pixels, tf.ones([1, 1, 2, 2])))
