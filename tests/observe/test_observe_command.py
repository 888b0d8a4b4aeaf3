"""`porter observe`: the program is as it is without, and whatever it does, what it was is kept."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from pathlib import Path
from types import SimpleNamespace

import jsonschema
import pytest

from porter.evidence import load
from tests.observe.programs import by_text

ROOT = Path(__file__).parents[2]
SCHEMA = json.loads((ROOT / "docs" / "evidence-schema.json").read_text())
KEEP = "def keep(x):\n    return x\n\n\nkeep(len([1]))\n"


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def observe(*arguments: str, **options: object) -> SimpleNamespace:
    command = [sys.executable, "-m", "porter", "observe", *arguments]
    done = subprocess.run(
        command, capture_output=True, text=True, env={**_environment(), **options}, timeout=300
    )
    told = [line for line in done.stderr.splitlines() if line.startswith("porter:")]
    return SimpleNamespace(code=done.returncode, out=done.stdout, err=done.stderr, told=told)


def _environment() -> dict[str, str]:
    import os

    return {**os.environ, "PYTHONPATH": str(ROOT)}


def calls(text: str) -> list[int]:
    """How often the expression was each kind of value."""
    data = json.loads(Path("evidence.json").read_text())
    jsonschema.validate(data, SCHEMA)
    found = by_text(load(Path("evidence.json")), Path("agent.py"))
    return list(found[text].values())


def test_output_arguments_and_exit_code_are_the_programs(here: Path) -> None:
    Path("agent.py").write_text(
        f"import sys\n{KEEP}print(sys.argv[1:], __name__)\nprint('oops', file=sys.stderr)\n"
        "open('left', 'w').close()\nsys.exit(7)\n"
    )
    done = observe("agent.py", "--", "--steps", "5")
    assert done.out == "['--steps', '5'] __main__\n"
    assert "oops" in done.err
    assert done.code == 7
    assert done.told == [
        "porter: agent.py: it ended with exit code 7; 4 places in 1 files seen -> evidence.json"
    ]
    assert calls("len([1])") == [1]
    assert not Path("left").exists()  # it ran in a scratch directory


def test_an_exception_is_the_programs_and_what_was_seen_is_kept(here: Path) -> None:
    Path("agent.py").write_text(f"{KEEP}keep(1 / 0)\n")
    done = observe("agent.py")
    assert done.code == 1
    assert "porter/observe" not in done.err
    assert 'agent.py", line 6' in done.err
    assert calls("len([1])") == [1]


@pytest.mark.parametrize(
    ("end", "code"),
    [
        ("os._exit(3)", 3),
        ("os.chdir('/')", 0),
        ("if os.fork() == 0: keep([2].pop())", 0),
        ("raise KeyboardInterrupt", 1),
    ],
)
def test_however_it_ends(here: Path, end: str, code: int) -> None:
    Path("agent.py").write_text(f"{KEEP}import os\n{end}\n")
    done = observe("agent.py")
    assert (done.code == 0) == (code == 0)
    assert calls("len([1])") == [1]
    if "fork" in end:
        assert calls("[2].pop()") == [1]  # the child's
        assert calls("x") == [2]  # and nothing twice


def test_a_program_that_hangs_is_ended(here: Path) -> None:
    Path("agent.py").write_text(f"{KEEP}import time\ntime.sleep(1000)\n")
    began = time.monotonic()
    done = observe("agent.py", "--seconds", "8")
    assert time.monotonic() - began < 60
    assert done.code == 0
    assert "it was ended at its limit" in done.told[0]
    assert calls("len([1])") == [1]


def test_updates_are_a_limit(here: Path) -> None:
    Path("agent.py").write_text(
        "import torch\nw = torch.zeros(1, requires_grad=True)\n"
        "optimizer = torch.optim.SGD([w], lr=0.1)\n"
        "for n in range(10**9):\n    w.sum().backward()\n    optimizer.step()\n    print(n)\n"
    )
    done = observe("agent.py", "--updates", "4")
    assert done.out == "0\n1\n2\n"
    assert done.code == 0
    assert calls("w.sum()") == [4]


def test_a_program_that_prints_a_lot(here: Path) -> None:
    Path("agent.py").write_text(f"{KEEP}for _ in range(2000):\n    print('x' * 10_000)\n")
    done = observe("agent.py")
    assert len(done.out) == 2000 * 10_001
    assert calls("len([1])") == [1]


def test_a_program_that_needs_arguments_says_so_itself(here: Path) -> None:
    Path("agent.py").write_text(
        "import argparse\nparser = argparse.ArgumentParser()\n"
        "parser.add_argument('--env', required=True)\nparser.parse_args()\n"
    )
    done = observe("agent.py")
    assert done.code == 2
    assert "required: --env" in done.err
    assert "exit code 2" in done.told[0]


BAD = {
    "missing": (["no.py"], "no.py: no such file or directory"),
    "a directory": (["folder"], "folder: it is no file"),
    "no Python": (["data.txt"], "data.txt: a Python program or a notebook is meant"),
    "syntax": (["broken.py"], "broken.py:1: "),
    "broken evidence": (["agent.py", "-o", "data.txt"], "data.txt: it is no JSON"),
    "other evidence": (["agent.py", "-o", "list.json"], "list.json: no evidence of porter's"),
    "no folder": (["agent.py", "-o", "no/e.json"], "no/e.json: there is no directory no"),
    "no time": (["agent.py", "--seconds", "-1"], "--seconds -1"),
}


@pytest.mark.parametrize(("arguments", "told"), BAD.values(), ids=BAD)
def test_bad_input_is_one_line(here: Path, arguments: list[str], told: str) -> None:
    Path("agent.py").write_text("print('ran')\n")
    Path("broken.py").write_text("def f(:\n")
    Path("data.txt").write_text("no evidence")
    Path("list.json").write_text("[]")
    Path("folder").mkdir()
    done = observe(*arguments)
    assert done.code == 2
    assert done.out == ""
    assert done.err.count("\n") == 1
    assert told in done.err


def test_a_second_run_is_merged_and_another_version_replaces(here: Path) -> None:
    Path("agent.py").write_text(KEEP)
    observe("agent.py")
    observe("agent.py")
    assert calls("len([1])") == [2]
    Path("agent.py").write_text(KEEP + "keep(1)\n")
    done = observe("agent.py")
    assert "what was known of agent.py was of another version, and is replaced" in done.told[0]
    assert calls("len([1])") == [1]
