"""How often a file is analysed: what names tell is not found out by an analysis of its own."""

from pathlib import Path

import pytest

from porter.api import convert
from porter.rearrange import program

CASES = Path(__file__).parent / "cases"


def analyses(monkeypatch: pytest.MonkeyPatch, case: str) -> int:
    """How often the file of a case is analysed."""
    counted: list[str] = []
    infer = program.infer
    monkeypatch.setattr(program, "infer", lambda *given: counted.append(case) or infer(*given))
    convert((CASES / case).read_text().partition("# output")[0])
    return len(counted)


def test_numbers_for_a_log_are_split_before_the_analysis(monkeypatch: pytest.MonkeyPatch) -> None:
    assert analyses(monkeypatch, "agents/minibatches.py") == 1


def test_what_only_looks_so_is_analysed_again(monkeypatch: pytest.MonkeyPatch) -> None:
    assert analyses(monkeypatch, "steps/numbers_of_no_tensor.py") == 2
