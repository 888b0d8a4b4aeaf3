"""A file is evaluated again only where the others pass more to its functions than it knew."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from porter.pipeline import Converted, convert
from porter.project import Project

# The factory gets the configuration from main.py and something unknown from its own file: it never
# knows what the configuration is, so main.py always tells more.
FILES = {
    "configs.py": "class Config:\n    def __init__(self, hidden):\n        self.hidden = hidden\n",
    "factory.py": (
        "import sys\n\nimport torch.nn as nn\n\n\nclass Factory:\n    def make(self, config):\n"
        "        return nn.Linear(config.hidden, 1)\n\n\n"
        "def by_name(name):\n    return Factory().make(sys.modules[name])\n"
    ),
    "main.py": (
        "import torch\n\nfrom configs import Config\nfrom factory import Factory\n\n"
        "net = Factory().make(Config(3))\nprint(net(torch.ones(2, 3)).shape)\n"
    ),
    "runner.py": (
        "import torch\n\nfrom configs import Config\nfrom factory import Factory\n\n"
        "def run():\n    return Factory().make(Config(4))(torch.ones(2, 4))\n"
    ),
}


def test_what_a_file_was_told_before_is_no_news(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, text in FILES.items():
        (tmp_path / name).write_text(text)
    evaluated: Counter[str] = Counter()
    evaluate = Project._evaluate

    def counted(self, path, *args):
        evaluated[path.name] += 1
        return evaluate(self, path, *args)

    monkeypatch.setattr(Project, "_evaluate", counted)
    for name in ("main.py", "runner.py"):
        found = convert(FILES[name], str(tmp_path / name), tmp_path)
        assert isinstance(found, Converted)
    assert evaluated["factory.py"] == 2  # alone, and for the two programs, which tell the same
