"""Layers that train() and eval() change."""

from __future__ import annotations

from porter.kinds import networks
from porter.rulebook import Argument, Rule, Rulebook

# What has a layer count its calls while it trains.
_COUNTING = frozenset(f"torch.nn.utils.{part}spectral_norm" for part in ("", "parametrizations."))


def modal(book: Rulebook, name: str, args: list[Argument]) -> set[str]:
    """The classes of layers that this call makes ones with modes."""
    if name in _COUNTING:
        return {one.cls for arg in args[:1] for one in networks(arg.kind)}
    rule = book.find(name) if book.offers(name, "training") else None
    return {name} if rule is not None and has_mode(rule, args) else set()


def has_mode(rule: Rule, args: list[Argument]) -> bool:
    """Whether train() and eval() matter to a layer: without dropout, they don't to an LSTM."""
    names = [p.name for p in rule.params]
    if "dropout" not in names or rule.params[names.index("dropout")].default:
        return True
    plain = [a for a in args if a.keyword is None]
    return len(plain) > names.index("dropout") or any(a.keyword == "dropout" for a in args)
