"""Reads `rules/`, binds torch calls to them, decides, and writes what they become."""

from porter.rulebook.book import Rulebook
from porter.rulebook.decide import Decision
from porter.rulebook.model import Argument, Refused, Rule, RuleError
from porter.rulebook.parens import parenthesized, parsed, repaired, whole

__all__ = [
    "Argument",
    "Decision",
    "Refused",
    "Rule",
    "RuleError",
    "Rulebook",
    "parenthesized",
    "parsed",
    "repaired",
    "whole",
]
