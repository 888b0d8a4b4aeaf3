"""Views of the weights in a list of the function's own: what is made of the list is a copy."""

import torch
import torch.nn as nn


def flat_params(model):
    params = []
    for param in model.parameters():
        params.append(param.data.view(-1))
    params_flatten = torch.cat(params)
    return params_flatten


def update_model(model, new_params):
    index = 0
    for params in model.parameters():
        length = len(params.view(-1))
        params.data.copy_(new_params[index : index + length].view(params.size()))
        index += length


actor, old = nn.Linear(3, 2), nn.Linear(3, 2)
with torch.no_grad():
    for place, param in enumerate(actor.parameters()):
        param.copy_(torch.arange(param.numel(), dtype=torch.float32).view(param.shape) + place)
before = flat_params(actor)
update_model(old, before)
for turn in range(2):
    update_model(actor, before + 0.5**turn * torch.ones(8))
print(before.tolist(), flat_params(actor).tolist(), flat_params(old).tolist())
