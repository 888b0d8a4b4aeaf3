"""torch sorts what a ParameterDict gets of a plain dict, and keeps every other order."""

import copy
from collections import OrderedDict

import torch
from torch import nn

plain = nn.ParameterDict({"reg": torch.zeros(1), "cls": torch.ones(1), "aux": torch.ones(1) * 2})
ordered = nn.ParameterDict(OrderedDict(b=torch.zeros(1), a=torch.ones(1)))
pairs = nn.ParameterDict([("b", torch.zeros(1)), ("a", torch.ones(1))])
for table in (plain, ordered, pairs, copy.deepcopy(pairs), nn.ParameterDict(pairs)):
    print([value.item() for value in table.values()], *[p.item() for p in table.parameters()])
