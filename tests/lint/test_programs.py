"""Whole programs: slow ones with each slow line marked, and porter's own ports, which are clean."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from porter.linter import engine, registry

ROOT = Path(__file__).parents[2]
PROGRAMS = sorted((Path(__file__).parent / "programs").glob("*.py"))
PORTS = sorted((ROOT / "examples").glob("*/agent*_tf.py"))
AGENTS = sorted((ROOT / "tests" / "cases" / "agents").glob("*.py"))
DEFAULT = registry.chosen((), ())


@pytest.mark.parametrize("path", PROGRAMS, ids=lambda path: path.stem)
def test_every_slow_line_is_found(path: Path) -> None:
    text = path.read_text("utf-8")
    marked = [
        (number, match[1])
        for number, line in enumerate(text.split("\n"), 1)
        if (match := re.search(r"# (TFE\d+)$", line))
    ]
    assert [(f.line, f.rule) for f in engine.lint(text, path.name, DEFAULT)] == marked


@pytest.mark.parametrize("path", PORTS, ids=lambda path: path.stem)
def test_porters_own_ports_are_clean(path: Path) -> None:
    assert PORTS
    found = engine.lint(path.read_text("utf-8"), path.name, DEFAULT)
    assert [str(finding) for finding in found] == []


# The original's own loop over the rows of a batch, which porter writes as it is
ROW_BY_ROW = {"per_sample": {"TFE101"}}


@pytest.mark.parametrize("path", AGENTS, ids=lambda path: path.stem)
def test_the_ports_of_the_agents_are_clean(path: Path) -> None:
    _, marker, expected = path.read_text("utf-8").partition("# output\n")
    port = expected.partition("# findings\n")[0]
    assert marker or not expected
    found = {finding.rule for finding in engine.lint(port, path.name, DEFAULT)}
    assert found == ROW_BY_ROW.get(path.stem, set())


def test_the_naive_port_of_the_gridworld_agent_is_told_why_it_is_slow() -> None:
    path = ROOT / "examples" / "gridworld_dqn" / "naive_tf.py"
    text = path.read_text("utf-8")
    lines = text.split("\n")
    found = [(f.rule, lines[f.line - 1].strip()) for f in engine.lint(text, path.name, DEFAULT)]
    assert found == [
        ("TFE401", "qval = model.predict(observe(game), verbose=0)"),
        ("TFE401", "qval = model.predict(state1, verbose=0)"),
        ("TFE201", "with tf.GradientTape() as tape:"),
        ("TFE101", "X = [Q1[i][action_batch[i]] for i in range(len(action_batch))]"),
    ]
