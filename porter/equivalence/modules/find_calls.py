"""How a program constructs a network, read from its source."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from typing import Any

from porter.equivalence.modules.report import CannotCheck
from porter.equivalence.modules.values import (
    Function,
    NotShown,
    Values,
    arguments,
    defaults,
    parameters,
)


def method(values: Values, cls: ast.ClassDef, name: str) -> Function | None:
    """A class's method, or that of a base class in the same file."""
    for node in cls.body:
        if isinstance(node, Function) and node.name == name:
            return node
    for base in cls.bases:
        if isinstance(base, ast.Name) and base.id in values.classes:
            return method(values, values.classes[base.id], name)
    return None


def constructor_arguments(
    values: Values, cls: ast.ClassDef, given: Mapping[str, Any]
) -> tuple[dict[str, Any], list[str]]:
    """The constructor's arguments by name, in its order, and the names that the file doesn't show.

    `given` come first, then those of the call that shows most, then the signature's defaults.
    Raises CannotCheck for a given name that is no parameter.
    """
    function = method(values, cls, "__init__")
    names = [name for name in parameters(function) if name != "self"] if function else []
    unknown = sorted(given.keys() - set(names))
    if unknown and not (function and function.args.kwarg):
        raise CannotCheck(
            f"--arg {unknown[0]}: {cls.name} has no such argument; "
            f"it has {', '.join(names) or 'none'}"
        )
    if function is None:
        return {}, []
    shown = [_shown(values, call, function) for call in values.calls(function)]
    most = max(shown, key=len, default={})
    found = {name: given.get(name, most.get(name)) for name in names if name in {*given, *most}}
    missing = [name for name in names if name not in {*found, *defaults(function)}]
    return found | {name: given[name] for name in unknown}, missing


def with_defaults(values: Values, function: Function, found: Mapping[str, Any]) -> dict[str, Any]:
    """The arguments and, where the signature shows them, the defaults of the others."""
    return {**values.shown(defaults(function)), **found}


def _shown(values: Values, call: ast.Call, function: Function) -> dict[str, Any]:
    """The arguments of one call whose values the file shows."""
    try:
        return values.shown(arguments(call, function))
    except NotShown:
        return {}
