"""What porter says does not hang on the order that sets have in a process."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

PROGRAM = """
import torch
from torch import nn


class First(nn.Module):
    def forward(self, x):
        return torch.from_numpy(x.numpy())


class Second(nn.Module):
    def forward(self, x):
        return x * float(input())


class Third(nn.Module):
    def forward(self, x):
        print(x)
        return x


class Net(nn.Module):
    def __init__(self, depth):
        super().__init__()
        self.layer = nn.Linear(2, 2)
        if depth == 1:
            self.net = First()
        elif depth == 2:
            self.net = Second()
        else:
            self.net = Third()

    def forward(self, x):
        return self.layer(self.net(x))


net = Net(int(input()))
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
for _ in range(9):
    loss = net(torch.ones(3, 2)).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
"""


def test_messages_are_the_same_in_each_process(tmp_path: Path) -> None:
    path = tmp_path / "agent.py"
    path.write_text(PROGRAM)
    told = set()
    for seed in range(6):
        command = [sys.executable, "-m", "porter", "convert", str(path), "-o", "-"]
        environment = {**os.environ, "PYTHONHASHSEED": str(seed)}
        done = subprocess.run(command, capture_output=True, text=True, env=environment, check=False)
        assert "N403" in done.stderr
        told.add(done.stderr)
    assert len(told) == 1
