"""An import of torch that nothing asks for goes, though nothing else changes."""

import torch
import torch.nn as nn

print(sum(range(4)))
# output
"""An import of torch that nothing asks for goes, though nothing else changes."""

print(sum(range(4)))
