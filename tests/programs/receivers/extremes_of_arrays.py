import numpy as np
import torch

FUNCTIONS = {}


def register(function):
    FUNCTIONS[function.__name__] = function
    return function


@register
def bounds(buffer):
    high = torch.as_tensor(buffer["obs"].max(axis=0))
    low = torch.as_tensor(buffer["obs"].min(axis=0))
    spread = buffer["obs"].max(0) - buffer["obs"].min(0)
    return high, low, torch.from_numpy(spread)


for part in FUNCTIONS["bounds"]({"obs": np.arange(12.0).reshape(3, 4)}):
    print(part.tolist())
