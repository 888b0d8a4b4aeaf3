# told: P102
import numpy as np
import torch


def same(q):
    return q.astype("float32") if hasattr(q, "astype") else q


t = torch.arange(6.0).view(2, 3)
held = same(t)
array = same(np.zeros((2, 3)))
table = {"x": held}
table["x"] += 1
print(float(t.sum()))
