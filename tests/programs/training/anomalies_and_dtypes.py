"""Helps that no number depends on around a step; torch.dtype as an annotation and as a class."""

from typing import Optional

import torch


class Statistics:
    def __init__(self, size: int, dtype: torch.dtype = torch.float32):
        self.mean = torch.zeros(size, dtype=dtype)
        self.dtype = dtype

    def to(self, device: torch.device, dtype: Optional[torch.dtype] = None):
        self.mean = self.mean.to(device, dtype or self.dtype)
        return self

    def update(self, x: torch.Tensor) -> torch.Tensor:
        self.mean = 0.9 * self.mean + 0.1 * x.mean(0).to(self.dtype)
        return self.mean


net = torch.nn.Linear(2, 1)
torch.nn.init.constant_(net.weight, 0.5)
torch.nn.init.zeros_(net.bias)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
statistics = Statistics(1, torch.float64).to(torch.device("cpu"))
for _ in range(3):
    with torch.autograd.detect_anomaly(check_nan=False):
        value = net(torch.tensor([[1.0, 2.0], [0.5, -1.0]]))
        loss = value.pow(2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(loss.item(), statistics.update(value.detach()).item())
print(isinstance(statistics.dtype, torch.dtype), type(statistics.mean.dtype) is torch.dtype)
