"""Errors where the run never came are left out of a port, which raises there and is not done."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from porter.cli import main
from porter.commands.port import COULD_NOT_RUN, LEFT, code
from porter.evidence import Evidence
from porter.findings import Finding, Severity
from porter.partial import left_in
from porter.pipeline import Converted, Options, convert
from porter.port.cut import without
from porter.port.program import Program
from porter.port.state import Done
from tests.observe.programs import seen_in

AGENT = """\
import sys
import torch
import torch.nn as nn
from parts import rows, exchange

net = nn.Linear(4, 1)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
for _ in range(8):
    loss = net(rows()).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(loss.item())
if len(sys.argv) > 1:
    print(exchange(torch.ones(2)))
"""
PARTS = """\
import torch


def rows():
    return torch.rand(3, 4)


def exchange(x):
    y = [torch.zeros_like(x)]
    torch.distributed.all_gather(y, x)
    return torch.stack(y)
"""


def ported(parts: str) -> int:
    Path("p").mkdir(exist_ok=True)
    Path("p/agent.py").write_text(AGENT)
    Path("p/parts.py").write_text(parts)
    return main(["port", "p", "--run", "agent.py", "--no-bench", "--updates", "9"])


def test_the_rest_is_ported_and_checked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert ported(PARTS) == LEFT
    out = capsys.readouterr().out
    assert "1 error where the run never came" in out
    assert "equivalent, float64" in out
    assert "p/parts.py:10:5: P104 error" in out
    port = Path("p_tf/parts.py").read_text()
    assert [finding.code for finding in left_in(port, "parts.py")] == ["P104"]
    done = subprocess.run(
        [sys.executable, "p_tf/agent.py", "exchange"], capture_output=True, text=True, check=False
    )
    assert "NotImplementedError: porter: not ported: P104 parts.py:10" in done.stderr


def test_an_error_that_ran_stops_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    reached = "    torch.set_rng_state(torch.get_rng_state())\n    return torch.rand"
    assert ported(PARTS.replace("    return torch.rand", reached)) == LEFT
    out = capsys.readouterr().out
    assert "2 errors left, 1 of them where the run came" in " ".join(out.split())
    assert re.search(r"─ convert ─+╮\n│ p/parts.py:5:", out)  # it comes first
    assert "check" not in out
    assert "not ported: " not in Path("p_tf/parts.py").read_text()


@pytest.mark.slow
def test_what_lost_all_of_torch_is_told_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    only = "\n\ndef rows():\n    from inputs import rows\n    return rows()\n"
    exchange = PARTS.partition("def exchange")[2]
    Path("p").mkdir()
    Path("p/inputs.py").write_text(PARTS.partition("def exchange")[0])
    within = exchange.replace("(x):\n", "(x):\n    import torch\n", 1)
    assert ported(f"{only}\n\ndef exchange{within}") == LEFT
    assert "equivalent, float64" in capsys.readouterr().out
    port = Path("p_tf/parts.py").read_text()
    assert not re.search("^ *import", port, re.M)
    again = convert(port, "parts.py")
    assert isinstance(again, Converted)
    assert [finding.code for finding in again.findings] == ["P104"]


def cut(text: str, folder: Path, line: int, wide: bool = False) -> str | None:
    script = folder / "program.py"
    script.write_text(text)
    evidence, _, _ = seen_in(script)
    error = Finding("program.py", line, 1, "P101", Severity.ERROR, "no")
    ran = evidence.files["program.py"].ran
    found = without(Program(text), ran, [error], "program.py", [error] if wide else ())
    assert found is None or found.errors == {error}
    return found.program.text if found is not None else None


CUT = {
    "a branch": ("x = 1\nif x > 1:\n    print(x)\n    print(x)\nprint(x)\n", 3, {3, 4}),
    "the end of a block": ("def f():\n    return 1\n    print(2)\n    print(3)\nf()\n", 4, {3, 4}),
    "a function": ('def f():\n    """Doc."""\n    if f:\n        print(2)\n', 4, {3, 4}),
    "a decorator": ("x = 1\nif x > 1:\n    @print\n    def f():\n        pass\n", 5, {3, 4, 5}),
    "else": ("x = 1\nif x:\n    x = 2\nelse:\n    x = 3\n", 5, {5}),
    "elif": ("x = 1\nif x:\n    x = 2\nelif x > 3:\n    x = 3\n", 5, {5}),
    "tabs": ("x = 1\nif x > 1:\n\tprint(x)\n", 3, {3}),
    "text": ('x = 1\nif x > 1:\n    y = """\n  a"""\n', 4, {3, 4}),
    "a method": ("class A:\n    def f(self):\n        return 1\n\n    x = 2\n", 3, {3}),
}


@pytest.mark.parametrize("case", CUT.values(), ids=CUT)
def test_what_is_cut(case: tuple[str, int, set[int]], tmp_path: Path) -> None:
    text, line, gone = case
    found = cut(text, tmp_path, line)
    assert found is not None
    before, after = text.splitlines(), found.splitlines()
    assert len(before) == len(after)
    assert {n for n, pair in enumerate(zip(before, after), 1) if pair[0] != pair[1]} == gone
    raised = after[min(gone) - 1]
    assert raised.lstrip().startswith("raise NotImplementedError('porter: not ported: P101 program")
    assert f"program.py:{line}:" in raised
    plain: dict[str, Any] = {}
    exec(compile(found, "program.py", "exec"), plain)


HEADS = {
    "a default": (
        "x = 1\ndef f(a,\n      b=print,\n      *, c=2):\n    # why\n    print(a)\n    return b\n",
        3,
        "def f(*args, **kwargs):  # def f(a,\n#       b=print,\n#       *, c=2):\n#     # why\n"
        "    raise",
    ),
    "behind a text": (
        'class A:\n    @staticmethod\n    async def f(a=print):\n        """Doc."""\n'
        "        print()\n",
        3,
        "    async def f(*args, **kwargs):  #     async def f(a=print):\n"
        '        """Doc."""\n        raise',
    ),
}


@pytest.mark.parametrize("case", HEADS.values(), ids=HEADS)
def test_a_function_that_never_ran_takes_anything(
    case: tuple[str, int, str], tmp_path: Path
) -> None:
    text, line, wanted = case
    found = cut(text, tmp_path, line)
    assert found is not None
    assert wanted in found
    assert len(found.splitlines()) == len(text.splitlines())
    within = cut(text, tmp_path, len(text.splitlines()))
    assert within is not None
    assert "*args" not in within


def test_a_network_that_is_asked_for_its_attributes(tmp_path: Path) -> None:
    text = """\
import torch.nn as nn


class Detach(nn.Module):
    def __init__(self, net):
        super().__init__()
        self.net = net

    def __getattr__(self, name):
        try:
            return super().__getattr__(name)
        except AttributeError:
            return getattr(self.net, name)
"""
    before = convert(text, "detach.py")
    assert isinstance(before, Converted)
    assert [finding.code for finding in before.findings] == ["P104"]
    left = cut(text, tmp_path, 9)
    assert left is not None
    evidence = Evidence(texts={str(tmp_path / "detach.py"): left})
    after = convert(left, str(tmp_path / "detach.py"), tmp_path, Options(evidence=evidence))
    assert isinstance(after, Converted)
    assert not after.findings


KEPT = {
    "it ran": ("x = 1\nprint(x)\n", 2),
    "a condition that ran": ("x = 1\nif x > 1:\n    print(x)\n", 2),
    "one line": ("x = 1\nif x > 1: print(x)\n", 2),
    "a function in a line": ("def f(a=print): return a\n", 1),
    "a decorator that ran": ("def g(f):\n    return f\n@g\ndef f():\n    return 1\n", 3),
    "the head of a function that ran": ("def f(a=print):\n    return a\nf()\n", 1),
    "a generator": (
        "def f(x):\n    if x:\n        yield 1\n    return 3\nprint(f(0))\nlist(f(0))\n",
        3,
    ),
    "a generator that nobody asked": ("def f():\n    yield 1\ng = f()\n", 2),
    "global": ("x = 1\ndef f(y):\n    if y:\n        global x\n    x = 3\nf(0)\nprint(x)\n", 4),
    "elif": ("x = 1\nif x:\n    x = 2\nelif x > 3:\n    x = 3\n", 4),
}


@pytest.mark.parametrize("case", KEPT.values(), ids=KEPT)
def test_what_is_not_cut(case: tuple[str, int], tmp_path: Path) -> None:
    assert cut(case[0], tmp_path, case[1]) is None


def test_all_that_did_not_run_is_cut(tmp_path: Path) -> None:
    text = "x = 1\nif x > 1:\n    if x:\n        print(1)\n    print(x)\nelse:\n    x = 2\n"
    text += "def f():\n    return 1\n"
    assert cut(text, tmp_path, 1) is None
    found = cut(text, tmp_path, 1, wide=True)
    assert found is not None
    pairs = zip(text.splitlines(), found.splitlines())
    assert {n for n, (one, other) in enumerate(pairs, 1) if one != other} == {3, 4, 5, 9}
    assert found.count("NotImplementedError('porter: not ported: P101 program.py:1: ") == 2


def test_old_evidence_cuts_nothing() -> None:
    error = Finding("a.py", 1, 1, "P101", Severity.ERROR, "no")
    assert without(Program("print(1)\n"), None, [error], "a.py") is None


@pytest.mark.parametrize("check", ["done", "left", "failed", "skipped"])
def test_it_is_never_done(check: str) -> None:
    done = [Done("observe", "done", ""), Done("convert", "partial", ""), Done("check", check, "")]
    assert code(done) == (COULD_NOT_RUN if check == "failed" else LEFT)
