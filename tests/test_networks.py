"""benchmarks/networks.py: what it says of networks that are equal, differ, and draw numbers."""

import json
import pickle
import subprocess
import sys
from pathlib import Path

import pytest

BENCHMARKS = Path(__file__).parent.parent / "benchmarks"
NETS = """\
import missing_package
import torch
import torch.nn as nn


class Critic(nn.Module):
    def __init__(self, state_dim, action_dim):
        super().__init__()
        self.q = nn.Linear(state_dim + action_dim, 1)

    def forward(self, state, action):
        return self.q(torch.cat([state, action], 1))


class Noisy(nn.Module):
    def forward(self, x):
        return x + torch.randn_like(x)


class Counted(nn.Module):
    def __init__(self):
        super().__init__()
        self.scale = nn.Parameter(torch.ones(1))

    def forward(self, x):
        return x * self.scale
"""


@pytest.mark.slow  # two processes that import a framework each
def test_networks_are_made_run_and_compared(tmp_path: Path) -> None:
    folder, port = tmp_path / "project", tmp_path / "port"
    folder.mkdir()
    (folder / "nets.py").write_text(NETS)
    given, found = tmp_path / "given", tmp_path / "found"
    convert = [sys.executable, "-m", "porter", "convert", folder, "-o", port, "--quiet"]
    subprocess.run(convert, check=True, timeout=100)
    run("original", folder, given)
    kept = pickle.loads(given.read_bytes())
    assert [one["cls"] for one in kept] == ["Critic", "Noisy", "Counted"]
    kept[2]["gives"][0] = kept[2]["gives"][0] + 0.5
    given.write_bytes(pickle.dumps(kept))
    run("port", port, given, found)
    why = {one["cls"]: one["why"] for one in json.loads(found.read_text())}
    assert why["Critic"] == "equal"
    assert why["Noisy"] == "random"
    assert why["Counted"].startswith("off by 0.5")


def run(script: str, *paths: Path) -> None:
    command = [sys.executable, BENCHMARKS / f"networks_{script}.py", *paths]
    subprocess.run(command, check=True, timeout=300, cwd=BENCHMARKS.parent)
