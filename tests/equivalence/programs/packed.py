"""Dropout between the layers of packed sequences: drawn for what is within them alone."""

import torch
import torch.nn as nn
from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence

torch.manual_seed(0)
net = nn.LSTM(3, 4, num_layers=2, dropout=0.3, batch_first=True)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
x = torch.randn(3, 5, 3)


def update():
    packed = pack_padded_sequence(x, [2, 5, 3], batch_first=True, enforce_sorted=False)
    out, _ = pad_packed_sequence(net(packed)[0], batch_first=True)
    loss = out.pow(2).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
    print(loss.item())


for _ in range(4):
    update()
