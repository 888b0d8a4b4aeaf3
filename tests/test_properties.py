"""For any file: what is written parses, what is not is refused with one line, nothing else."""

from __future__ import annotations

import ast
import contextlib
import io
import json
import tempfile
import warnings
from pathlib import Path

import hypothesmith
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from porter.cli import main
from porter.converting import convert_text
from porter.magics import mask
from porter.pipeline import Converted, Failed, Options, Skipped

bounded = settings(
    max_examples=25, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck)
)
many = settings(bounded, max_examples=200)

# Lines of which any mixture is at home in a training script.
LINES = st.lists(
    st.sampled_from(
        [
            "import torch",
            "import torch.nn as nn",
            "from torch import nn, optim",
            "import torch.nn.functional as F",
            "net = nn.Linear(2, 1)",
            "opt = torch.optim.Adam(net.parameters(), lr=1e-3)",
            "x = torch.ones(4, 2)  # comment",
            "loss = net(x).mean()",
            "opt.zero_grad()",
            "loss.backward()",
            "opt.step()",
            "opt.zero_grad(); loss.backward(); opt.step()",
            "y = x.view(-1, 2).unsqueeze(0).squeeze().sum(dim=-1, keepdim=True)",
            "x[0] = 1",
            "x += y",
            "x.clamp_(0, 1)",
            "with torch.no_grad():\n    y = net(x)",
            "for i in range(3):\n    loss = F.mse_loss(net(x), y)\n    loss.backward()",
            "class Net(nn.Module):\n\tdef forward(self, x):\n\t\treturn torch.relu(x)\n",
            "def f(x, *, y=torch.zeros(2)):\n    return x @ y",
            "del x, net",
            "lambda x: x.detach().numpy()",
            "q = net(x).gather(1, a.unsqueeze(1)).squeeze(1)",
            "print(f'{loss.item():.3f} {x.shape[0]}')",
            "",
            "# comment",
        ]
    ),
    max_size=12,
).map("\n".join)


def check(text: str) -> None:
    """The promise, for one text that Python parses."""
    outcome = convert_text(text, "a.py", None, Options())
    if isinstance(outcome, Converted):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            ast.parse(outcome.output)
        assert not [f for f in outcome.findings if f.message.startswith("the output does not")]
    else:
        assert isinstance(outcome, Skipped | Failed)
        if isinstance(outcome, Failed):
            assert outcome.finding.code == "P002", outcome.finding


def run(name: str, data: bytes) -> tuple[int, str]:
    """The exit code and the output of the command line."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, name)
        path.write_bytes(data)
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            code = main(["convert", str(path), "-o", str(Path(folder, "out"))])
        assert path.read_bytes() == data
        there = sorted(p.name for p in Path(folder).iterdir() if p.name != ".porter")
        assert there in ([name], [name, "out"], [name, "out", "torch_compat.py"])
    return code, out.getvalue()


@bounded
@given(hypothesmith.from_grammar())
def test_any_program(text: str) -> None:
    check(text)
    check("import torch\n" + text)


@bounded
@given(hypothesmith.from_node())
def test_any_syntax_tree(text: str) -> None:
    check("import torch\n" + text)


@many
@given(LINES, LINES)
def test_any_mixture_of_torch(top: str, inside: str) -> None:
    body = "".join(f"    {line}\n" for line in inside.splitlines())
    check(f"{top}\ndef train(net, opt, x, y, a):\n{body.expandtabs(4)}    return x\n")


@many
@given(st.binary(max_size=200))
def test_any_bytes(data: bytes) -> None:
    code, out = run("a.py", data)
    assert code in (0, 1, 2)
    assert "P901" not in out


@many
@given(st.text(max_size=100))
def test_any_text(text: str) -> None:
    code, out = run("a.py", ("import torch\n" + text).encode("utf-8", "replace"))
    assert code in (0, 1, 2)
    assert "porter failed" not in out


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["cells", "source", "cell_type", "metadata", "language_info", "name"]),
            inner,
            max_size=4,
        )
    ),
    max_leaves=12,
)
CELL = st.fixed_dictionaries(
    {"cell_type": st.just("code") | JSON, "source": LINES | st.text(max_size=20) | JSON}
)


@many
@given(JSON | st.fixed_dictionaries({"cells": st.lists(CELL | JSON, max_size=4)}))
def test_any_notebook(book: object) -> None:
    code, out = run("a.ipynb", json.dumps(book).encode())
    assert code in (0, 1, 2)
    assert "porter failed" not in out


@many
@given(st.text(alphabet="x=%!?\\\n\r '\"(){}:#\t", max_size=30))
def test_any_cell(source: str) -> None:
    cell = mask(source)
    if cell is not None:
        assert cell.restored(cell.text) == source
