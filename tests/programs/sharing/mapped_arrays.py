# told: P102
import numpy as np
import torch


def to_torch(a):
    return torch.from_numpy(a)


as_tensor = lambda a: torch.as_tensor(a)


class Rollout:
    def __init__(self):
        self.data = {"a": np.zeros(3, dtype=np.float32), "b": np.ones(3, dtype=np.float32)}

    def tensors(self):
        return list(map(lambda a: torch.from_numpy(a), self.data.values()))

    def named(self):
        return dict(zip(self.data, map(as_tensor, self.data.values())))


xs = [np.zeros(2, dtype=np.float32), np.zeros(2, dtype=np.float32)]
ts = [*map(to_torch, xs)]
xs[0][1] = 4
print(ts[0].sum().item(), ts[1].sum().item())
r = Rollout()
t = r.tensors()
n = r.named()
r.data["a"][0] = 7
r.data["b"] *= 2
print([x.sum().item() for x in t], [x.sum().item() for x in n.values()])


def bump(a):
    a += 1
    return a.sum()


ys = [np.zeros(2, dtype=np.float32) for _ in range(2)]
us = [torch.from_numpy(y) for y in ys]
print(sum(map(bump, ys)), us[0].sum().item())
