"""A file that never says which library's tensors it gets: nobody else has `cpu()`."""
import numpy as np


def projected(distribution, rewards, ended, low, high):
    rows = distribution.data.cpu().numpy()
    goals = np.clip(rewards.detach().cpu().numpy(), low, high)
    found = np.zeros_like(rows)
    found[np.arange(len(rows)), goals.astype(np.int64)] = 1.0
    found[ended.cpu().numpy().astype(bool)] = 0.0
    return found
# output
"""A file that never says which library's tensors it gets: nobody else has `cpu()`."""
import numpy as np


def projected(distribution, rewards, ended, low, high):
    rows = distribution.numpy()
    goals = np.clip(rewards.numpy(), low, high)
    found = np.zeros_like(rows)
    found[np.arange(len(rows)), goals.astype(np.int64)] = 1.0
    found[ended.numpy().astype(bool)] = 0.0
    return found
