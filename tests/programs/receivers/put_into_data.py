# told: P103
import json

import torch

table = json.loads('{"a": 1}')
table["rows"] = torch.arange(12.0).reshape(3, 4)
deep = json.loads('{"a": {}}')
deep["a"]["x"] = torch.ones(2, 3)
names = json.loads("[]")
names.append(torch.ones(2, 2))
made = json.loads("{}")
made["rows"] = lambda: torch.ones(3, 4)


def told(batch):
    values, _ = batch.sort(1)
    return values.sum()


print(told(deep["a"]["x"]), told(names[0]), told(made["rows"]()))
