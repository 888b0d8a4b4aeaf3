"""Forms that stopped porter: each is ported, or told, and never costs the file."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from porter.pipeline import Converted, convert

HEAD = """\
import torch
import torch.nn as nn

net = nn.Linear(2, 2)
opt = torch.optim.Adam(net.parameters())


"""
STEP = "def train(x):\n    opt.zero_grad()\n    loss = net(x).sum()\n    {}\n    opt.step()\n"
FORMS = {
    "plain": ("loss.backward()", ""),
    "thrown away": ("_ = loss.backward()", ""),
    "kept": ("nothing = loss.backward()", "nothing = None"),
}


@pytest.mark.parametrize("name", FORMS)
def test_backward_gives_nothing(name: str) -> None:
    line, left = FORMS[name]
    outcome = convert(HEAD + STEP.format(line))
    assert isinstance(outcome, Converted)
    assert outcome.findings == ()
    assert "tape.gradient(loss, " in outcome.output
    assert left in outcome.output


def test_backward_that_is_returned() -> None:
    text = (
        "def train(x):\n    opt.zero_grad()\n    loss = net(x).sum()\n    return loss.backward()\n"
    )
    outcome = convert(HEAD + text)
    assert isinstance(outcome, Converted)
    assert [finding.code for finding in outcome.findings] == ["N403"]
    assert outcome.output.endswith("        backward(loss)\n    return\n")


TOLD = {
    "lambda": ("back = lambda loss: loss.backward()\n", 8, "P201"),
    "argument": ("def f(loss):\n    print(loss.backward())\n", 9, "P201"),
    "await": ("async def f(loss):\n    await loss.backward()\n", 9, "P201"),
    "block": (
        "def f(x, of, **kw):\n    with torch.autograd.graph.save_on_cpu(of, **kw):\n        pass\n",
        9,
        "P102",
    ),
}


@pytest.mark.parametrize("name", TOLD)
def test_what_cannot_be_ported_is_told(name: str) -> None:
    text, line, code = TOLD[name]
    outcome = convert(HEAD + text)
    assert isinstance(outcome, Converted)
    assert (line, code) in {(finding.line, finding.code) for finding in outcome.findings}
    assert "Linear(2, 2)" in outcome.output


def test_backward_of_another_function_class() -> None:
    head = "import torch\nfrom other import Other\n\nx = torch.ones(2)\n\n\n"
    outcome = convert(head + "def backward(ctx, g):\n    return Other.backward(ctx, g)\n")
    assert isinstance(outcome, Converted)
    assert "return Other.backward(ctx, g)\n" in outcome.output


def test_gradients_are_averaged_by_an_imported_name() -> None:
    loop = "loss.backward()\n    for p in net.parameters():\n        all_reduce(p.grad)"
    text = "from torch.distributed import all_reduce\n" + HEAD + STEP.format(loop)
    outcome = convert(text)
    assert isinstance(outcome, Converted)
    assert outcome.findings == ()
    ast.parse(outcome.output)


def test_a_port_is_not_converted_again() -> None:
    text = HEAD + "def act(x):\n    return net(torch.as_tensor(x)).argmax().item()\n"
    port = convert(text)
    assert isinstance(port, Converted)
    assert type(convert(port.output)).__name__ == "Skipped"


def test_an_array_is_stored_into_by_who_knows_what() -> None:
    text = """\
import torch


def f(layer, items):
    for item in items:
        mask = item.bool()
    if layer.bias is not None:
        new = torch.zeros(layer.bias.shape)
        new[mask] = layer.bias[mask]
        new[~mask] = 3.0
        layer.bias = torch.nn.Parameter(new)
"""
    outcome = convert(text)
    assert isinstance(outcome, Converted)
    ast.parse(outcome.output)
    assert "new[mask] = layer.bias[mask]\n" in outcome.output


def test_a_long_chain_of_imports(tmp_path: Path) -> None:
    text = (
        "import torch\n\n\nclass A{0}:\n    def f(self, x):\n        for _ in range(3):\n"
        "            with open('x'):\n                from m{1} import A{1}\n"
        "        return torch.relu(A{1}().f(x))\n"
    )
    for number in range(150):
        (tmp_path / f"m{number}.py").write_text(text.format(number, number + 1))
    outcome = convert(text.format(0, 1), str(tmp_path / "m0.py"), tmp_path)
    assert isinstance(outcome, Converted)
    assert "tf.nn.relu(" in outcome.output


def test_what_a_port_asks_is_asked_once() -> None:
    text = """\
import torch
import other


def f(x, y):
    y = other.made_of(y)
    torch.kaiser_window(x)  # has no rule, so that torch is still there
    if hasattr(y, "shape") or y.is_contiguous():
        return y.sum()
"""
    port = convert(text)
    assert isinstance(port, Converted)
    assert 'tf.is_tensor(y) or hasattr(y, "shape")' in port.output
    told = "\n".join(line for line in port.output.split("\n") if "# porter: " not in line)
    again = convert(told)
    assert isinstance(again, Converted)
    rest = [line for line in again.output.split("\n") if "# porter: " not in line]
    assert rest == told.split("\n")
