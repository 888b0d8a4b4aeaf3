import json

import torch

table = json.loads('{"scale": 2.0, "sizes": [3, 4]}')
table["rows"] = torch.arange(12.0).reshape(table["sizes"])
table["steps"] = 5
net = torch.nn.Linear(4, 1)
with torch.no_grad():
    net.weight.fill_(0.5)
    net.bias.fill_(0.25)
table["net"] = net


def ported(batch):
    values, _ = batch.sort(1)
    return values.sum().item() * table["scale"]


print(ported(table["rows"]), table["steps"])
print(table["net"](table["rows"]).mean().item())
