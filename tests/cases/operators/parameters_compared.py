import torch.nn as nn

first, second = nn.Linear(2, 3), nn.Linear(2, 3)
assert first.parameters() != second.parameters()
print(first.parameters() == first.parameters())
# output
import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

from torch_compat import Linear

first, second = Linear(2, 3), Linear(2, 3)
assert first.trainable_variables is not second.trainable_variables
print(first.trainable_variables is first.trainable_variables)
