# told: P102
"""Views of the weights in a list: they change with the weights where the list is read behind that,
or held elsewhere."""

import torch
import torch.nn as nn


def read_behind(model):
    rows = []
    for param in model.parameters():
        rows.append(param.data.view(-1))
    with torch.no_grad():
        model.weight.add_(1.0)
    found = torch.cat(rows)
    return found


def held(model, holder):
    rows = []
    holder["rows"] = rows
    for param in model.parameters():
        rows.append(param.data.view(-1))
    return torch.cat(rows)


actor, holder = nn.Linear(3, 2), {}
print(read_behind(actor).sum().item() - held(actor, holder).sum().item())
with torch.no_grad():
    actor.weight.add_(1.0)
print((holder["rows"][0] - actor.weight.data.view(-1)).sum().item())
