import json
import torch


def load(text):
    d = json.loads(text)
    return torch.tensor(d["flags"])


f = load('{"flags": [true, true, false]}')
print(f.sum().item(), (f.sum() / 2).item(), f.cumsum(0).tolist())
g = load('{"flags": [0.5, 1.5]}')
print(g.sum().item(), g.cumsum(0).tolist())
