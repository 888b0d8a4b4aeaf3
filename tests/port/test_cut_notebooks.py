"""What the run never came to is left out of a notebook's cells, as it is of a file."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from porter.cells import read
from porter.cli import main
from porter.commands.port import LEFT
from porter.findings import Finding, Severity
from porter.partial import left_in
from porter.port.cut import Cut, without
from porter.port.program import Notebook
from tests.observe.programs import seen_in

FIRST = """\
%matplotlib inline
import torch
import torch.nn as nn

def exchange(x):
    y = [torch.zeros_like(x)]
    torch.distributed.all_gather(y, x)
    return torch.stack(y)"""
TRAIN = """\
%%time
net = nn.Linear(4, 1)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
for n in range(80):
    loss = net(torch.rand(3, 4)).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(loss.item())
    if n > 60:
        !nvidia-smi
        print(exchange(torch.ones(2)))"""
AFTER = "torch.save(net.state_dict(), 'net.pt')\ntorch.set_rng_state(torch.get_rng_state())\n%cd .."
LAST = "print(net(torch.ones(4)))"


def book(*sources: str) -> str:
    code = {"cell_type": "code", "metadata": {}, "outputs": [], "execution_count": None}
    text = {"cell_type": "markdown", "metadata": {}, "source": "About it."}
    cells = [text, *({**code, "source": source.splitlines(True)} for source in sources)]
    return json.dumps({"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": cells})


def cell_sources(text: str) -> dict[int, str]:
    return {cell.number: cell.source for cell in read(text)[0]}


def test_the_rest_is_ported_and_checked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("agent.ipynb").write_text(book(FIRST, TRAIN, AFTER, LAST))
    assert main(["port", "agent.ipynb", "--no-bench", "--updates", "9"]) == LEFT
    out = " ".join(capsys.readouterr().out.split())
    assert "2 errors where the run never came" in out
    assert "agent.ipynb:cell 2:7:5: P104 error" in out
    assert "agent.ipynb:cell 4:2:" in out
    assert "equivalent, float64" in out
    ports = cell_sources(Path("agent_tf.ipynb").read_text())
    left = [finding.message for text in ports.values() for finding in left_in(text, "")]
    assert [message.partition(":2")[0] for message in left][1:] == [
        "not ported: agent.ipynb:cell 4"
    ]
    assert ports[2].startswith("%matplotlib inline\n")
    assert "        !nvidia-smi\n" in ports[3]
    assert ports[4].endswith("# %cd ..") or ports[4].endswith("\n%cd ..")
    assert "raise" not in ports[3] + ports[5]
    # a second call goes on from there
    assert main(["port", "agent.ipynb", "--no-bench", "--updates", "9"]) == LEFT
    again = capsys.readouterr().out
    assert again.count("(of an earlier call)") == 2


def cut(text: str, folder: Path, cell: int, line: int, wide: bool = False) -> Cut | None:
    script = folder / "nb.ipynb"
    script.write_text(text)
    evidence, _, _ = seen_in(script)
    error = Finding(f"nb.ipynb:cell {cell}", line, 1, "P101", Severity.ERROR, "no")
    ran = evidence.files["nb.ipynb"].ran
    return without(Notebook(text), ran, [error], "nb.ipynb", [error] if wide else ())


CUT = {
    "a branch": (["x = 1\nif x > 1:\n    print(x)\nprint(x)"], 2, 3, {2: {3}}),
    "below a magic": (["%%time\n%cd .\nx = 1\nif x > 1:\n    print(x)"], 2, 5, {2: {5}}),
    "with a magic": (["x = 1\nif x > 1:\n    print(x)\n    !ls \\\n      a\n    x = 2"], 2, 3,
                     {2: {3, 4, 5, 6}}),
    "of the second cell": (["x = 1", "if x > 1:\n    y = 2", "print(x)"], 3, 2, {3: {2}}),
}  # fmt: skip


@pytest.mark.parametrize("case", CUT.values(), ids=CUT)
def test_what_is_cut(case: tuple[list[str], int, int, dict[int, set[int]]], tmp_path: Path) -> None:
    sources, cell, line, gone = case
    text = book(*sources)
    found = cut(text, tmp_path, cell, line)
    assert found is not None
    before, after = cell_sources(text), cell_sources(found.program.file)
    assert before.keys() == after.keys()
    changed = {
        number: {n for n, pair in enumerate(zip(*lines), 1) if pair[0] != pair[1]}
        for number in before
        if (lines := (before[number].split("\n"), after[number].split("\n")))
        and len(lines[0]) == len(lines[1])
    }
    assert {number: lines for number, lines in changed.items() if lines} == gone
    assert f"P101 nb.ipynb:cell {cell}:{line}: the observed run never came" in after[cell]
    assert len(found.program.text.splitlines()) == len(Notebook(text).text.splitlines())


def test_each_cell_raises_by_itself(tmp_path: Path) -> None:
    text = book("x = 1\nif x:\n    raise KeyError", "y = 1\ny = 2\n%cd ..", "z = 1", "%cd ..")
    program = Notebook(text)
    ran = {(2, 1), (3, 1), (4, 5)}
    errors = [Finding("nb.ipynb:cell 3", 2, 1, "P101", Severity.ERROR, "no")]
    found = without(program, ran, errors, "nb.ipynb")
    assert found is not None
    after = cell_sources(found.program.file)
    raised = "raise NotImplementedError('porter: not ported: P101 nb.ipynb:cell 3:2: the observed "
    raised += "run never came here')  "
    assert after[3] == f"{raised}# y = 1\n# y = 2\n%cd .."
    assert after[4] == "z = 1"
    wide = without(program, ran, errors, "nb.ipynb", errors)
    assert wide is not None
    assert cell_sources(wide.program.file) == {**after, 4: f"{raised}# z = 1"}


def test_what_ran_is_not_cut(tmp_path: Path) -> None:
    assert cut(book("x = 1", "print(x)\n%cd ."), tmp_path, 3, 1) is None
    assert cut(book("x = 1", "%cd ."), tmp_path, 3, 1) is None  # a magic tells nothing of a run
    assert cut(book("x = 1", "%%bash\nls"), tmp_path, 3, 2) is None
