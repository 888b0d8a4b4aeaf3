"""Layers that train() and eval() change."""

from __future__ import annotations

from porter.rulebook import Argument, Rule


def has_mode(rule: Rule, args: list[Argument]) -> bool:
    """Whether train() and eval() matter to a layer: without dropout, they don't to an LSTM."""
    names = [p.name for p in rule.params]
    if "dropout" not in names or rule.params[names.index("dropout")].default:
        return True
    plain = [a for a in args if a.keyword is None]
    return len(plain) > names.index("dropout") or any(a.keyword == "dropout" for a in args)
