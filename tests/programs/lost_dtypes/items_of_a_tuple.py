import torch


def tree_map(f, t):
    if isinstance(t, dict):
        return {k: tree_map(f, v) for k, v in t.items()}
    if isinstance(t, (list, tuple)):
        return type(t)(tree_map(f, v) for v in t)
    return f(t)


batch = {"obs": (torch.arange(4).view(2, 2), torch.ones(2)), "rew": [torch.tensor([1.0, 2.0])]}
f = tree_map(lambda x: x.float() * 2, batch)
print(f["obs"][0].tolist(), f["obs"][1].tolist(), f["rew"][0].tolist())
s = tree_map(lambda x: x.shape[0], batch)
print(s)
g = tree_map(lambda x: x.unsqueeze(0), batch)
print((g["obs"][0].sum(-1) * g["obs"][1]).tolist())
