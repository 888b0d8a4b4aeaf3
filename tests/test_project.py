"""What one file of a project tells about another."""

from __future__ import annotations

from pathlib import Path

from porter.pipeline import Converted, convert

BUFFERS = """\
from typing import NamedTuple

import torch


class Samples(NamedTuple):
    states: torch.Tensor
    rewards: torch.Tensor


class Buffer:
    def sample(self, size: int) -> Samples:
        return Samples(*self.read(size))
"""
AGENT = """\
import torch
from library.buffers import Buffer

buffer = Buffer()
data = buffer.sample(4)
print(data.rewards.flatten())
"""


def test_annotations_of_another_file_are_evidence(tmp_path: Path) -> None:
    (tmp_path / "library").mkdir()
    (tmp_path / "library" / "buffers.py").write_text(BUFFERS)
    found = convert(AGENT, str(tmp_path / "agent.py"), tmp_path)
    assert isinstance(found, Converted)
    assert not found.findings
    assert "print(tf.reshape(data.rewards, [-1]))" in found.output
