"""Whole programs: slow ones with each slow line marked, and porter's own ports, which are clean."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from porter.lint import engine, registry

ROOT = Path(__file__).parents[2]
PROGRAMS = sorted((Path(__file__).parent / "programs").glob("*.py"))
PORTS = sorted((ROOT / "examples").glob("*/*_tf.py"))
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
