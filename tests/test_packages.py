"""Names that a package's own file has, packages in src, networks in files without torch."""

from __future__ import annotations

from pathlib import Path

import pytest

from porter.pipeline import Converted, Outcome, convert


def converted(root: Path, path: str) -> Outcome:
    file = root / path
    return convert(file.read_text("utf-8"), str(file), root)


def written(root: Path, files: dict[str, str]) -> None:
    for path, text in files.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text, "utf-8")


@pytest.mark.parametrize("line", ["from . import DEVICE", "from agents import DEVICE"])
def test_what_a_package_has_itself_is_known_to_its_files(tmp_path: Path, line: str) -> None:
    written(
        tmp_path,
        {
            "agents/__init__.py": "import torch\n\nDEVICE = torch.device('cpu')\n",
            "agents/dqn.py": f"import torch\n{line}\n\n\ndef made(n):\n"
            "    return torch.randn(n, 2).to(DEVICE)\n",
        },
    )
    package, agent = (converted(tmp_path, f"agents/{name}.py") for name in ("__init__", "dqn"))
    assert isinstance(package, Converted)
    assert isinstance(agent, Converted)
    assert not agent.findings
    assert "tf.random.normal([n, 2])" in agent.output
    assert ("DEVICE" in agent.output) <= ("DEVICE" in package.output)


def test_a_package_in_src_is_the_projects_own(tmp_path: Path) -> None:
    written(
        tmp_path,
        {
            "src/torch_agents/__init__.py": "",
            "src/torch_agents/nets.py": "import torch\n\n\ndef unit(x):\n    return x / x.norm()\n",
            "tests/test_nets.py": "import torch\nfrom torch_agents.nets import unit\n\n"
            "print(unit(torch.ones(3)).unsqueeze(0))\n",
        },
    )
    found = converted(tmp_path, "tests/test_nets.py")
    assert isinstance(found, Converted)
    assert not found.findings


def test_a_network_in_a_file_without_torch_is_ported(tmp_path: Path) -> None:
    written(
        tmp_path,
        {
            "base.py": "import torch\n\n\nclass Base(torch.nn.Module):\n    pass\n",
            "loss.py": "from base import Base\n\n\nclass Loss(Base):\n"
            "    def forward(self, x, y):\n        return self.distance(x, y) * 2\n",
        },
    )
    found = converted(tmp_path, "loss.py")
    assert isinstance(found, Converted)
    assert "def call(self, x, y):" in found.output
