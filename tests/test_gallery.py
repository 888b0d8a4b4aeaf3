"""The gallery: twenty agents that can be run again, and what was measured of them."""

from __future__ import annotations

import json
import re
from pathlib import Path
from statistics import median

import pytest

from tools.gallery_pages import gallery

BENCHMARKS = Path(__file__).parents[1] / "benchmarks"


def test_the_loop_of_each_agent_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(BENCHMARKS))
    from gallery import AGENTS, TURNS

    assert len(AGENTS) == 20
    for agent in AGENTS.values():
        assert not agent.loop or f"range({TURNS}):" in agent.source()


@pytest.mark.slow  # it converts twenty agents, as `make docs` does
def test_each_figure_has_its_row_and_its_page() -> None:
    figures = json.loads((BENCHMARKS / "gallery.json").read_text("utf-8"))
    pages = gallery()
    table = pages["gallery/index.md"].partition("## Whole runs")[0]
    rows = re.findall(r"(?m)^\| \[.*?\]\((.*?)\) \| equivalent \|", table)
    assert len(rows) == len(figures)
    for page in rows:
        assert "## Verdict and speed" in pages[f"gallery/{page}"]


def test_the_readme_has_the_figures_of_the_gallery() -> None:
    figures = json.loads((BENCHMARKS / "gallery.json").read_text("utf-8")).values()
    times = [one["port"] / one["original"] for one in figures]
    told = (
        f"an update takes {min(times):.2f} to {max(times):.2f} of PyTorch's processor time on "
        f"{len(times)} agents, {median(times):.2f} in the median"
    )
    text = (BENCHMARKS.parent / "README.md").read_text("utf-8")
    assert told in text
    assert {one["porter"] for one in figures} == set(re.findall(r"`make gallery`.*\((\w+)\)", text))
