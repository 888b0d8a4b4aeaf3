"""Causes in the random numbers that are drawn before an update."""

from __future__ import annotations

from difflib import SequenceMatcher

from porter.equivalence.causes.model import Case, Cause
from porter.equivalence.events import Event
from porter.equivalence.verdict.model import Phase


def draws(case: Case) -> Cause | None:
    """One draw too many or too few, another distribution, another shape."""
    if case.phase is not Phase.DRAWS:
        return None
    if case.events is None:  # left over at the end
        return _alone(case)
    expected, actual = case.draws
    keys = [[_key(event) for event in side] for side in case.draws]
    matcher = SequenceMatcher(None, keys[0], keys[1], autojunk=False)
    for tag, a, a_end, b, b_end in matcher.get_opcodes():
        if tag == "delete" or (tag == "replace" and a_end - a > b_end - b):
            return _missing(expected[a])
        if tag == "insert" or (tag == "replace" and b_end - b > a_end - a):
            return _too_many(actual[b])
        if tag == "replace":
            return _other(expected[a], actual[b])
    return None


def _alone(case: Case) -> Cause | None:
    torch, port = case.divergence.torch, case.divergence.port
    return _missing(torch) if torch else _too_many(port) if port else None


def _missing(event: Event) -> Cause:
    text = f"the port lacks a draw of {_text(event)}"
    return Cause("draw missing", text, "draw as the original does", original=event.site)


def _too_many(event: Event) -> Cause:
    text = f"the port draws {_text(event)}, the original does not"
    return Cause("draw too many", text, "draw as the original does", port=event.site)


def _other(expected: Event, actual: Event) -> Cause:
    text = f"the original draws {_text(expected)}, the port {_text(actual)}"
    same = expected.info["distribution"] == actual.info["distribution"]
    name = "draw of another shape" if same else "draw of another distribution"
    return Cause(name, text, "draw as the original does", original=expected.site, port=actual.site)


def _key(event: Event) -> tuple[str, tuple[int, ...]]:
    return event.info["distribution"], tuple(event.info["shape"])


def _text(event: Event) -> str:
    distribution, shape = _key(event)
    return f"{distribution}({', '.join(map(str, shape))})"
