"""What a function gives is stored into rows and attributes in one line."""

import torch


def parts(x):
    return x * 2, x.sum(-1, keepdim=True).expand_as(x), x - 1


class Box:
    def __init__(self):
        self.last = torch.zeros(2)


def spline(x):
    inside = (x >= -1) & (x <= 1)
    outputs, logs = torch.zeros_like(x), torch.zeros_like(x)
    box = Box()
    outputs[~inside] = x[~inside]
    outputs[inside], logs[inside], box.last = parts(x[inside])
    (rows, outputs[0]), i = (outputs.max(), outputs.min()), 1
    logs[i], i = divmod(7.0, 2)
    return outputs, logs, box.last, rows, i


for result in spline(torch.tensor([-2.0, 0.5, 0.25, 4.0])):
    print(result.tolist() if isinstance(result, torch.Tensor) else result)
