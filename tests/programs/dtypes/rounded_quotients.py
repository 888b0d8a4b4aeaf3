import torch
import json


def f(x, y):
    return torch.div(x, y, rounding_mode="floor"), torch.div(x, 2, rounding_mode="trunc"), x.div(y, rounding_mode="trunc")


for x, y in ((torch.tensor([7, -7]), torch.tensor([2, 2])), (torch.tensor([7.5, -7.5]), torch.tensor([2.0, 2.5]))):
    for v in f(x, y):
        print(v.tolist(), v.dtype == torch.int64)
d = torch.tensor(json.loads("[7, -7, 5]"))
print(torch.div(d, 2, rounding_mode="floor").tolist(), d.div(2, rounding_mode="trunc").tolist(), torch.div(d, 2).tolist())
