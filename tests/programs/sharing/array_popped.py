"""The same through a stack that is copied, and popped by a function."""

import numpy as np
import torch


def last(stack):
    return list(stack).pop()


stack = [np.ones(2, np.float32)]
array = np.zeros(3, np.float32)
stack.append(array)
tensor = torch.from_numpy(array)
last(stack)[0] = 7.0
print(tensor.sum().item())
