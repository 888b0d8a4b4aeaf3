"""Objects that may be networks, or have some: somebody asks for their parameters."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from porter.facts import Facts
from porter.tree import dotted

_FORWARD, _PARAMETERS = "Either.forward", "Either.parameters"


class PossibleNetworks:
    """Their names in a file, `mac` and `self.mac` of `self.mac = mac`, and those of attributes in
    the files of its base classes."""

    def __init__(self, facts: Facts) -> None:
        self._facts = facts
        others = {
            id(method.home): method.home
            for info in facts.other_classes.values()
            for method in info.methods.values()
            if method.home is not None
        }
        inherited = {
            name for home in others.values() for name in _asked(home) if name.startswith("self.")
        }
        self.names = _asked(facts) | inherited

    def asked(self, call: cst.Call) -> bool:
        """`mac(x)`, `mac.forward(x)` and any other method: what it gives may have a gradient."""
        func = call.func
        if self._facts.api(func) == _FORWARD or dotted(func) in self.names:
            return True
        return isinstance(func, cst.Attribute) and dotted(func.value) in self.names


def _asked(facts: Facts) -> set[str]:
    """The names of what is asked for its parameters in one file."""
    owners = (api.args[0].node for api in facts.apis.values() if api.name == _PARAMETERS)
    found = {name for owner in owners if (name := dotted(owner))}
    for assign in facts.index.all(cst.Assign) if found else ():
        for target in assign.targets:
            for pair in _pairs(target.target, assign.value):
                names = {name for one in pair if (name := dotted(one))}
                found |= names if len(names) == 2 and names & found else set()
    return found


def _pairs(target: cst.CSTNode, value: cst.CSTNode) -> Iterator[tuple[cst.CSTNode, cst.CSTNode]]:
    """The names of an assignment, each with what it gets: `self.mac, self.n = mac, 2`."""
    if isinstance(target, cst.Tuple) and isinstance(value, cst.Tuple):
        for one, other in zip(target.elements, value.elements):
            yield one.value, other.value
    else:
        yield target, value
