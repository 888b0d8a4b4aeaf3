"""Whatever is fed in: one clear line, the right exit code, no traceback, nothing half-written."""

from __future__ import annotations

import io
import os
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from porter.cli import main

Capture = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty current directory."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def convert(*arguments: str) -> int:
    return main(["convert", *arguments])


TORCH = "import torch\n"
REFUSED = {
    "syntax error": (TORCH + "def f(:\n", "2:7: P002 error invalid syntax -> correct the file"),
    "open bracket": (TORCH + "x = (1,\n\n", "2:5: P002 error '(' was never closed -> "),
    "indentation": (TORCH + "if x:\ny = 1\n", "3:1: P002 error expected an indented block"),
    "tabs and spaces": (TORCH + "if x:\n\ty\n        z\n", "P002 error inconsistent use of tabs"),
    "tabs beside spaces": (
        TORCH + "def f(x):\n    if x:\n\t    y = 1\n    return 2\n",
        "4:1: P002 error indented with tabs here and with spaces elsewhere",
    ),
    "string": (TORCH + "x = 'abc\n", "2:5: P002 error unterminated string literal"),
    "Python 2 print": (
        TORCH + "\n\ndef f():\n    print 'x'\n",
        "5:5: P002 error a Python 2 print statement -> port the file to Python 3 first",
    ),
    "Python 2 except": (
        TORCH + "try:\n    pass\nexcept IOError, e:\n    pass\n",
        "4:8: P002 error Python 2: multiple exception types must be parenthesized -> port the",
    ),
    "Python 2 without torch": ("print 'x'\n", "1:1: P002 error a Python 2 print statement"),
    "null": (TORCH + "x = 1\0\n", "P002 error source code string cannot contain null bytes"),
    "brackets": (TORCH + "x = " + "(" * 9000 + ")" * 9000, "P002 error too many nested paren"),
    "lists": (TORCH + "x = torch.tensor(" + "[" * 150 + "]" * 150 + ")", ""),
    "blocks": (
        TORCH + "".join(" " * i + "if x:\n" for i in range(200)) + " " * 200 + "pass\n",
        "P002 error too many levels of indentation",
    ),
    "sum": (TORCH + "x = 1" + "+1" * 50_000 + "\n", "P002 error the code is nested too deeply"),
    "long sum": (TORCH + "x = torch.ones(1)" + "+1" * 2_000 + "\n", ""),
    "calls": (TORCH + "x = torch.a" + ".b()" * 50_000 + "\n", "P002 error the code is nested too"),
    "not": (TORCH + "x = " + "not " * 50_000 + "1\n", "P002 error the code is nested too deeply"),
    "elif": (TORCH + "if x: pass\n" + "elif x: pass\n" * 50_000, "P002 error the code is nested"),
    "lambda": (TORCH + "x = " + "lambda: " * 50_000 + "1\n", "P002 error the code is nested too"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_text_that_cannot_be_parsed(name: str, capsys: Capture) -> None:
    text, line = REFUSED[name]
    Path("a.py").write_text(text)
    Path("b.py").write_text(TORCH + "x = torch.ones(2)\n")
    code = convert("a.py", "b.py")
    out, err = capsys.readouterr()
    assert err == ""
    assert Path("b_tf.py").exists()
    if line:
        assert code == 2
        assert not Path("a_tf.py").exists()
        assert line in out
        assert len(out.splitlines()) == 4, out
    else:  # within the limits of one Python and outside those of another
        assert (code < 2) == Path("a_tf.py").exists()


def test_empty_files_are_skipped(capsys: Capture) -> None:
    for name, text in {"a.py": "", "b.py": "\n\n", "c.py": "# nothing\n"}.items():
        Path(name).write_text(text)
    assert convert("a.py", "b.py", "c.py") == 0
    assert "a.py: skipped: the file is empty; nothing written\n" in capsys.readouterr().out


@pytest.mark.parametrize("text", ["", "{", "[]", "null", '{"cells": 3}', "{}", '{"cells": [}'])
def test_broken_notebooks(text: str, capsys: Capture) -> None:
    Path("a.ipynb").write_text(text)
    assert convert("a.ipynb") == 2
    out = capsys.readouterr().out
    assert "P002 error " in out
    assert len(out.splitlines()) == 2
    assert os.listdir() == ["a.ipynb"]


def test_deep_notebooks(capsys: Capture) -> None:
    Path("a.ipynb").write_text("[" * 200_000)
    assert convert("a.ipynb") == 2
    assert "P002 error broken notebook: it is no usable JSON -> " in capsys.readouterr().out


def test_old_notebooks(capsys: Capture) -> None:
    Path("a.ipynb").write_text('{"nbformat": 3, "worksheets": [{"cells": []}]}')
    assert convert("a.ipynb") == 2
    assert "-> convert it with jupyter nbconvert" in capsys.readouterr().out


def test_long_files_work() -> None:
    body = "def f{0}(x):\n    # step {0}\n    return x + {0}\n\n\n"
    text = TORCH + "\n\n" + "".join(body.format(i) for i in range(4_000)) + "x = torch.ones(2)\n"
    assert text.count("\n") > 20_000
    Path("a.py").write_text(text)
    assert convert("a.py") == 0
    assert Path("a_tf.py").read_text().endswith(body.format(3999) + "x = tf.ones([2])\n")


def test_missing_file(capsys: Capture) -> None:
    assert convert("gone.py") == 2
    out = capsys.readouterr().out
    assert out.startswith("gone.py:1:1: P001 error no such file or directory -> check the path")


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="root may read everything")
def test_unreadable_file(capsys: Capture) -> None:
    Path("a.py").write_text(TORCH)
    Path("a.py").chmod(0)
    assert convert("a.py") == 2
    assert "a.py:1:1: P001 error permission denied -> " in capsys.readouterr().out


def test_undecodable_file(capsys: Capture) -> None:
    Path("a.py").write_bytes(b"import torch\n\n# caf\xe9\n")
    assert convert("a.py") == 2
    assert "a.py:1:1: P001 error line 3 is not utf-8: byte 0xe9 -> " in capsys.readouterr().out


@pytest.mark.parametrize("output", ["file/out.py", "/proc/nowhere/out.py"])
def test_unwritable_output(output: str, capsys: Capture) -> None:
    Path("file").write_text("")
    Path("a.py").write_text(TORCH + "x = torch.ones(2)\n")
    assert convert("a.py", "-o", output) == 2
    assert f"a.py:1:1: P003 error cannot write {output}: " in capsys.readouterr().out
    assert sorted(os.listdir()) == ["a.py", "file"]


USAGE = {
    "the input itself": (["a.py", "-o", "a.py"], "a.py is the input a.py: "),
    "a link to the input": (["a.py", "-o", "link.py"], "link.py is the input a.py: "),
    "another name of the input": (["a.py", "-o", "hard.py"], "hard.py is the input a.py: "),
    "the input's directory": (["a.py", "-o", "."], "a.py is the input a.py: "),
    "another input": (["a.py", "b.py", "sub/b.py", "-o", "sub"], "sub/b.py is the input sub/b.py"),
    "one output for two": (["b.py", "sub/b.py", "-o", "out"], "would both be written to out/b.py"),
    "a directory without -o": (["sub"], "sub is a directory: name the output directory with -o"),
    "a directory onto itself": (["sub", "-o", "sub"], "sub is the directory to convert"),
    "a directory into a file": (["sub", "-o", "a.py"], "a.py is no directory"),
    "two files into a file": (["a.py", "b.py", "-o", "link.py"], "link.py is no directory"),
    "two files onto stdout": (["a.py", "b.py", "-o", "-"], "standard output takes one file"),
    "stdin into a directory": (["-", "-o", "sub"], "sub is a directory: give standard input"),
    "stdin and a file": (["-", "a.py"], "- (standard input) cannot be combined"),
    "a module beside stdout": (["-", "--helpers", "module"], "--helpers module writes a file"),
    "missing rules": (["a.py", "--rules", "gone.py"], "gone.py"),
    "broken rules": (["a.py", "--rules", "broken.py"], "broken.py:1: "),
}


@pytest.mark.parametrize("name", USAGE)
def test_wrong_command_lines(name: str, capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    arguments, message = USAGE[name]
    Path("sub").mkdir()
    for path in ("a.py", "b.py", "sub/b.py"):
        Path(path).write_text(TORCH + "x = torch.ones(2)\n")
    Path("broken.py").write_text("def (\n")
    Path("link.py").symlink_to("a.py")
    Path("hard.py").hardlink_to("a.py")
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(TORCH.encode())))
    before = sorted(os.listdir())
    assert convert(*arguments) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("porter: error: ")
    assert message in err
    assert err.count("\n") == 1
    assert sorted(os.listdir()) == before
    assert Path("a.py").read_text() == TORCH + "x = torch.ones(2)\n"


@pytest.mark.parametrize("arguments", [[], ["convert"], ["convert", "a.py", "--jobs", "0"], ["x"]])
def test_argparse_exits_with_2(arguments: list[str], capsys: Capture) -> None:
    with pytest.raises(SystemExit) as caught:
        main(arguments)
    assert caught.value.code == 2
    assert "porter" in capsys.readouterr().err


def test_names_that_are_no_text(capsys: Capture) -> None:
    name = os.fsdecode(b"caf\xe9.py")
    Path(name).write_text(TORCH + "x = torch.ones(2)\n")
    assert convert(name) == 0
    assert "caf\\udce9.py -> caf\\udce9_tf.py\n" in capsys.readouterr().out
    assert Path(os.fsdecode(b"caf\xe9_tf.py")).exists()
