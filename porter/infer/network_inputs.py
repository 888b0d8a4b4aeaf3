"""What a network takes the arguments of its call for: tensors, unless it asks them otherwise."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import libcst as cst

from porter.documented import has_tensor
from porter.facts import FunctionInfo
from porter.infer.evidence import methods_of
from porter.kinds import TENSOR, UNKNOWN, Kind, Number
from porter.remembered import remembered
from porter.rulebook import Argument
from porter.tree import named_parameters, walk

_NUMBERS = (cst.Integer, cst.Float)
_OF_CONTAINERS = frozenset("append extend get insert items keys pop setdefault update".split())


def of_forward(forward: cst.FunctionDef, name: str) -> Kind:
    """What a network is given: a tensor, but for flags and what is asked as dicts and lists are."""
    if not _OF_CONTAINERS.isdisjoint(methods_of(forward).get(name, ())):
        return UNKNOWN
    if not all(map(has_tensor, _attributes(forward).get(name, ()))):
        return UNKNOWN  # `batch.obs`
    return Number("bool") if name in flags(forward) else TENSOR


@remembered
def flags(function: cst.FunctionDef) -> frozenset[str]:
    """The names that are only asked whether they are true: `if deterministic:`."""
    tests: set[cst.CSTNode] = set()
    for node in walk(function.body):
        if isinstance(node, (cst.If, cst.IfExp)):
            test = node.test
            negated = isinstance(test, cst.UnaryOperation) and isinstance(test.operator, cst.Not)
            tests.add(test.expression if negated else test)  # type: ignore[attr-defined]
    names = [node for node in walk(function.body) if isinstance(node, cst.Name)]
    others = {node.value for node in names if node not in tests}
    return frozenset(node.value for node in names if node in tests) - others


@remembered
def _attributes(forward: cst.FunctionDef) -> dict[str, frozenset[str]]:
    """The attributes that are asked of each name."""
    found: dict[str, set[str]] = {}
    for node in walk(forward.body):
        if isinstance(node, cst.Attribute) and isinstance(node.value, cst.Name):
            found.setdefault(node.value.value, set()).add(node.attr.value)
    return {name: frozenset(attributes) for name, attributes in found.items()}


@remembered
def names(forward: cst.FunctionDef) -> dict[str, list[cst.Name]]:
    """The names in the body of a forward()."""
    found: dict[str, list[cst.Name]] = {}
    for node in walk(forward.body):
        if isinstance(node, cst.Name):
            found.setdefault(node.value, []).append(node)
    return found


def expected(
    forward: FunctionInfo | None, args: Sequence[Argument]
) -> Iterator[tuple[Argument, Kind]]:
    """What a network takes each argument of its call for: a number where that is the default, a
    tensor, or what tells nothing of itself there."""
    positional = forward.positional if forward is not None else []
    params = forward.node.params if forward is not None else cst.Parameters()
    defaults = {param.name.value: param.default for param in named_parameters(params)}
    for place, arg in enumerate(arg for arg in args if not arg.star):
        name = arg.keyword or next(iter(positional[place : place + 1]), "")
        if isinstance(defaults.get(name), _NUMBERS):
            yield arg, Number()
        elif forward is None or name not in defaults or of_forward(forward.node, name) == TENSOR:
            yield arg, TENSOR
