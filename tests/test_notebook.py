"""Notebooks: converted as one module, put back cell by cell; magics and all else are kept."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import nbformat
import pytest

from porter import notebook, pipeline
from porter.cli import main
from porter.magics import mask
from porter.pipeline import Converted, Failed, Options, Skipped

IMPORT = "import torch"


def lines(source: str) -> list[str]:
    return source.splitlines(keepends=True)


def book(*cells: str | tuple[str, str], **metadata: Any) -> str:
    """A notebook as Jupyter writes it; a cell that is a tuple has another type."""
    found: list[dict[str, Any]] = []
    for index, cell in enumerate(cells):
        kind, source = ("code", cell) if isinstance(cell, str) else cell
        extra = {"execution_count": 3, "outputs": []} if kind == "code" else {}
        found.append(
            {"cell_type": kind, "id": f"c{index}", **extra, "metadata": {}, "source": lines(source)}
        )
    whole = {"cells": found, "metadata": metadata, "nbformat": 4, "nbformat_minor": 5}
    return json.dumps(whole, indent=1, ensure_ascii=False) + "\n"


def convert(text: str) -> Converted:
    outcome = notebook.convert(text, "nb.ipynb", None, Options(helpers="module"))
    assert isinstance(outcome, Converted), outcome
    nbformat.validate(nbformat.reads(outcome.output, as_version=4))
    return outcome


def sources(text: str) -> list[str]:
    return ["".join(cell["source"]) for cell in json.loads(text)["cells"]]


def port(*cells: str | tuple[str, str]) -> list[str]:
    return sources(convert(book(*cells)).output)


def test_cells_stay_cells() -> None:
    assert port(
        ("markdown", "# torch.zeros(2)"),
        "import torch\nfrom torch import nn",
        "x = torch.zeros(2)\nx",
        "print('nothing here')\n\n",
        "",
        "class Net(nn.Module):\n    def forward(self, x):\n        return torch.tanh(x)",
        "# the end\ny = torch.zeros(2)",
    ) == [
        "# torch.zeros(2)",
        "import tensorflow as tf\nfrom torch_compat import TorchModel",
        "x = tf.zeros([2])\nx",
        "print('nothing here')\n\n",
        "",
        "class Net(TorchModel):\n    def call(self, x):\n        return tf.tanh(x)",
        "# the end\ny = tf.zeros([2])",
    ]


def test_building_blocks_stand_with_the_imports() -> None:
    text = book("import torch\nfrom torch import nn", "net = nn.Linear(2, 3)", "print(1)")
    outcome = notebook.convert(text, "nb.ipynb", None, Options())
    assert isinstance(outcome, Converted)
    first, second, third = sources(outcome.output)
    assert "class Linear(" in first
    assert not first.endswith("\n")
    assert (second, third) == ("net = Linear(2, 3)", "print(1)")


def test_a_training_step_stays_in_its_cell() -> None:
    found = port(
        "import torch\nfrom torch import nn",
        "net = nn.Linear(2, 1)\nopt = torch.optim.Adam(net.parameters(), lr=1e-3)",
        "# Train\nfor i in range(9):\n    x = torch.ones(4, 2)\n"
        "    loss = net(x).mean()\n    opt.zero_grad()\n    loss.backward()\n    opt.step()",
        "print('done')",
    )
    assert "GradientTape" in found[2]
    assert "GradientTape" not in found[1]
    assert "# Train" in found[2]
    assert found[3] == "print('done')"


def test_everything_else_stays_byte_for_byte() -> None:
    text = (
        '{"metadata": {"kernelspec": {"name": "p", "display_name": "é"},   "z": 1e5, "a": [ ]},\r\n'
        ' "nbformat": 4, "nbformat_minor": 4, "cells": [\n'
        '{"source": ["import torch\\n", "a = \'caf\\u00e9\'"], "cell_type": "code",\n'
        '  "execution_count": null, "metadata": {"é": 1}, "outputs": [{"output_type": "stream",\n'
        '   "name": "stdout", "text": "torch.zeros(2)"}]}\n'
        ',{"cell_type": "code", "source": "x = torch.zeros(2)", "metadata": {"tags" :[]},\n'
        '   "execution_count": 1, "outputs": []},\n'
        ' {"cell_type": "raw", "metadata": {}, "source": "torch"} ] }'
    )
    expected = text.replace('"x = torch.zeros(2)"', '"x = tf.zeros([2])"')
    expected = expected.replace("import torch\\n", "import tensorflow as tf\\n")
    assert convert(text).output == expected.replace("caf\\u00e9", "café")


@pytest.mark.parametrize("indent", [None, 1, 2, 4])
@pytest.mark.parametrize("as_text", [False, True])
def test_the_layout_of_sources_is_kept(indent: int | None, as_text: bool) -> None:
    def laid_out(text: str) -> str:
        found = json.loads(text)
        for cell in found["cells"]:
            cell["source"] = "".join(cell["source"]) if as_text else cell["source"]
        return json.dumps(found, indent=indent)

    text = laid_out(book("import torch\n# é", "# two\nx = torch.zeros(2)\n"))
    expected = laid_out(book("import tensorflow as tf\n# é", "# two\nx = tf.zeros([2])\n"))
    assert convert(text).output == expected


MAGICS = [
    "%matplotlib inline",
    "!nvidia-smi",
    "!echo 'it''s' (",
    "!pip install a \\\n    b",
    "files = !ls *.py",
    "a, b = %who_ls",
    "torch.zeros?",
    "?len",
    "len??",
    "%cd it's",
    "pip install gym",
    "if True:\n    %time f()\nelse:\n    !ls\n",
    "for i in range(3):\n    !echo {i}\nprint(i)\n",
    "x = 3\n%timeit x % 2\ny = (x\n  % 2)",
    's = """\n%not a magic\n!nor this\n"""\n%magic',
]


@pytest.mark.parametrize("source", MAGICS)
def test_magics_are_kept(source: str) -> None:
    cell = mask(source)
    assert cell is not None
    compile(cell.text, "cell", "exec")
    assert cell.text.count("\n") == source.count("\n")
    assert cell.restored(cell.text) == source
    assert port(IMPORT, source, f"{source}\nx = torch.zeros(2)")[1:] == [
        source,
        f"{source}\nx = tf.zeros([2])",
    ]


def test_text_that_looks_like_a_magic_is_converted() -> None:
    source = 'x = (torch.zeros(2)\n  % 2)\ns = """\n!torch\n"""'
    cell = mask(source)
    assert cell is not None
    assert not cell.hidden


@pytest.mark.parametrize("head", ["%%time", "%%capture out", "\n%%timeit -n 3"])
def test_magics_over_python_stay_first(head: str) -> None:
    assert port(f"{head}\nimport torch\nx = torch.zeros(2)") == [
        f"{head}\nimport tensorflow as tf\nx = tf.zeros([2])"
    ]


@pytest.mark.parametrize("source", ["%%bash\nls (", "%%html\n<b>", "%%writefile a.py\nx = 1"])
def test_other_cells_are_kept(source: str) -> None:
    outcome = convert(book(IMPORT, source, "x = torch.zeros(2)"))
    assert sources(outcome.output)[1] == source
    assert outcome.findings == ()


@pytest.mark.parametrize(
    ("source", "finding"),
    [
        (
            "%%writefile a.py\nimport torch",
            "2:1:1: P002 error a cell under a magic is kept as it is",
        ),
        ("def f(:", "2:1:1: P002 error a cell that is not valid Python is kept as it is"),
        ("x = 1\n%time torch.zeros(2)", "2:2:1: P002 error a magic is kept as it is, with torch"),
        ("%%time\n\n!pip install torch", "2:3:1: N402 note a command still names torch"),
        ("x = 1\ny = torch.no_such_function()", "2:2:5"),
        ("%%time\ny = torch.no_such_function()", "2:2:5"),
    ],
)
def test_findings_say_cell_and_line(source: str, finding: str) -> None:
    cell, line, *rest = finding.split(":")
    outcome = convert(book(IMPORT, source, "x = torch.zeros(2)"))
    found = [str(f) for f in outcome.findings]
    assert len(found) == 1
    assert found[0].startswith(f"nb.ipynb:cell {':'.join((cell, line, *rest))}")


def test_a_broken_cell_does_not_cost_the_others() -> None:
    found = port(IMPORT, "print 'x'", "x = torch.zeros(2)")
    assert found[1:] == ["print 'x'", "x = tf.zeros([2])"]


def test_the_plan_names_cells() -> None:
    outcome = convert(
        book(
            "import torch\nfrom torch import nn",
            "net = nn.Linear(2, 1)\nopt = torch.optim.Adam(net.parameters(), lr=1e-3)",
            "for i in range(9):\n    loss = net(torch.ones(4, 2)).mean()\n    opt.zero_grad()\n"
            "    loss.backward()\n    opt.step()",
        )
    )
    assert "cell 3:4" in outcome.explanation
    assert "line" not in outcome.explanation


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (book("x = 1", ("markdown", "torch")), "no torch in it"),
        (book("torch", language_info={"name": "R"}), "a notebook in r"),
        (book("torch", kernelspec={"language": "julia"}), "a notebook in julia"),
        (book(), "no torch in it"),
    ],
)
def test_notebooks_without_torch_are_skipped(text: str, why: str) -> None:
    assert notebook.convert(text, "nb.ipynb", None, Options()) == Skipped("nb.ipynb", why)


def test_lost_borders_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    text = book(IMPORT, "x = torch.zeros(2)")
    fake = Converted("nb.ipynb", "import tensorflow as tf\n", (), "", 1, 0, 0, frozenset())
    monkeypatch.setattr(pipeline, "convert", lambda *_: fake)
    outcome = notebook.convert(text, "nb.ipynb", None, Options())
    assert isinstance(outcome, Failed)
    assert outcome.finding.code == "P901"


def test_a_lost_magic_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    real = pipeline.convert

    def convert(*arguments: Any) -> pipeline.Outcome:
        outcome = real(*arguments)
        assert isinstance(outcome, Converted)
        output = outcome.output.replace("__porter_magic_0__", "")
        return Converted(outcome.path, output, (), "", 1, 0, 0, frozenset())

    monkeypatch.setattr(pipeline, "convert", convert)
    text = book(IMPORT, "%matplotlib inline\nx = torch.zeros(2)")
    outcome = notebook.convert(text, "nb.ipynb", None, Options())
    assert isinstance(outcome, Failed)
    assert outcome.finding.code == "P901"


def test_from_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "nb.ipynb"
    path.write_text(book(IMPORT, "x = torch.zeros(2)", "y = torch.no_such_function()"))
    assert main(["convert", str(path), "--format", "json"]) == 1
    found = json.loads(capsys.readouterr().out)
    assert found["findings"][0]["path"] == str(path)
    assert found["findings"][0]["cell"] == 3
    assert found["outputs"] == [str(tmp_path / "nb_tf.ipynb")]
    assert "x = tf.zeros([2])" in (tmp_path / "nb_tf.ipynb").read_text()
