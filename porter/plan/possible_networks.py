"""Objects that may be networks, or have some: somebody asks for their parameters."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from porter.facts import Facts
from porter.tree import dotted

_FORWARD, _PARAMETERS = "Either.forward", "Either.parameters"


class PossibleNetworks:
    """Their names in a file, `mac` and `self.mac` of `self.mac = mac`."""

    def __init__(self, facts: Facts) -> None:
        self._facts = facts
        asked = (call for call, api in facts.apis.items() if api.name == _PARAMETERS)
        found = {dotted(call.func.value) for call in asked if _is_method(call)} - {None}  # type: ignore[attr-defined]
        for assign in facts.index.all(cst.Assign) if found else ():
            for target in assign.targets:
                for pair in _pairs(target.target, assign.value):
                    names = {*map(dotted, pair)}
                    found |= names if None not in names and names & found else set()
        self.names = found

    def asked(self, call: cst.Call) -> bool:
        """`mac.forward(x)`, and any other method: what it gives may have a gradient."""
        if self._facts.api(call.func) == _FORWARD:
            return True
        func = call.func
        return isinstance(func, cst.Attribute) and dotted(func.value) in self.names


def _pairs(target: cst.CSTNode, value: cst.CSTNode) -> Iterator[tuple[cst.CSTNode, cst.CSTNode]]:
    """The names of an assignment, each with what it gets: `self.mac, self.n = mac, 2`."""
    if isinstance(target, cst.Tuple) and isinstance(value, cst.Tuple):
        for one, other in zip(target.elements, value.elements):
            yield one.value, other.value
    else:
        yield target, value


def _is_method(node: cst.CSTNode) -> bool:
    return isinstance(node, cst.Call) and isinstance(node.func, cst.Attribute)
