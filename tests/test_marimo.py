"""marimo's notebooks: cells are converted together, and what they get and give is told anew."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from porter.converting import convert_text
from porter.pipeline import Converted, Options, helper_module

# What runs a notebook's cells, as marimo does: in order, each with what those above it gave.
APP = """
import inspect


class App:
    def __init__(self, **options):
        self.cells = []

    def cell(self, function=None, **options):
        if function is None:
            return self.cell
        self.cells.append(function)
        return function

    def run(self):
        known = {}
        for cell in self.cells:
            given = {name: known[name] for name in inspect.signature(cell).parameters}
            found = cell(**given)
            if found is not None:
                names = [line for line in inspect.getsource(cell).split("return")][-1]
                names = [n.strip() for n in names.strip().strip("()").split(",") if n.strip()]
                assert not known.keys() & names
                known.update(zip(names, found))
"""
NOTEBOOK = '''import marimo

__generated_with = "0.21.0"
app = marimo.App(width="full")


@app.cell
def _():
    import os

    import torch
    import torch.nn as nn

    torch.manual_seed(1)
    return nn, os, torch


@app.cell(hide_code=True)
def _(os):
    # where it runs
    print(
        """
    here
""",
        os.sep,
    )
    return


@app.cell
def _(nn, torch):
    class Net(nn.Module):
        """A network."""

        def __init__(self):
            super().__init__()
            self.layer = nn.Linear(2, 1)
            self.layer.weight.data.fill_(0.5)
            self.layer.bias.data.fill_(0.1)

        def forward(self, x):
            return torch.tanh(self.layer(x))

    return (Net,)


@app.cell
def _(Net, torch):
    net = Net()
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    return net, optimizer


@app.cell
def train(net, optimizer, torch):
    _x = torch.linspace(-1.0, 2.0, 8).view(4, 2)
    for _ in range(3):
        loss = net(_x).pow(2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(round(loss.item(), 5), [round(p.sum().item(), 5) for p in net.parameters()])
    return


if __name__ == "__main__":
    app.run()
'''


OPTIONS = Options(helpers="module", lines=True)


def ported(text: str, options: Options = OPTIONS) -> Converted:
    found = convert_text(text, "book.py", None, options)
    assert isinstance(found, Converted)
    return found


def run(folder: Path, name: str) -> str:
    return subprocess.run(
        [sys.executable, name], cwd=folder, capture_output=True, text=True, check=True
    ).stdout


@pytest.fixture
def book() -> str:
    """A string of several lines begins left of its cell: that is no marimo's."""
    return NOTEBOOK.replace('\n"""', '\n    """')


def test_the_port_prints_the_same(book: str, tmp_path: Path) -> None:
    found = ported(book)
    assert not found.findings
    (tmp_path / "marimo.py").write_text(APP)
    (tmp_path / "book.py").write_text(book)
    (tmp_path / "port.py").write_text(found.output)
    (tmp_path / "torch_compat.py").write_text(helper_module(found.blocks, OPTIONS))
    (tmp_path / "alone.py").write_text(ported(book, Options()).output)
    printed = run(tmp_path, "book.py")
    assert "0." in printed
    assert run(tmp_path, "port.py") == printed
    assert run(tmp_path, "alone.py") == printed  # its building blocks are in it


def test_cells_get_what_others_bind(book: str) -> None:
    output = ported(book).output
    assert "def _(Linear, TorchModel, tf):" in output
    assert output.count("    import os\n") == 1  # bound in one cell alone
    assert "@tf.function" in output
    assert 'def _(os):\n    # where it runs\n    print(\n        """\n    here\n' in output


def test_lines_of_the_file(book: str) -> None:
    found = ported(book)
    before, after = book.split("\n"), found.output.split("\n")
    lines = dict(found.lines)
    line = next(i for i, text in enumerate(before, 1) if "print(round" in text)
    assert "print(" in after[lines[line] - 1]
    refused = ported(book.replace("net(_x)", "torch.unported(net(_x))"))
    assert [f.line for f in refused.findings if f.code == "P101"] == [
        next(i for i, text in enumerate(before, 1) if "net(_x)" in text)
    ]


@pytest.mark.parametrize(
    "change",
    [
        lambda book: NOTEBOOK,  # a string that is not indented
        lambda book: book.replace("@app.cell\ndef train", "@app.function\ndef train"),
        lambda book: book.replace("return (Net,)", "return [Net]"),
    ],
)
def test_other_forms_are_scripts(book: str, change) -> None:  # type: ignore[no-untyped-def]
    assert any(finding.code == "P101" for finding in ported(change(book)).findings)
