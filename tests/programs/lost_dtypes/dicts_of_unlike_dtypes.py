from collections import OrderedDict
import torch

od = OrderedDict(a=torch.tensor(1), b=torch.tensor(2.5))
print((od["a"] * od["b"]).item(), (od["a"] / 2).item(), sum(od.values()).item())
d = dict(a=torch.tensor([1, 2]), b=torch.tensor([0.5, 1]), c=torch.tensor([True, False]))
print((d["a"] * d["b"]).tolist(), (d["c"] + d["a"]).tolist(), torch.cat([d["a"], d["b"]]).tolist())


def mul(k, l):
    return d[k] * d[l]


print(mul("a", "b").tolist(), mul("c", "b").tolist())
od.update(c=torch.tensor([3]))
print((od["c"] * od["b"]).tolist(), torch.stack(list(d.values())).tolist())
