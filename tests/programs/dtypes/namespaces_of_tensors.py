from types import SimpleNamespace

import torch

cfg = SimpleNamespace(w=torch.ones(2))
cfg.k = torch.tensor([1, 2])
print((cfg.w * 0.5 + cfg.k).tolist())


def out(c):
    return (c.w * 0.5 + c.k).tolist()


print(out(cfg))
