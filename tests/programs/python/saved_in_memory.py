import io
import tempfile

import torch
import torch.nn as nn

net = nn.Linear(2, 2)
nn.init.constant_(net.weight, 0.5)
nn.init.zeros_(net.bias)
memory = io.BytesIO()
torch.save(net.state_dict(), memory)
memory.seek(0)
other = nn.Linear(2, 2)
other.load_state_dict(torch.load(memory))
print(other(torch.ones(1, 2)).tolist())

with tempfile.TemporaryFile() as file:
    torch.save(net.state_dict(), file)
    file.seek(0)
    third = nn.Linear(2, 2)
    third.load_state_dict(torch.load(file))
print(third(torch.ones(1, 2)).tolist())
