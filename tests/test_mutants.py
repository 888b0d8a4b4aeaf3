"""The table of mutants fits the source: each can be applied, and is still Python."""

from __future__ import annotations

import ast

import pytest

from tests.mutants import ALL
from tests.mutants.model import ROOT, Mutant, Stale


@pytest.mark.parametrize("mutant", ALL, ids=lambda mutant: mutant.wrong)
def test_a_mutant_fits(mutant: Mutant) -> None:
    right = (ROOT / mutant.file).read_text(encoding="utf-8")
    assert ast.dump(ast.parse(mutant.applied())) != ast.dump(ast.parse(right))
    for test in mutant.tests:
        assert (ROOT / "tests" / test.partition("::")[0]).is_file()


def test_a_stale_mutant_is_told() -> None:
    with pytest.raises(Stale, match="found 0 times"):
        Mutant("porter/verify.py", "nothing", "no line of it", "").applied()


def test_there_are_enough() -> None:
    assert len(ALL) >= 80
    assert len({(mutant.file, mutant.old, mutant.new) for mutant in ALL}) == len(ALL)
