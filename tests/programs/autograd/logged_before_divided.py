"""Gradients of micro-batches add up; the loss is logged before it is divided under its own name."""

import numpy as np
import torch
import torch.nn as nn

model = nn.Linear(3, 2)
with torch.no_grad():
    model.weight.copy_(torch.tensor([[0.1, -0.2, 0.3], [0.4, 0.5, -0.6]]))
    model.bias.zero_()
optimizer = torch.optim.SGD(model.parameters(), lr=0.1, momentum=0.9)
data = np.random.RandomState(0).randn(7, 4, 3).astype(np.float32)
for epoch in range(2):
    optimizer.zero_grad()
    running = 0.0
    for i, rows in enumerate(data):
        loss = model(torch.from_numpy(rows)).pow(2).mean()
        running += loss.item()
        loss = loss / 3
        loss.backward()
        if (i + 1) % 3 == 0 or i + 1 == len(data):
            optimizer.step()
            optimizer.zero_grad()
    print(epoch, f"{running:.5f}")
