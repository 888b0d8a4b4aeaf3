"""Tensors of unknown objects that are changed in place: the object gets another one, by the run."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from porter.findings import Severity
from porter.pipeline import Converted, Options, convert
from tests.observe.programs import seen_in

ROOT = Path(__file__).parents[2]
MAKERS = """\
from collections import namedtuple
from types import SimpleNamespace

import torch


class Storage:
    def __init__(self):
        self.rows = {name: [torch.arange(4.0) + i for i in range(3)] for name in ("state", "ret")}

    def extract(self, keys, plain=False):
        data = map(torch.cat, [self.rows[key] for key in keys])
        if plain:
            return SimpleNamespace(**dict(zip(keys, data)))
        return namedtuple("Entry", keys)(*list(data))


makers = {"storage": Storage}
"""
AGENT = """\
import os

import torch
from makers import makers


def normalized(storage, plain):
    entries = storage.extract(["state", "ret"], plain)
    if not plain:
        Entry = entries.__class__
        entries = Entry(*list(map(lambda x: x.detach(), entries)))
    others = [entries] if os.environ.get("HELD") else []
    entries.ret.copy_((entries.ret - entries.ret.mean()) / entries.ret.std())
    return entries, others


for plain in (False, True):
    entries, others = normalized(makers["storage"](), plain)
    print(entries.state.sum().item(), entries.ret.abs().sum().item(), type(entries).__name__)
    if plain:
        held = entries
        entries.ret.mul_(2.0)
        print(held.ret.abs().sum().item())
"""


def printed(*command: str, **more: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, **more, "PYTHONPATH": str(ROOT), "TF_CPP_MIN_LOG_LEVEL": "3"}
    return subprocess.run(
        [sys.executable, *command], capture_output=True, text=True, check=False, env=environment
    )


def ported(folder: Path) -> Path:
    """The port of both files, by what a run showed."""
    original, port = folder / "original", folder / "port"
    for path in (original, port):
        path.mkdir()
    (original / "makers.py").write_text(MAKERS)
    agent = original / "agent.py"
    agent.write_text(AGENT)
    evidence, _, _ = seen_in(agent)
    for path in original.glob("*.py"):
        options = Options(evidence=evidence)
        found = convert(path.read_text(), str(path), original, options)
        assert isinstance(found, Converted)
        assert not [f for f in found.findings if f.severity is Severity.ERROR], found.findings
        (port / path.name).write_text(found.output)
        if path == agent:
            told = [f.message for f in found.findings if f.code == "N405"]
            assert any(message.startswith("entries.ret is a float32 tensor") for message in told)
    return port / "agent.py"


def test_the_object_gets_another_tensor(tmp_path: Path) -> None:
    port = ported(tmp_path)
    assert port.read_text().count("entries = with_field(") == 2
    found = printed(str(port))
    assert found.returncode == 0, found.stderr
    wanted = printed(str(tmp_path / "original" / "agent.py"))
    for one, other in zip(found.stdout.split(), wanted.stdout.split(), strict=True):
        assert one == other or abs(float(one) - float(other)) < 1e-5
    # what the run did not do: another name for the namedtuple
    held = printed(str(port), HELD="1")
    assert "RuntimeError: something else holds this Entry, too: ret changes" in held.stderr
