"""What asks for torch in a way that porter cannot follow is told: exit code 0 means none left."""

from __future__ import annotations

import ast

import pytest

from porter.pipeline import Converted, Outcome, Skipped, convert

BY_NAME = "is asked for by its name"
TOLD = {
    "importlib": ('import importlib\ntorch = importlib.import_module("torch")\n', 2, BY_NAME),
    "__import__": ('nn = __import__("torch").nn\n', 1, BY_NAME),
    "sys.modules": ('import sys\ntorch = sys.modules["torch"]\n', 2, BY_NAME),
    "global": ("def f():\n    global torch\n    import torch\n", 3, "torch is still imported"),
    "eval": ('import torch\nx = eval("torch.ones(2)")\n', 2, "eval() runs a text with torch in it"),
    "exec": ('exec("import torch")\n', 1, "exec() runs a text with torch in it"),
    "in an f-string": ('x = eval(f"torch.{name}(2)")\n', 1, "eval() runs a text with torch in it"),
    "handed on": ("from torch._inner import thing\n__all__ = ['thing']\n", 1, "is still imported"),
    "asked whether it is there": (
        "try:\n    import torch\nexcept ImportError:\n    torch = None\nif torch: pass\n",
        5,
        "torch has no rule",
    ),
}


@pytest.mark.parametrize("name", TOLD)
def test_what_asks_for_torch_is_told(name: str) -> None:
    text, line, message = TOLD[name]
    outcome = convert(text)
    assert isinstance(outcome, Converted)
    errors = [finding for finding in outcome.findings if finding.severity == "error"]
    assert [finding for finding in errors if finding.line == line and message in finding.message]


SILENT = [
    'x = eval("1 + 1")  # torch\n',
    'import importlib\nplot = importlib.import_module("matplotlib.pyplot")  # for torch\n',
    '"""Like torch."""\nimport re\nx = re.compile("torch")\n',
]


@pytest.mark.parametrize("text", SILENT)
def test_what_does_not_ask_for_torch_is_not_told(text: str) -> None:
    assert isinstance(convert(text), Skipped)


def output(outcome: Outcome) -> str:
    assert isinstance(outcome, Converted)
    assert outcome.findings == ()
    ast.parse(outcome.output)
    return outcome.output


def test_an_import_that_may_fail_is_ported() -> None:
    text = (
        "try:\n    import torch\n    there = True\nexcept ImportError:\n    torch = None\n"
        "    there = False\n\nif there:\n    print(torch.ones(2))\n"
    )
    port = output(convert(text))
    assert "import torch" not in port
    assert "print(tf.ones([2]))" in port


def test_patterns_of_match_are_ported() -> None:
    text = """\
import torch


def f(x):
    match x:
        case torch.Tensor() as one:
            return one
        case [torch.Tensor(), *others] | {"x": torch.Tensor(), "y": others}:
            return others
        case torch.float32:
            return torch.ones(2)
"""
    port = output(convert(text))
    assert "torch" not in port
    assert "case tf.Tensor() as one:" in port
    assert 'case [tf.Tensor(), *others] | {"x": tf.Tensor(), "y": others}:' in port
    assert "case tf.float32:" in port


def test_imports_that_share_a_line() -> None:
    text = """\
import os; import torch; x = 1  # three
import torch.nn as nn; y = torch.ones(2)
def f():
    import torch; return torch.ones(3)
if x: import torch.nn.functional as F; z = F.relu(y)
try: import torch.optim
except ImportError: pass
class A: from torch import fft
"""
    port = output(convert(text))
    assert "torch" not in port
    assert "z = tf.nn.relu(y)" in port
    assert "# three" in port
