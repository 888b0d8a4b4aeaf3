import numpy as np
import torch

SCALE = np.ones(2, dtype=np.float32)
BIAS = torch.zeros(2)


def value(x):
    return x * torch.from_numpy(SCALE) + BIAS
