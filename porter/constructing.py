"""Which code runs only while an object is constructed: what it sets is new, nothing has seen it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import libcst as cst

if TYPE_CHECKING:
    from porter.facts import Facts

_AGAIN = (cst.For, cst.While, cst.CompFor, cst.Lambda)


def constructs(facts: Facts, function: cst.FunctionDef | None) -> bool:
    """Whether it is `__init__`, or a method that one `__init__` alone calls, and once."""
    for _ in range(10):  # build() of __init__, head() of build(), and so on
        if function is None or function.name.value == "__init__":
            return function is not None
        name = function.name.value
        uses = facts.index.attributes.get(name, ())
        if len(uses) != 1 or name in facts.index.names:
            return False
        if facts.mentioned(name, facts.path) or not _called_once(facts, uses[0], function):
            return False
        function = facts.index.function(uses[0])
    return False


def _called_once(facts: Facts, use: cst.Attribute, function: cst.FunctionDef) -> bool:
    call = facts.index.parents[use]
    own = isinstance(use.value, cst.Name) and use.value.value == "self"
    if not own or not isinstance(call, cst.Call) or call.func is not use:
        return False
    for above in facts.index.above(call):
        if isinstance(above, cst.FunctionDef):
            return above is not function
        if isinstance(above, _AGAIN):
            return False
    return False
