import copy

import torch
import torch.nn as nn

net = nn.Linear(2, 2)
target = nn.Linear(2, 2)
optimizer = torch.optim.Adam(net.parameters())
target.load_state_dict(net.state_dict())
torch.save({"net": net.state_dict(), "optimizer": optimizer.state_dict(), "step": 3}, "all.pt")
checkpoint = torch.load("all.pt", map_location="cpu", weights_only=False)
net.load_state_dict(checkpoint["net"])
optimizer.load_state_dict(checkpoint["optimizer"])
torch.save(net.state_dict(), "net.pt")
net.load_state_dict(torch.load("net.pt"), strict=False)
best = copy.deepcopy(net.state_dict())
slow, fast = target.state_dict(), net.state_dict()
for key in slow:
    slow[key] = 0.1 * fast[key] + 0.9 * slow[key]
target.load_state_dict(slow)
torch.save(net, "whole.pt")
# output
import copy
import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

from torch_compat import (
    Adam,
    Linear,
    read_pickle,
    set_state,
    set_variables,
    state_of,
    variables_of,
    write_pickle,
)

net = Linear(2, 2)
target = Linear(2, 2)
optimizer = Adam(net.trainable_variables)
target.set_weights(net.get_weights())
write_pickle({"net": variables_of(net), "optimizer": state_of(optimizer), "step": 3}, "all.pt")
checkpoint = read_pickle("all.pt")
set_variables(net, checkpoint["net"])
set_state(optimizer, checkpoint["optimizer"])
write_pickle(variables_of(net), "net.pt")
set_variables(net, read_pickle("net.pt"), False)
best = copy.deepcopy(variables_of(net))
slow, fast = variables_of(target), variables_of(net)
for key in slow:
    slow[key] = 0.1 * fast[key] + 0.9 * slow[key]
set_variables(target, slow)
write_pickle(net, "whole.pt")
# findings
# modules/saving.py:10:1: N402 note the file is a pickle that only TensorFlow can read (also at line 14, 21)
