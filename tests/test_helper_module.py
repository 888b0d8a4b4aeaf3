"""torch_compat.py, which ports import their building blocks from: a module that one keeps."""

from __future__ import annotations

import ast
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from porter.cli import main
from porter.pipeline import Converted, Skipped, convert, helper_module, rulebook

NET = "import torch\nnet = torch.nn.Linear(2, 1)\nprint(net(torch.ones(3, 2)).shape)\n"
OPT = NET + "opt = torch.optim.RAdam(net.parameters())\n"
ALL = sorted(
    name
    for name, rule in rulebook(()).rules.items()
    if isinstance(rule.node, ast.ClassDef) or not (rule.names or rule.patterns)
)


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    Path("net.py").write_text(NET)
    Path("opt.py").write_text(OPT)
    return tmp_path


def defined(text: str) -> list[str]:
    return [n.name for n in ast.parse(text).body if isinstance(n, (ast.FunctionDef, ast.ClassDef))]


def test_blocks_that_are_pasted_are_no_torch() -> None:
    """A port is not converted again for what its blocks tell of torch."""
    for name in ALL:
        text = f"import tensorflow as tf\n\n\n{rulebook(()).paste([name])}"
        assert isinstance(convert(text), Skipped), name


@pytest.mark.parametrize(
    ("head", "names"),
    [
        ("import tensorflow as tf", {}),
        ("import tensorflow as flow\n\ntf = 1", {"tf": "flow"}),
        ("import tensorflow as tf\n\nat = 1", {"at": "torch_at"}),
        (
            "import tensorflow as tf\nfrom models import TorchModel",
            {"TorchModel": "TorchTorchModel"},
        ),
    ],
)
def test_blocks_that_are_pasted_stay_as_they_are(head: str, names: dict[str, str]) -> None:
    """Also in a file that has torch beside them, calls TensorFlow otherwise, or has a block's name
    for something else."""
    wanted = ["at", "backward", "TorchModel"]
    blocks = rulebook(()).paste(wanted, names)
    modules = sorted(rulebook(()).imports(wanted) - {"tf", "np"})
    needed = "".join(f"import {name}\n" for name in modules)
    text = f"{needed}import numpy as np\n{head}\nimport torch\n\n\n{blocks}"
    found = convert(f"{text}\n\nprint(torch.ones(3))\n", "port.py")
    assert isinstance(found, Converted)
    assert blocks in found.output
    assert not found.findings


def test_one_file_imports_its_blocks_from_beside() -> None:
    assert main(["convert", "net.py"]) == 0
    assert "from torch_compat import Linear, graph\n" in Path("net_tf.py").read_text()
    text = Path("torch_compat.py").read_text()
    assert '__all__ = [\n    "Linear",\n    "graph",\n]\n' in text
    ran = subprocess.run([sys.executable, "net_tf.py"], capture_output=True, text=True, check=True)
    assert ran.stdout == "(3, 1)\n"


@pytest.mark.parametrize("where", [["-o", "-"], ["--helpers", "inline"]])
def test_what_is_printed_or_asked_for_stands_alone(
    where: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["convert", "net.py", *where]) == 0
    assert not Path("torch_compat.py").exists()
    port = Path("net_tf.py").read_text() if Path("net_tf.py").exists() else capsys.readouterr().out
    assert "class Linear(" in port


def test_a_notebook_alone_stands_alone() -> None:
    cell = '{"cell_type": "code", "source": ["import torch\\n", "a = torch.nn.Linear(2, 1)"]'
    cell += ', "metadata": {}, "outputs": [], "execution_count": null}'
    Path("n.ipynb").write_text(
        f'{{"cells": [{cell}], "metadata": {{}}, "nbformat": 4, "nbformat_minor": 5}}'
    )
    assert main(["convert", "n.ipynb"]) == 0
    assert not Path("torch_compat.py").exists()


def test_the_module_does_not_hang_on_the_order_of_conversions(here: Path) -> None:
    for folder, names in {"a": ["net.py", "opt.py"], "b": ["opt.py", "net.py"]}.items():
        for name in names:
            assert main(["convert", name, "-o", f"{folder}/{name}"]) == 0
    assert Path("a/torch_compat.py").read_text() == Path("b/torch_compat.py").read_text()
    assert '"Linear",\n    "RAdam",\n    "graph",\n]' in Path("a/torch_compat.py").read_text()


def test_more_blocks_leave_the_others_where_they_are() -> None:
    everything = defined(helper_module(ALL))
    for some in (["AdamW", "graph"], ["LSTM", "Categorical"], ["Sequential", "smooth_l1"]):
        names = defined(helper_module(some))
        assert names == [name for name in everything if name in names]


def test_it_is_formatted() -> None:
    Path("torch_compat.py").write_text(helper_module(ALL))
    ruff = shutil.which("ruff", path=str(Path(sys.executable).parent)) or "ruff"
    for command in (["format", "--diff"], ["check", "--select", "E,F,I,RUF022"]):
        found = subprocess.run(
            [ruff, *command, "--isolated", "--line-length", "100", "torch_compat.py"],
            capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert found.returncode == 0, found.stdout


def test_every_block_tells_what_it_is() -> None:
    silent = [
        node.name
        for node in ast.parse(helper_module(ALL)).body
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)) and not ast.get_docstring(node)
    ]
    assert not silent


def test_blocks_are_not_converted_again(here: Path) -> None:
    """Also where the project has torch: `param_groups` and `backward()` are evidence there."""
    assert isinstance(convert(helper_module(ALL), "torch_compat.py", here), Skipped)


def test_a_pasted_backward_is_no_update_of_the_program() -> None:
    text = f"import importlib\nimport tensorflow as tf\n{rulebook(()).paste(['backward'])}"
    text += "found = importlib.import_module('torch')\n"
    again = convert(text, "port.py")
    assert not isinstance(again, Skipped)
    assert again.output == text


def test_an_attribute_of_a_group_is_a_ports() -> None:
    """torch's groups are dicts: `group.beta1` is what `group["betas"]` became."""
    text = (
        "import torch\n\n"
        "optimizer = torch.optim.Adam([torch.nn.Parameter(torch.zeros(1))])\n"
        "for group in optimizer.param_groups:\n"
        '    if hasattr(group, "beta1"):\n'
        "        print(group.beta1)\n"
    )
    found = convert(text, "port.py")
    assert isinstance(found, Converted)
    assert not found.findings
