"""The dtype of a new array, as far as the line says it that makes it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import libcst as cst

from porter.kinds import Array, Named, Tensor

if TYPE_CHECKING:
    from porter.facts import Facts

_FILLED = {"zeros": 1, "ones": 1, "empty": 1, "full": 2, "array": 1, "eye": 3}  # the dtype's place
_DRAWN = frozenset(
    "rand randn random random_sample uniform normal standard_normal beta gamma exponential".split()
)


def made_dtype(facts: Facts, value: cst.BaseExpression) -> str | None:
    """float32 of `np.zeros(3, np.float32)`; None where it can't be said."""
    if not isinstance(value, cst.Call):
        return None
    kind = facts.kind(value.func)
    name = kind.name.removeprefix("numpy.") if isinstance(kind, Named) else ""
    method = value.func.attr.value if isinstance(value.func, cst.Attribute) else ""
    if method == "astype" and value.args:
        return _named(facts, value.args[0].value)
    if method in _DRAWN and (name.startswith("random.") or not name):
        typed = any(arg.keyword is not None and arg.keyword.value == "dtype" for arg in value.args)
        return None if typed else "float64"
    if name not in _FILLED:
        return None
    given = [a.value for a in value.args if a.keyword is not None and a.keyword.value == "dtype"]
    given += [a.value for a in value.args[_FILLED[name] :][:1] if a.keyword is None]
    if given:
        return _named(facts, given[0])
    if name == "array":
        return _of_numbers(facts, value.args[0].value) if value.args else None
    return "float64" if name != "full" else None


def _of_numbers(facts: Facts, data: cst.BaseExpression) -> str | None:
    """Of `np.array([0.0, x])`: Python's numbers are float64; integers alone can't be told apart."""
    if not isinstance(data, (cst.List, cst.Tuple)):
        return None
    parts = [element.value for element in data.elements]
    if any(isinstance(facts.kind(part), (Array, Tensor)) for part in parts):
        return None
    if any(isinstance(part, (cst.List, cst.Tuple)) for part in parts):
        found = {_of_numbers(facts, part) for part in parts}
        return found.pop() if len(found) == 1 else None
    return "float64" if any(isinstance(part, cst.Float) for part in parts) else None


def _named(facts: Facts, node: cst.BaseExpression) -> str | None:
    """float32 of np.float32 and of "float32"."""
    kind = facts.kind(node)
    if isinstance(kind, Named):
        return {"builtins.float": "float64"}.get(kind.name, kind.name.removeprefix("numpy."))
    text = node.evaluated_value if isinstance(node, cst.SimpleString) else None
    return text if isinstance(text, str) else None
