"""Who convolves, or imports a file that does, has the setting for it above TensorFlow's import."""

from __future__ import annotations

from pathlib import Path

from porter.environment import settings
from porter.pipeline import Converted, Options, convert

FRAMES = """\
import torch.nn as nn


class Frames(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(4, 8, 8, stride=4)

    def forward(self, x):
        return self.conv(x)
"""
TRAINING = """\
import random

import torch
from worlds import frames

print(random.random(), frames.Frames()(torch.ones(1, 4, 8, 8)))
"""

DENSE = """\
import torch


def pictures():
    from worlds import frames

    return frames.Frames()


print(torch.ones(3))
"""

ENV = """\
import torch


class Env:
    def reset(self):
        if self.ended:
            self.ended = False
        else:
            self.begin()

    def first(self, state):
        row = torch.tensor(state, dtype=torch.float32)
        row[0] = 1.0
        return row
"""


def test_who_imports_convolutions_imports_tensorflow_ahead_of_them(tmp_path: Path) -> None:
    texts = {"train.py": TRAINING, "evaluate.py": "from train import torch\ntorch.ones(3)\n"}
    texts |= {"worlds/frames.py": FRAMES, "dense.py": DENSE}
    (tmp_path / "worlds").mkdir()
    for name, text in texts.items():
        (tmp_path / name).write_text(text)
    found = {n: convert(text, str(tmp_path / n), tmp_path) for n, text in texts.items()}
    ports = {n: port.output for n, port in found.items() if isinstance(port, Converted)}
    assert ports.keys() == texts.keys()
    for name, port in ports.items():
        (tmp_path / name).write_text(port)
        dense = name == "dense.py"
        assert settings(tmp_path / name) == ({} if dense else {"TF_ENABLE_ONEDNN_OPTS": "1"}), name
    head, _, rest = ports["train.py"].partition("os.environ.")
    assert "tensorflow" not in head
    assert "import tensorflow" in rest


def test_a_port_that_is_converted_again_stays_as_it_is(tmp_path: Path) -> None:
    module = Options(helpers="module")
    (tmp_path / "torch_compat.py").write_text('"""torch.nn.Conv2d"""\n')
    for name, text in {"frames.py": FRAMES, "env.py": ENV}.items():
        port = convert(text, name, None, module)
        assert isinstance(port, Converted)
        (tmp_path / name).write_text(port.output)
    for name in ("frames.py", "env.py"):
        text = (tmp_path / name).read_text()
        again = convert(text, str(tmp_path / name), tmp_path, module)
        assert not isinstance(again, Converted) or again.output == text, name
