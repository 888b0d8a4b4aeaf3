"""--fix, --diff and --add-noqa: what is written, and that nothing else changes."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from porter.cli import main

Capture = pytest.CaptureFixture[str]
HEAD = "import tensorflow as tf\n\nq = tf.random.normal([200, 4])\n"
LOOP = "[q[i][actions[i]] for i in range(len(actions))]"
SAFE = f"{HEAD}loss = tf.reduce_sum({LOOP})  # of all rows\n"
FIXED = f"{HEAD}loss = tf.reduce_sum(tf.gather(q, actions, batch_dims=1))  # of all rows\n"
UNSAFE = f"{HEAD}chosen = {LOOP}\n"


@pytest.fixture(autouse=True)
def agent(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The file that is linted, in an empty project."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "pyproject.toml").write_text("")
    return tmp_path / "agent.py"


def lint(*arguments: str) -> int:
    return main(["lint", *arguments, "--format", "concise"])


def test_safe_fixes(agent: Path, capsys: Capture) -> None:
    agent.write_text(SAFE)
    assert lint("agent.py", "--fix") == 0
    assert agent.read_text() == FIXED
    assert capsys.readouterr().out == ""


def test_unsafe_fixes_have_to_be_wanted(agent: Path) -> None:
    agent.write_text(UNSAFE)
    assert lint("agent.py", "--fix") == 1
    assert agent.read_text() == UNSAFE
    assert lint("agent.py", "--fix", "--unsafe-fixes") == 0
    assert agent.read_text() == f"{HEAD}chosen = tf.gather(q, actions, batch_dims=1)\n"


@pytest.mark.parametrize(
    "some",
    [
        "[q[i, a] for i, a in enumerate(actions, 1)]",
        "[q[i][actions[i]] for i in range(1, len(actions))]",
        "[q[i, a] for i, a in enumerate(actions) if a]",
    ],
)
def test_a_loop_over_some_rows_has_no_fix(some: str, agent: Path) -> None:
    text = f"{HEAD}loss = tf.reduce_sum({some})\n"
    agent.write_text(text)
    assert lint("agent.py", "--fix", "--unsafe-fixes") == 1
    assert agent.read_text() == text


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("x = 1  # noqa: TFE101", "x = 1"),
        ("x = 1  # noqa: TFE101, E501", "x = 1  # noqa: E501"),
        ("x = 1  # why  # noqa: TFE101", "x = 1  # why"),
        ("x = 1  # noqa: TFE101  # why", "x = 1  # why"),
        ("x = 1  # porter: ignore[TFE101] it is small", "x = 1"),
        ("日本 = 1  # porter: ignore[TFE101, predict-in-hot-path]", "日本 = 1"),
    ],
)
def test_unused_suppressions_go(before: str, after: str, agent: Path) -> None:
    agent.write_text(f"import tensorflow as tf\n{before}\n", encoding="utf-8")
    assert lint("agent.py", "--fix") == 0
    assert agent.read_text(encoding="utf-8") == f"import tensorflow as tf\n{after}\n"


def test_a_diff_writes_nothing(agent: Path, capsys: Capture) -> None:
    agent.write_text(SAFE)
    assert lint("agent.py", "--diff") == 1
    captured = capsys.readouterr()
    assert f"-loss = tf.reduce_sum({LOOP})" in captured.out
    assert "+loss = tf.reduce_sum(tf.gather(q, actions, batch_dims=1))" in captured.out
    assert "TFE101" in captured.err
    assert agent.read_text() == SAFE


def test_standard_input(
    monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(SAFE.encode())))
    assert lint("-", "--fix") == 0
    assert capfdbinary.readouterr().out == FIXED.encode()


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "shift_jis"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_every_other_byte_stays(encoding: str, end: str, agent: Path) -> None:
    def form(text: str) -> bytes:
        cookie = f"# coding: {encoding}\n" if encoding == "shift_jis" else ""
        text = cookie + text.replace("loss = ", "損失 = '報酬', ").replace("of all", "全て")
        return text.replace("\n", end).encode(encoding)

    agent.write_bytes(form(SAFE))
    assert lint("agent.py", "--fix") == 0
    assert agent.read_bytes() == form(FIXED)


def test_comments_inside_are_not_lost(agent: Path) -> None:
    text = SAFE.replace(" for i", "  # the taken ones\n    for i")
    agent.write_text(text)
    assert lint("agent.py", "--fix", "--unsafe-fixes") == 1
    assert agent.read_text() == text


def test_fixes_inside_of_others(agent: Path) -> None:
    both = f"while True:\n    chosen = [x.numpy() for x in tf.reshape(tf.add_n({LOOP}), [-1])]\n"
    agent.write_text(HEAD + both)
    assert lint("agent.py", "--fix") == 0
    inner = "tf.gather(q, actions, batch_dims=1)"
    outer = f"while True:\n    chosen = list(tf.reshape(tf.add_n({inner}), [-1]).numpy())\n"
    assert agent.read_text() == HEAD + outer


def test_an_import_that_a_fix_needs(agent: Path) -> None:
    text = '"""Agent."""\n\nfrom __future__ import annotations\n\nimport tensorflow as tf\n\n'
    loop = "while True:\n    x = tf.constant([model.predict(s) for s in states])\n"
    head = "from tensorflow import keras\nmodel = keras.Sequential()\n"
    agent.write_text(text + head + loop)
    lint("agent.py", "--fix", "--select", "TFE107")
    fixed = text.replace("import tensorflow", "import numpy as np\nimport tensorflow") + head
    assert agent.read_text() == fixed + loop.replace("([", "(np.stack([").replace("])", "]))")


def test_suppressed_findings_are_not_fixed(agent: Path) -> None:
    agent.write_text(SAFE.replace("# of", "# noqa: TFE101 of"))
    assert lint("agent.py", "--fix") == 0
    assert LOOP in agent.read_text()


def test_a_notebook(agent: Path) -> None:
    path = agent.with_suffix(".ipynb")
    sources = [["import tensorflow as tf\n", "q = tf.random.normal([9, 4])"], [f"tf.stack({LOOP})"]]
    cells = [{"cell_type": "code", "source": s, "metadata": {}, "outputs": []} for s in sources]
    text = json.dumps({"cells": cells, "metadata": {}, "nbformat": 4}, indent=1)
    path.write_text(text)
    assert lint("agent.ipynb", "--fix") == 0
    assert path.read_text() == text.replace(LOOP, "tf.gather(q, actions, batch_dims=1)")


def test_add_noqa(agent: Path) -> None:
    agent.write_text(UNSAFE)
    assert lint("agent.py", "--add-noqa") == 0
    assert agent.read_text() == UNSAFE.rstrip() + "  # noqa: TFE101\n"
    assert lint("agent.py") == 0


def test_add_noqa_to_a_comment_that_is_there(agent: Path) -> None:
    agent.write_text(UNSAFE.rstrip() + "  # noqa: E501 long\n")
    assert lint("agent.py", "--add-noqa") == 0
    assert agent.read_text() == UNSAFE.rstrip() + "  # noqa: E501, TFE101 long\n"


def test_add_noqa_where_a_comment_can_stand(agent: Path) -> None:
    text = f'{HEAD}chosen = {LOOP}, """\nmore\n"""\n'
    agent.write_text(text)
    assert lint("agent.py", "--add-noqa") == 0
    assert agent.read_text() == text.rstrip() + "  # noqa: TFE101\n"


def test_add_noqa_goes_alone(agent: Path, capsys: Capture) -> None:
    agent.write_text(UNSAFE)
    assert lint("agent.py", "--add-noqa", "--fix") == 2
    assert agent.read_text() == UNSAFE
