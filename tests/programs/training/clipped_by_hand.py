"""A step by hand on clipped gradients, and a hidden state that is cut off: word language models."""

import torch
import torch.nn as nn

cell, head = nn.Linear(3, 2), nn.Linear(2, 1)
model = nn.ModuleList([cell, head])
with torch.no_grad():
    cell.weight.copy_(torch.tensor([[0.5, -0.25, 0.4], [0.1, 0.2, -0.3]]))
    head.weight.copy_(torch.tensor([[1.5, -2.0]]))
    for layer in model:
        layer.bias.zero_()
data = torch.tensor([[1.0], [-2.0], [0.5], [3.0], [-1.0], [2.0]])
lr = 0.5
for epoch in range(2):
    hidden = torch.zeros(1, 2)
    total = 0.0
    for i in range(0, 5, 2):
        model.zero_grad()
        hidden = hidden.detach()
        hidden = torch.tanh(cell(torch.cat([data[i : i + 1], hidden], 1)))
        loss = (head(hidden) - data[i + 1 : i + 2]).pow(2).mean()
        loss.backward()
        norm = torch.nn.utils.clip_grad_norm_(model.parameters(), 0.25)
        for p in model.parameters():
            p.data.add_(p.grad, alpha=-lr)
        total += loss.item()
        print(f"{norm.item():.4f}")
    lr /= 2
    print(epoch, f"{total:.5f}")
