"""Whatever is fed in: findings and an exit code, no traceback."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from porter.cli import main
from porter.linter import engine, registry

from .test_rules import HEAD, INVALID, program

BROKEN = {
    "syntax error": b"def f(:\n",
    "open bracket": b"x = (1,\n",
    "null": b"x = 1\0\n",
    "not UTF-8": b"x = '\xff\xfe'\n",
    "unknown encoding": b"# coding: klingon\n",
    "brackets": b"x = " + b"(" * 9000 + b")" * 9000,
    "blocks": b"".join(b" " * i + b"if x:\n" for i in range(200)),
    "sum": b"x = 1" + b"+1" * 50_000 + b"\n",
    "calls": b"x = tf.a" + b".b()" * 50_000 + b"\n",
    "elif": b"if x: pass\n" + b"elif x: pass\n" * 50_000,
    "Python 2": b"print 'x'\n",
}
ODD = {
    "empty": b"",
    "no newline": b"x = 1",
    "long sum": b"x = tf.ones(1)" + b"+1" * 900 + b"\n",
    "long chain": b"x = tf.ones(1)" + b"[0]" * 900 + b"\n",
    "form feed": b"x = 1\x0c\ny = tf.ones(1)\n",
    "names that go round": b"a = b\nb = c\nc = a\nfor i in range(99):\n    a[i][b[i]]\n",
    "a class of itself": b"class A(A):\n    def f(self):\n        return self.f()\nA().f()\n",
    "functions that go round": b"def f():\n    return g()\ndef g():\n    return f()\n"
    b"while f():\n    g()\n",
    "star": b"from tensorflow import *\nfor *a, b in c:\n    [a, *b] = c\n",
    "nonlocal": b"def f():\n    x = 1\n    def g():\n        nonlocal x\n        x = 2\n",
    "walrus": b"while (x := tf.ones(1)) is not None:\n    print(x[0])\n",
    "match": b"match x:\n    case {'a': [y, *z]}:\n        tf.ones(y)\n",
    "lambda": b"f = lambda x, *y, z=tf.function(lambda: 1), **k: f(x)\nfor i in f(1):\n    f(i)\n",
}


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("data", BROKEN.values(), ids=BROKEN)
def test_broken_files_are_findings(
    data: bytes, here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    first = b"" if data.startswith(b"# coding") else b"import tensorflow as tf\n"
    (here / "broken.py").write_bytes(first + data + b"tensorflow = 1\n" * (not first))
    assert main(["lint", "broken.py", "--format", "concise"]) == 1
    out = capsys.readouterr().out
    assert len(out.splitlines()) == 1
    assert ": TFE000 " in out


@pytest.mark.parametrize("data", ODD.values(), ids=ODD)
def test_odd_files_are_clean(data: bytes, here: Path) -> None:
    (here / "odd.py").write_bytes(b"import tensorflow as tf\n" + data)
    assert main(["lint", "odd.py", "--select", "ALL"]) == 0


def test_functions_that_call_each_other_in_a_long_row() -> None:
    """The last one is called in a loop, and what each of them does is known from its caller."""
    rows = [f"def f{n}(x):\n    model.predict(x)\n    f{n - 1}(x)\n" for n in range(1, 600)]
    text = HEAD + "model = keras.Sequential()\n" + "".join(rows)
    found = engine.lint(text + "for x in data:\n    f599(x)\n", "any.py", registry.every())
    assert {finding.rule for finding in found} == {"TFE401"}


@pytest.mark.parametrize("data", [b"{", b"[]", b'{"cells": 1}', b'{"worksheets": []}'])
def test_broken_notebooks(data: bytes, here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (here / "nb.ipynb").write_bytes(data)
    assert main(["lint", "."]) == 0, "nothing names TensorFlow"
    (here / "nb.ipynb").write_bytes(b'"keras"' + data)
    assert main(["lint", "nb.ipynb", "--format", "concise"]) == 1
    assert "TFE000 broken notebook" in capsys.readouterr().out


@given(st.data())
@settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
def test_pieces_of_programs(data: st.DataObject) -> None:
    """Lines of the examples in any order, cut and repeated: no exception, and every line exists."""
    examples = data.draw(st.lists(st.sampled_from(INVALID), min_size=1, max_size=3))
    lines = [line for _, e in examples for line in program(e.code).splitlines(keepends=True)]
    chosen = data.draw(st.lists(st.sampled_from(lines), max_size=30))
    text = HEAD + "".join(chosen)
    for finding in engine.lint(text, "any.py", registry.every()):
        assert 1 <= finding.line <= text.count("\n") + 1
        assert finding.column >= 1
