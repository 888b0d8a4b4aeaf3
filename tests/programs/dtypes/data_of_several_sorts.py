import torch


def step(state, action):
    s = torch.as_tensor(state, dtype=torch.float32)
    a = torch.as_tensor(action)
    return s + a, bool((s > 2).any()), {"n": s.shape[0]}


s = [0.0, 1.0]
for t in range(3):
    s, done, info = step(s, t)
print(s.tolist(), done, info["n"])
s, d, _ = step(torch.zeros(2), 0.5)
print(s.tolist(), d)
import numpy as np

s, d, _ = step(np.array([3, 4]), np.array([1, 2]))
print(s.tolist(), d)
