"""The file that a program begins with has the settings above TensorFlow's import."""

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
        first = name in ("evaluate.py", "worlds/frames.py")  # dense.py imports that one later
        assert settings(tmp_path / name) == ({"TF_ENABLE_ONEDNN_OPTS": "1"} if first else {}), name
    head, _, rest = ports["evaluate.py"].partition("os.environ.")
    assert "tensorflow" not in head
    assert "import tensorflow" in rest


CYCLE = {"a.py": "import torch\nimport b\nx = torch.nn.Linear(2, 2)\n"}
CYCLE |= {"b.py": "import torch\nimport a\ny = torch.nn.Linear(2, 2)\n"}
GPU = {
    "agent.py": 'import torch\ndevice = torch.device("cuda")\nx = torch.ones(3, device=device)\n',
    "main.py": "import torch\nimport agent\ny = torch.ones(3)\n",
}


def converted(folder: Path, texts: dict[str, str]) -> dict[str, dict[str, str]]:
    """The settings of each port."""
    for name, text in texts.items():
        (folder / name).write_text(text)
    found = {name: convert(text, str(folder / name), folder) for name, text in texts.items()}
    for name, port in found.items():
        assert isinstance(port, Converted)
        (folder / name).write_text(port.output)
    return {name: settings(folder / name) for name in texts}


def test_files_that_import_each_other_have_the_setting_both(tmp_path: Path) -> None:
    onednn = {"TF_ENABLE_ONEDNN_OPTS": "1"}
    assert converted(tmp_path, CYCLE) == {"a.py": onednn, "b.py": onednn}


def test_gpu_memory_grows_once_a_program(tmp_path: Path) -> None:
    growth = {"TF_FORCE_GPU_ALLOW_GROWTH": "true"}
    assert converted(tmp_path, GPU) == {"agent.py": {}, "main.py": growth}
    alone = tmp_path / "alone"
    alone.mkdir()
    assert converted(alone, {"agent.py": GPU["agent.py"]}) == {"agent.py": growth}


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
