"""porter lint on the command line: paths, formats, exit codes, suppressions, settings."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from porter.cli import main

Capture = pytest.CaptureFixture[str]
SLOW = """\
import tensorflow as tf

q = tf.random.normal([200, 4])
x = [q[i][actions[i]] for i in range(len(actions))]
"""


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty project, and the current directory."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "pyproject.toml").write_text("")
    return tmp_path


def lint(*arguments: str) -> int:
    return main(["lint", *arguments])


def found(capsys: Capture, *arguments: str) -> list[str]:
    """Place and code of each finding."""
    lint(*arguments, "--format", "concise")
    return [" ".join(line.split()[:2]) for line in capsys.readouterr().out.splitlines()]


def test_exit_codes(here: Path, capsys: Capture) -> None:
    (here / "clean.py").write_text("import tensorflow as tf\n")
    (here / "slow.py").write_text(SLOW)
    assert lint("clean.py") == 0
    assert capsys.readouterr().out == "no findings in 1 file\n"
    (here / "other.py").write_text("import math\n")
    assert lint("clean.py", "other.py") == 0
    assert capsys.readouterr().out == "no findings in 1 file (1 without TensorFlow)\n"
    for silent in (["--quiet"], ["--format", "concise"]):
        assert lint("clean.py", *silent) == 0
        assert capsys.readouterr().out == ""
    assert lint("slow.py") == 1
    assert lint("slow.py", "--exit-zero") == 0
    capsys.readouterr()
    for wrong in (["none.py"], ["--select", "TFE999", "."], ["-", "clean.py"], []):
        assert lint(*wrong) == 2
        assert capsys.readouterr().err.startswith("porter: error: ")


def test_directories(here: Path, capsys: Capture) -> None:
    for name in ("b/slow.py", "a/slow.py", ".hidden/slow.py", "a/torch.py", "a/notes.txt"):
        (here / name).parent.mkdir(exist_ok=True)
        (here / name).write_text(SLOW if name.endswith("slow.py") else "import torch\n")
    assert found(capsys, ".") == ["a/slow.py:4:5: TFE101", "b/slow.py:4:5: TFE101"]
    assert lint(".hidden") == 1, "what is named is linted"


def test_nothing_to_lint_is_clean(here: Path) -> None:
    assert lint(".") == 0


def test_standard_input(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(SLOW.encode())))
    assert found(capsys, "-") == ["<stdin>:4:5: TFE101"]


def test_full(here: Path, capsys: Capture) -> None:
    (here / "slow.py").write_text(SLOW)
    lint("slow.py")
    out = capsys.readouterr().out.splitlines()
    assert out[0].startswith("slow.py:4:5: TFE101 [index-loop] `q` is a tensor")
    assert out[1:3] == [
        "  4 | x = [q[i][actions[i]] for i in range(len(actions))]",
        "    |     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^",
    ]
    assert out[3] == "  why: in the loop at line 4"
    assert out[4].startswith("  cost: about ")
    assert out[5] == "  fix: tf.gather(q, actions, batch_dims=1)"
    assert out[-1] == "1 finding in 1 file; can be fixed: 1 with --fix --unsafe-fixes"


def test_json_and_github(here: Path, capsys: Capture) -> None:
    (here / "slow.py").write_text(SLOW)
    assert lint("slow.py", "--format", "json") == 1
    [row] = json.loads(capsys.readouterr().out)
    assert (row["path"], row["line"], row["column"], row["rule"]) == ("slow.py", 4, 5, "TFE101")
    assert row["fixable"] == "unsafe"
    assert lint("slow.py", "--format", "github") == 1
    out = capsys.readouterr().out
    assert out.startswith(
        "::warning file=slow.py,line=4,endLine=4,col=5,title=TFE101 index-loop::`q` is a tensor"
    )


def test_statistics_and_explain(here: Path, capsys: Capture) -> None:
    (here / "slow.py").write_text(SLOW)
    assert lint("slow.py", "--statistics") == 1
    assert capsys.readouterr().out == "     1 TFE101 index-loop\n"
    assert lint("--explain", "index-loop") == 0
    out = capsys.readouterr().out
    assert out.startswith("## TFE101 index-loop\n")
    assert "Measured: " in out
    assert lint("--explain", "no-such-rule") == 2
    assert lint("--explain", "tfe4O1") == 2
    assert capsys.readouterr().err.endswith("no rule is called 'tfe4O1' -> TFE401?\n")


@pytest.mark.parametrize(
    "comment",
    [
        "# noqa",
        "# noqa: TFE101",
        "# noqa: E501, TFE101",
        "# porter: ignore[TFE101] measured, it is rare",
        "# porter: ignore[index-loop]",
    ],
)
def test_suppressed(comment: str, here: Path, capsys: Capture) -> None:
    (here / "slow.py").write_text(SLOW.rstrip() + f"  {comment}\n")
    assert found(capsys, "slow.py") == []


def test_suppressed_at_the_end_of_a_statement(here: Path, capsys: Capture) -> None:
    text = SLOW.replace(" for i", "\n     for i").rstrip() + "  # noqa: TFE101\n"
    (here / "slow.py").write_text(text)
    assert found(capsys, "slow.py") == []


def test_not_suppressed(here: Path, capsys: Capture) -> None:
    (here / "slow.py").write_text(SLOW.rstrip() + "  # noqa: E501\n")
    assert found(capsys, "slow.py") == ["slow.py:4:5: TFE101"]


def test_unused_suppressions(here: Path, capsys: Capture) -> None:
    text = "import tensorflow as tf  # noqa: F401, TFE101\n# porter: ignore[TFE201] why\n"
    text += "x = '# noqa: TFE101'\n"
    (here / "clean.py").write_text(text)
    assert found(capsys, "clean.py") == ["clean.py:1:26: TFE001", "clean.py:2:1: TFE001"]
    assert found(capsys, "clean.py", "--select", "TFE2") == ["clean.py:2:1: TFE001"]


def test_skip_file(here: Path, capsys: Capture) -> None:
    (here / "slow.py").write_text("# porter: skip-file\n" + SLOW)
    assert found(capsys, "slow.py") == []


@pytest.mark.parametrize(
    ("settings", "left"),
    [
        ("", ["TFE101"]),
        ('ignore = ["TFE1"]', []),
        ('select = ["TFE2"]', []),
        ('select = ["index-loop"]', ["TFE101"]),
        ('exclude = ["sub"]', []),
        ('exclude = ["other/*"]', ["TFE101"]),
        ('per-file-ignores = { "sub/*" = ["TFE101"] }', []),
    ],
)
def test_settings(settings: str, left: list[str], here: Path, capsys: Capture) -> None:
    (here / "pyproject.toml").write_text(f"[tool.porter.lint]\n{settings}\n")
    (here / "sub").mkdir()
    (here / "sub" / "slow.py").write_text(SLOW)
    assert [line.split()[-1] for line in found(capsys, ".")] == left


@pytest.mark.parametrize(
    "settings",
    [
        "select = 1",
        'selct = ["TFE1"]',
        'select = ["TFE999"]',
        'per-file-ignores = { "sub/*" = ["TFE999"] }',
    ],
)
def test_wrong_settings(settings: str, here: Path, capsys: Capture) -> None:
    (here / "pyproject.toml").write_text(f"[tool.porter.lint]\n{settings}\n")
    assert lint(".") == 2
    assert capsys.readouterr().err.startswith("porter: error: ")


def test_hot_functions(here: Path, capsys: Capture) -> None:
    agent = """\
import tensorflow as tf

def learn(model, x):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(model(x))
    return tape.gradient(loss, model.trainable_variables)
"""
    (here / "agent.py").write_text(agent)
    assert found(capsys, "agent.py") == []
    (here / "pyproject.toml").write_text('[tool.porter.lint]\nhot-functions = ["le*"]\n')
    assert found(capsys, "agent.py") == ["agent.py:4:5: TFE201"]


def test_syntax_errors_are_findings(here: Path, capsys: Capture) -> None:
    (here / "broken.py").write_text("import tensorflow as tf\nx = (\n")
    assert found(capsys, "broken.py") == ["broken.py:2:5: TFE000"]
    assert lint("broken.py") == 1


def test_columns_count_characters(here: Path, capsys: Capture) -> None:
    line = 'x = "報酬", [q[i][actions[i]] for i in range(len(actions))]\n'
    (here / "slow.py").write_text(SLOW.replace(SLOW.splitlines(True)[3], line), "utf-8")
    assert found(capsys, "slow.py") == ["slow.py:4:11: TFE101"]


def test_a_notebook(here: Path, capsys: Capture) -> None:
    head, _, tail = SLOW.partition("\n\n")
    sources = ["# Title", "%matplotlib inline\n" + head, "%%time\n" + tail]
    cells = [{"cell_type": "markdown", "source": sources[0], "metadata": {}}] + [
        {"cell_type": "code", "source": s, "metadata": {}, "outputs": [], "execution_count": None}
        for s in sources[1:]
    ]
    book = {"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}
    (here / "nb.ipynb").write_text(json.dumps(book))
    assert lint("nb.ipynb", "--format", "concise") == 1
    out = capsys.readouterr().out
    assert out.startswith("nb.ipynb:cell 3:3:5: TFE101 ")
    assert "in the loop at line 3 of cell 3" in out
    assert lint("nb.ipynb") == 1
    assert "  3 | x = [q[i]" in capsys.readouterr().out
    for parts, indent in ((sources, None), ([s.splitlines(True) for s in sources], 1)):
        for number, part in enumerate(parts):
            cells[number]["source"] = part
        text = json.dumps(book, indent=indent)
        (here / "nb.ipynb").write_text(text)
        row = next(n for n, line in enumerate(text.split("\n"), 1) if "x = [q[i]" in line)
        lint("nb.ipynb", "--format", "github")
        assert f"file=nb.ipynb,line={row}," in capsys.readouterr().out
        lint("nb.ipynb", "--format", "sarif")
        result = json.loads(capsys.readouterr().out)["runs"][0]["results"][0]
        assert result["locations"][0]["physicalLocation"]["region"] == {"startLine": row}
