"""`porter port`: all phases, what stops them, and what a second call need not do again."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from porter.cli import main
from porter.commands.port import COULD_NOT_RUN, LEFT, PORTED, code
from porter.port.run import Port, Wanted
from porter.port.state import Done, Ratio, State, key
from porter.port.tail import LAST, Tail

ROOT = Path(__file__).parents[2]
AGENT = """\
import sys

import torch
import torch.nn as nn
from parts import rows

net = nn.Linear(4, 1)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
sources = {"rows": rows}


def update(batch):
    order, _ = batch.sort(1)
    loss = net(order).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    return loss.item()


for _ in range(int(sys.argv[1])):
    print(update(sources["rows"]()))
"""
_SIGNS = ("✓ ", "✗ ", "- ")
PARTS = "import torch\n\n\ndef rows():\n    return torch.rand(3, 4)\n"


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def port(*arguments: str) -> SimpleNamespace:
    done = subprocess.run(
        [sys.executable, "-m", "porter", "port", *arguments],
        capture_output=True, text=True, timeout=500, env={**os.environ, "PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    return SimpleNamespace(code=done.returncode, out=done.stdout, err=done.stderr)


def phases(done: SimpleNamespace) -> dict[str, str]:
    """The sign of each phase on the screen."""
    signs = (line.split(maxsplit=2) for line in done.out.splitlines() if line[:2] in _SIGNS)
    return {phase: sign for sign, phase, *_ in signs}


@pytest.mark.slow
def test_a_directory_is_ported_proven_and_not_again(here: Path) -> None:
    Path("project").mkdir()
    Path("project/agent.py").write_text(AGENT)
    Path("project/parts.py").write_text(PARTS)
    wanted = ("project", "--run", "agent.py 30", "--updates", "5", "--report", "page.html")
    done = port(*wanted)
    assert phases(done) == dict.fromkeys(("observe", "convert", "check", "bench"), "✓"), done.out
    assert done.code == 0
    assert "equivalent, float64 on cpu, 5 updates" in done.out
    page = Path("page.html").read_text()
    assert "equivalent, float64 on cpu, 5 updates" in page
    assert_drawn(page)
    ported = Path("project_tf/agent.py").read_text()
    assert "torch" not in ported.replace("torch_compat", "")
    again = port(*wanted)
    assert again.out.count("(of an earlier call)") == 3
    assert_drawn(Path("page.html").read_text())
    Path("project/parts.py").write_text(PARTS.replace("3, 4", "2, 4"))
    assert "(of an earlier call)" not in port(*wanted, "--no-bench").out


def test_evidence_of_an_older_porter_is_observed_again(here: Path) -> None:
    Path("agent.py").write_text("import torch\n\nprint(torch.ones(2).sum().item())\n")
    wanted = Wanted(Path("agent.py"), Path("agent.py"), Path("agent_tf.py"), bench=False)
    assert observed(wanted).endswith("it ended with exit code 0")
    assert observed(wanted).endswith("(of an earlier call)")
    [file] = Path(".porter").glob("*/evidence.json")
    evidence = json.loads(file.read_text())
    assert evidence["files"]["agent.py"].pop("ran")
    file.write_text(json.dumps(evidence))
    assert observed(wanted).endswith("it ended with exit code 0")
    assert "ran" in json.loads(file.read_text())["files"]["agent.py"]


def observed(wanted: Wanted) -> str:
    """What the first phase of a call says."""
    return next(Port(wanted, str).phases()).line


def assert_drawn(page: str) -> None:
    """The error after each of five updates, and a bar for the update."""
    line = re.search(r'<polyline class="curve-0" points="([^"]+)"', page)
    assert line is not None
    assert len(line[1].split()) == 5
    assert "allowed: 1e-10" in page
    lines = re.findall(r'badge equal">equal</span> in all', page)
    assert 1 <= len(lines) <= 8, "at the lines of the update"
    bars = re.findall(r"<b>(update[^<]*)</b><span.*?width: ([\d.]+)%", page)
    assert len(bars) == 1
    assert 0 < float(bars[0][1]) <= 100


def test_the_folder_that_one_is_in(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Path("project").mkdir()
    Path("project/agent.py").write_text("print(1)\n")
    monkeypatch.chdir("project")
    done = port(".", "--run", "agent.py", "--no-bench")
    assert "Traceback" not in done.err, done.err
    assert (here / "project_tf" / "agent.py").is_file()


def test_all_phases_run_where_one_is(here: Path) -> None:
    text = 'SETTINGS = open("settings.txt").read()\n\n'
    Path("project").mkdir()
    Path("project/agent.py").write_text(AGENT.replace("net = ", text + "net = ", 1))
    Path("project/parts.py").write_text(PARTS)
    Path("settings.txt").write_text("no settings\n")
    done = port("project", "--run", "agent.py 30", "--here", "--updates", "5")
    assert phases(done) == dict.fromkeys(("observe", "convert", "check", "bench"), "✓"), done.out


def test_what_is_left_stops_it_and_is_shown(here: Path) -> None:
    Path("agent.py").write_text(AGENT.replace("net(order)", "net(order + torch.kaiser_window(4))"))
    Path("parts.py").write_text(PARTS)
    done = port("agent.py", "--", "3")
    assert done.code == 1
    assert phases(done) == {"observe": "✓", "convert": "✗"}
    assert "P101 error torch.kaiser_window has no rule" in done.out.replace("\n", " ")
    assert Path("agent_tf.py").exists()


@pytest.mark.slow
def test_the_rules_of_the_project_count(here: Path) -> None:
    Path("agent.py").write_text("import torch\n\nprint(torch.kaiser_window(4))\n")
    Path("ours.py").write_text(
        'from porter.rule import *\n\n@port("torch.kaiser_window")\n'
        'def kaiser_window(n) -> Tensor:\n    """Ours."""\n    return tf.range(n)\n'
    )
    Path("pyproject.toml").write_text('[tool.porter]\nrules = ["ours.py"]\n')
    assert phases(port("agent.py", "--no-bench"))["convert"] == "✓"
    assert "tf.range(4)" in Path("agent_tf.py").read_text()
    Path("pyproject.toml").write_text('[tool.porter]\nrulse = ["ours.py"]\n')
    assert "has no 'rulse' -> rules?" in port("agent.py").err


def test_an_original_that_crashes_is_converted_all_the_same(here: Path) -> None:
    Path("agent.py").write_text(AGENT.replace("(1)", "(1)\n    raise ValueError('no data')", 1))
    Path("parts.py").write_text(PARTS)
    done = port("agent.py", "--", "3")
    assert phases(done)["observe"] == "✗"
    assert "ValueError: no data" in done.out
    assert done.code in (LEFT, COULD_NOT_RUN)
    assert Path("agent_tf.py").exists()


BAD = {
    "missing": (["no.py"], "no.py: no such file or directory"),
    "no program": (["folder"], 'folder: which program of it? --run "train.py --steps 500"'),
    "no such program": (["folder", "--run", "no.py"], "folder/no.py: no such file"),
    "run of a file": (["agent.py", "--run", "x.py"], "--run names a program of a directory"),
    "syntax": (["broken.py"], "broken.py:1: "),
    "no name": (["agent.py", "-o", "port"], "-o port: the name of a port ends with .py"),
}


@pytest.mark.parametrize(("arguments", "told"), BAD.values(), ids=BAD)
def test_bad_input_is_one_line(
    here: Path, arguments: list[str], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("agent.py").write_text(AGENT)
    Path("broken.py").write_text("def f(:\n")
    Path("folder").mkdir()
    assert main(["port", *arguments]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.count("\n") == 1
    assert told in printed.err


def test_exit_codes() -> None:
    def phase(name: str, outcome: str) -> Done:
        return Done(name, outcome, "")

    observed, converted = phase("observe", "done"), phase("convert", "done")
    assert code([observed, converted, phase("check", "done")]) == PORTED
    assert code([phase("observe", "failed"), converted, phase("check", "done")]) == PORTED
    assert code([observed, converted, phase("check", "left")]) == LEFT
    assert code([observed, phase("convert", "left")]) == LEFT
    assert code([observed, converted, phase("check", "failed")]) == COULD_NOT_RUN
    assert code([observed, phase("convert", "failed")]) == COULD_NOT_RUN


def test_a_state_that_is_broken_is_none(here: Path) -> None:
    ratios = (Ratio("update", 0.4), Ratio("acting", 1.2))
    done = Done("check", "done", "equal", "all of it", (1e-15, 2e-15), 1e-10, ratios)
    state = State(here)
    state.keep(done, "abc")
    assert State(here).done("check", "abc") == done
    assert State(here).done("check", "other") is None
    for text in ("{", "[]", json.dumps({"check": 1}), json.dumps({"check": {"key": "abc"}})):
        state.path.write_text(text)
        assert State(here).done("check", "abc") is None


def test_a_key_is_of_texts_and_arguments(here: Path) -> None:
    Path("a.py").write_text("a")
    before = key([Path("a.py")], ("1",))
    assert before == key([Path("a.py")], ("1",))
    assert before != key([Path("a.py")], ("2",))
    Path("a.py").write_text("b")
    assert before != key([Path("a.py")], ("1",))


def test_only_the_end_of_gigabytes_is_kept() -> None:
    with Tail() as tail:
        for number in range(200):
            os.write(tail.end, f"{number:05}".encode() * 10_000)
        text = tail.text()
    assert len(text) == LAST
    assert text.endswith("00199")
