"""`porter convert --evidence`: what the text leaves open a run decides, and that is told."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from porter.cli import main
from porter.converting import convert_text
from porter.evidence import Broken, Evidence, load, merged, save
from porter.evidence.model import FileSeen
from porter.findings import Severity
from porter.pipeline import Converted, Options, convert
from tests.observe.programs import seen_in

HELPERS = """\
import importlib

t = importlib.import_module("torch")
n = importlib.import_module("numpy")


def batch():
    return {"x": t.rand(3, 4)}


def rows():
    return n.ones((2, 4))


def call(function, *nets):
    function(*(list(net.parameters()) for net in nets))
"""
AGENT = """\
import torch
import torch.nn as nn
import helpers

net = nn.Linear(4, 1)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
sources = {"a": helpers}


def loss_of(batch):
    x = batch["x"]
    order, _ = x.sort(1)
    return net(order).mean()


for _ in range(5):
    loss = loss_of(sources["a"].batch())
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
"""


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    Path("helpers.py").write_text(HELPERS)
    return tmp_path


def run(text: str) -> Evidence:
    """The evidence of a run, read back from its file."""
    Path("agent.py").write_text(text)
    save(seen_in(Path("agent.py").resolve())[0], Path("evidence.json"))
    return load(Path("evidence.json"))


def converted(text: str, evidence: Evidence | None, strict: bool = False) -> Converted:
    options = Options(helpers="module", evidence=evidence, strict=strict)
    outcome = convert(text, "agent.py", Path(), options)
    assert isinstance(outcome, Converted)
    return outcome


def codes(outcome: Converted) -> list[str]:
    return [finding.code for finding in outcome.findings]


def test_a_run_decides_what_the_text_leaves_open(here: Path) -> None:
    evidence = run(AGENT)
    before, after = converted(AGENT, None), converted(AGENT, evidence)
    (error,) = (f for f in before.findings if f.severity is Severity.ERROR)
    assert error.code == "P103"
    assert error.hint.endswith("let a run decide: porter observe agent.py")
    assert not any(f.severity is Severity.ERROR for f in after.findings)
    assert "tf.sort(x, axis=1)" in after.output
    (note,) = (f for f in after.findings if f.code == "N405")
    assert (note.line, note.column) == (11, 9)
    told = 'batch["x"] is a float32 tensor of rank 2 in all 5 calls of the run'
    assert note.message.startswith(told)


def test_a_run_of_a_notebook_decides_too(here: Path) -> None:
    first, rest = AGENT.split("\n\n\n", 1)
    cells = ["%matplotlib inline\n" + first, "%%bash\nls", rest + "print(loss.item())\n"]
    code = {"cell_type": "code", "metadata": {}, "outputs": [], "execution_count": None}
    book = json.dumps({"nbformat": 4, "cells": [{**code, "source": cell} for cell in cells]})
    script = Path("agent.ipynb").resolve()
    script.write_text(book)
    evidence, printed, _ = seen_in(script)
    assert float(printed)
    options = Options(helpers="module", evidence=evidence)
    before, after = (
        convert_text(book, "agent.ipynb", Path(), Options(helpers="module")),
        convert_text(book, "agent.ipynb", Path(), options),
    )
    assert isinstance(before, Converted)
    assert isinstance(after, Converted)
    assert ("P103", "agent.ipynb:cell 3") in [(f.code, f.path) for f in before.findings]
    assert not any(f.severity is Severity.ERROR for f in after.findings)
    (note,) = (f for f in after.findings if f.code == "N405")
    assert (note.path, note.line, note.column) == ("agent.ipynb:cell 3", 2, 9)
    assert "tf.sort(x, axis=1)" in after.output


POLYAK = """\
from collections.abc import Iterable

import torch
import torch.nn as nn
import helpers


def polyak(params: Iterable[torch.Tensor], targets: Iterable[torch.Tensor]) -> None:
    with torch.no_grad():
        for param, target in zip(params, targets):
            target.data.mul_(0.5)
            torch.add(target.data, param.data, alpha=0.5, out=target.data)


sources = {"a": helpers}
sources["a"].call(polyak, nn.Linear(2, 1), nn.Linear(2, 1))
"""


def test_a_run_tells_that_a_tensor_is_a_parameter(here: Path) -> None:
    assert "P102" in codes(converted(POLYAK, None))
    found = converted(POLYAK, run(POLYAK))
    assert "P102" not in codes(found)
    assert "target.assign(target + " in found.output


def test_what_was_seen_elsewhere_is_left_alone(here: Path) -> None:
    """Evidence is asked in the functions of the errors first."""
    found = converted(POLYAK, run(POLYAK))
    told = [f.message.partition(" is ")[0] for f in found.findings if f.code == "N405"]
    assert sorted(told) == ["param", "target"]


STORAGE = """\
import torch


class Storage:
    def __init__(self):
        self.states = torch.zeros(3, 2)
        self.step = 0

    def add(self, state):
        self.states[self.step].copy_(state)
        self.step += 1

    def batches(self):
        flat = self.states.flatten(0, 1)
        for start in range(0, 6, 3):
            yield flat[start : start + 3]


storage = Storage()
for n in range(3):
    storage.add(torch.full((2,), float(n)))
print([batch.tolist() for batch in storage.batches()])
"""


def test_a_run_tells_that_nothing_else_holds_a_tensor(here: Path) -> None:
    assert "P102" in codes(converted(STORAGE, None))
    found = converted(STORAGE, run(STORAGE))
    assert "P102" not in codes(found)
    [note] = [f.message for f in found.findings if f.code == "N405" and f.line == 10]
    told = "self.states is a float32 tensor of rank 2 that nothing else holds in all 3 calls"
    assert note.startswith(told)


def test_a_view_that_is_alive_holds_it(here: Path) -> None:
    text = STORAGE.replace("for n in", "kept = storage.states[0]\nfor n in")
    assert "P102" in codes(converted(text, run(text)))


def test_a_field_of_a_tuple_gets_no_other_tensor(here: Path) -> None:
    """Nothing else holds it, but the port could not put another one there."""
    text = """\
from collections import namedtuple

import torch

Entry = namedtuple("Entry", ["state", "ret"])
entry = Entry(*map(torch.zeros, (2, 3)))
entry.ret.copy_(entry.ret + 1)
print(entry.ret.tolist())
"""
    found = converted(text, run(text))
    assert [f.line for f in found.findings if f.code == "P102"] == [7]


def test_an_array_is_an_array(here: Path) -> None:
    text = AGENT.replace("order, _ = x.sort(1)", "order = x") + 'top = sources["a"].rows().max(1)\n'
    before, after = converted(text, None), converted(text, run(text))
    assert codes(before).count("P103") == 1
    assert codes(after).count("P103") == 0
    assert after.output.endswith('top = sources["a"].rows().max(1)\n')


def test_strict_refuses_it(here: Path) -> None:
    evidence = run(AGENT)
    strict, before = converted(AGENT, evidence, strict=True), converted(AGENT, None)
    assert strict.output == before.output
    assert "P103" in codes(strict)
    assert "N405" not in codes(strict)


def test_what_did_not_run_decides_nothing(here: Path) -> None:
    ran = AGENT.replace(
        "    order, _", "    if not len(batch):\n        return x.sort(1)\n    order, _"
    )
    text = ran.replace('x = batch["x"]', 'x = batch["x"] if batch else None').replace(
        "return x.sort(1)", 'return batch["y"].sort(1)'
    )
    found = converted(text, run(text))
    (error,) = (f for f in found.findings if f.severity is Severity.ERROR)
    assert (error.code, error.line) == ("P103", 13)
    assert "the evidence does not decide it" in error.hint


def test_what_was_several_things_decides_nothing(here: Path) -> None:
    text = AGENT.replace('{"a": helpers}', '{"a": helpers}\nkeep = {"x": helpers.n.ones((3, 4))}')
    text += '\n\ndef most(z):\n    return z["x"].sort(1)\n\n\nmost(keep), most(helpers.batch())\n'
    text = text.replace(
        "most(keep), most(helpers.batch())", "for one in (keep, helpers.batch()):\n    most(one)"
    )
    found = converted(text, run(text))
    assert [f.line for f in found.findings if f.code == "P103"] == [25]


def test_a_run_that_contradicts_the_text_is_an_error(here: Path) -> None:
    text = (
        "import torch\nimport helpers\n\nsources = {'a': helpers}\n\n\n"
        "def top(x: torch.Tensor):\n    return x.sum()\n\n\nprint(top(sources['a'].rows()))\n"
    )
    found = converted(text, run(text))
    error = next(f for f in found.findings if f.code == "P105")
    assert (error.line, error.column) == (8, 12)
    assert (
        error.message
        == "x is a float64 array of rank 2 in the only call of the run, and a tensor by the text"
    )
    assert "P105" not in codes(converted(text, None))


NETWORK = """\
import numpy as np
import torch
import torch.nn as nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(2, 1)

    def forward(self, x):
        return self.layer(torch.as_tensor(np.asarray(x), dtype=torch.float32))


class Agent:
    def __init__(self, make, scale):
        self.net: nn.Module = make()
        self.scale = scale

    def act(self, rows):
        states = self.scale(rows)
        values = self.net(states)
        return values, states


agent = Agent(eval("Net"), {"a": np.tanh}["a"])
print(agent.act(np.ones((3, 2)))[1].sum())
"""


def test_what_a_network_is_called_with_is_a_guess(here: Path) -> None:
    """Networks of a program may take arrays: the run tells it, and contradicts nothing."""
    evidence = run(NETWORK)
    found = convert(NETWORK, "agent.py", Path(), Options(evidence=evidence, strict=True))
    assert isinstance(found, Converted)
    (told,) = (f for f in found.findings if f.code == "P103" and "states" in f.message)
    assert told.code == "P103"
    assert "a float64 array of rank 2 in the only call of the run" in told.message
    assert {"P103", "P105"}.isdisjoint(codes(converted(NETWORK, evidence)))


def test_what_forward_takes_is_a_guess_too(here: Path) -> None:
    layers = "        return self.layer(torch.as_tensor(np.asarray(x), dtype=torch.float32))\n"
    assert layers in NETWORK
    text = NETWORK.replace(layers, "        return self.layer(tensor(x))\n").replace(
        "class Agent",
        "def tensor(x):\n    if isinstance(x, torch.Tensor):\n        return x\n"
        "    return torch.as_tensor(np.asarray(x), dtype=torch.float32)\n\n\nclass Agent",
    )
    evidence = run(text)
    found = converted(text, evidence, strict=True)
    (told,) = (f for f in found.findings if f.line == 12 and f.column == 34)
    assert told.code == "P103"
    assert {"P103", "P105"}.isdisjoint(codes(converted(text, evidence)))


def test_where_nothing_is_open_the_text_decides(here: Path) -> None:
    text = AGENT.replace("order, _ = x.sort(1)", "order = torch.sort(x, 1)[0]")
    before, after = converted(text, None), converted(text, run(text))
    assert after.output == before.output
    assert after.findings == before.findings


def test_other_files_are_told_of(here: Path) -> None:
    """What the agent has of helpers.py is known by the run of that."""
    text = AGENT.replace('{"a": helpers}', "helpers").replace('sources["a"].batch', "sources.batch")
    text = text.replace("import helpers", "import importlib\nimport helpers")
    found = converted(text, run(text))
    notes = [f.message for f in found.findings if f.code == "N405"]
    assert notes
    assert "P103" not in codes(found)


def test_another_version_is_refused(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run(AGENT)
    Path("agent.py").write_text(AGENT + "\n")
    assert main(["convert", "agent.py", "--evidence", "evidence.json"]) == 2
    told = "evidence.json: of another version of agent.py: run porter observe again"
    assert capsys.readouterr().err == f"porter: error: {told}\n"
    assert not Path("agent_tf.py").exists()


def test_line_ends_are_no_other_version(here: Path) -> None:
    evidence = run(AGENT)
    assert not evidence.is_stale(Path("agent.py"), Path(), AGENT.replace("\n", "\r\n"))
    assert evidence.is_stale(Path("agent.py"), Path(), AGENT + "\n")
    assert not evidence.is_stale(Path("sub/agent.py"), Path(), AGENT + "\n")  # another file


def test_the_command_converts_with_it(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run(AGENT)
    assert main(["convert", "agent.py"]) == 1
    assert main(["convert", "agent.py", "--evidence", "evidence.json"]) == 0
    assert "N405 note" in capsys.readouterr().out


GOOD = {"evidence": 1, "runs": 1, "files": {"a.py": {"sha256": "0" * 64, "places": {}}}}


def _with(place: str, value: object) -> dict[str, object]:
    return {**GOOD, "files": {"a.py": {"sha256": "0" * 64, "places": {place: value}}}}


def _with_ran(value: object) -> dict[str, object]:
    return {**GOOD, "files": {"a.py": {"sha256": "0" * 64, "places": {}, "ran": value}}}


BROKEN = {
    "no JSON": "{",
    "no text": b"\xff\xfe\x00",
    "deep": "[" * 100_000,
    "a list": [],
    "a version": {**GOOD, "evidence": 2},
    "no files": {"evidence": 1, "runs": 1},
    "a hash": {**GOOD, "files": {"a.py": {"sha256": "x", "places": {}}}},
    "a place": _with("here", []),
    "no list": _with("1:1-1:2", {}),
    "a kind": _with("1:1-1:2", [{"kind": "shell", "calls": 1}]),
    "a name": _with("1:1-1:2", [{"kind": "text", "name": "x\x1b[2J", "calls": 1}]),
    "a shape": _with("1:1-1:2", [{"kind": "tensor", "shape": [-1], "calls": 1}]),
    "a flag": _with("1:1-1:2", [{"kind": "tensor", "calls": True}]),
    "no statements": _with_ran({}),
    "a statement": _with_ran(["1:x"]),
    "no statement": _with_ran([[1, 1]]),
    "no calls": _with("1:1-1:2", [{"kind": "tensor"}]),
}


@pytest.mark.parametrize("data", BROKEN.values(), ids=BROKEN)
def test_broken_evidence_is_one_line(
    data: object, here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("agent.py").write_text(AGENT)
    text = data if isinstance(data, (str, bytes)) else json.dumps(data)
    Path("e.json").write_bytes(text if isinstance(text, bytes) else text.encode())
    assert main(["convert", "agent.py", "--evidence", "e.json"]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.startswith("porter: error: e.json: ")
    assert told.err.count("\n") == 1
    assert told.err.isprintable() or told.err.rstrip("\n").isprintable()


def test_no_evidence_there(here: Path) -> None:
    with pytest.raises(Broken, match="no such file"):
        load(Path("no.json"))


def test_memory_is_told_of_what_is_changed(here: Path) -> None:
    text = """\
import numpy as np
import torch

own, held, array = torch.zeros(2), torch.zeros(2), np.zeros(2)
also, shared, read = held, torch.from_numpy(array), torch.zeros(2)
row = torch.zeros(2, 2)
own[0] = 1
held.add_(1)
shared.data.mul_(2)
row[0].copy_(torch.ones(2))
view = row[1]
row[0, 1] += 1
as_array = read.numpy()
read[:] = 3
print(own.sum())
"""
    places = run(text).files["agent.py"].places
    told = {place[0]: v.memory for place, counts in places.items() for v in counts if v.memory}
    assert told == {7: "alone", 8: "shared", 9: "shared", 10: "alone", 12: "shared", 14: "shared"}


def test_merging_is_adding(here: Path) -> None:
    one = run(AGENT)
    both = merged([one, one])
    for name, seen in one.files.items():
        for place, counts in seen.places.items():
            twice = {value: 2 * calls for value, calls in counts.items()}
            assert both.files[name].places[place] == twice


def test_statements_of_two_runs_are_those_of_either(here: Path) -> None:
    one = FileSeen("0" * 64, ran={(1, 1), (2, 1), (3, 5)})
    other = FileSeen("0" * 64, ran={(1, 1), (2, 1), (5, 5)})
    unknown = FileSeen("0" * 64)  # of an earlier version of porter
    parts = [Evidence({"agent.py": seen}) for seen in (one, other, unknown)]
    both = merged(parts[:2])
    assert both.files["agent.py"].ran == {(1, 1), (2, 1), (3, 5), (5, 5)}
    assert merged(parts).files["agent.py"].ran is None
    for evidence in (both, parts[2]):
        save(evidence, Path("e.json"))
        assert load(Path("e.json")).files["agent.py"].ran == evidence.files["agent.py"].ran
