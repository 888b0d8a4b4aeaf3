import torch
from collections import OrderedDict


def join(parts):
    return torch.cat([*parts.values()])


def join2(parts):
    return torch.cat([*parts])


def join3(parts):
    return torch.stack([torch.zeros(1), *parts, torch.ones(1)])


def join4(parts):
    return torch.stack((*parts.values(), torch.ones(1)))


o = OrderedDict(a=torch.ones(1), b=torch.zeros(1))
print(torch.cat([*o.values()]).tolist())
print(
    join(o).tolist(),
    join2(list(o.values())).tolist(),
    join3(o.values()).tolist(),
    join4(o).tolist(),
)
print(join2(torch.ones(2, 3)).tolist(), join3(torch.ones(2, 1)).tolist())
d = dict(x=torch.ones(1))
d.update(y=torch.zeros(1))
print(torch.cat([*d.values()]).tolist(), max(*d.values()).item())
