"""Which rules are on by default: what costs twice the time, or is wrong."""

from __future__ import annotations

import pytest

from porter.linter import measured, registry
from porter.linter.rule import Rule, Tier


@pytest.mark.parametrize("rule", registry.every(), ids=lambda rule: rule.id)
def test_a_rule_is_on_for_what_was_measured(rule: Rule) -> None:
    found = measured.of(rule.id)
    assert ("ratio" in found) != ("observed" in found), "python benchmarks/lint/run.py " + rule.id
    if rule.tier is Tier.DEFAULT:
        assert "observed" in found or found["ratio"][0] >= 2
