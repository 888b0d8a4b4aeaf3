"""What a call returns by its flags: `if return_hidden: return y, h`, and `return y` below."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import libcst as cst

from porter.facts import FunctionInfo
from porter.kinds import NEVER, Array, Kind, Never, Nothing, Number, Tensor, join
from porter.remembered import remembered
from porter.rulebook import Argument
from porter.rulebook.bind import UNKNOWN_VALUE, literal
from porter.tree import named_parameters, statements, walk

_APART = (cst.FunctionDef, cst.Lambda, cst.ClassDef)
_SOMETHING = object()  # a value that is not None


def returned(
    info: FunctionInfo, args: Sequence[Argument], kind: Callable[[cst.CSTNode], Kind]
) -> Kind | None:
    """The kind of the returns that a call may reach; None where its flags decide nothing."""
    every = _returns(info.node)
    names = _fixed(info.node) if len(every) > 1 else frozenset()
    if not names or info.node.returns is not None or any(arg.star for arg in args):
        return None
    given = _given(info, args)
    reached, _ = _reached(statements(info.node.body), {n: given[n] for n in names & given.keys()})
    if not reached or len(reached) == len(every):
        return None
    found: Kind = NEVER
    for one in reached:
        found = join(found, kind(one.value) if one.value is not None else Nothing())
    return None if isinstance(found, Never) else found


def reaches(info: FunctionInfo, passed: Sequence[cst.Arg], end: cst.CSTNode) -> bool:
    """Whether a call with these arguments may come to this return: flags may rule it out."""
    every = _returns(info.node)
    if end not in every or any(arg.star for arg in passed):
        return True
    args = [Argument(a.value, keyword=a.keyword.value if a.keyword else None) for a in passed]
    known, names = _given(info, args), _fixed(info.node)
    reached, _ = _reached(statements(info.node.body), {n: known[n] for n in names & known.keys()})
    return end in reached


@remembered
def _returns(function: cst.FunctionDef) -> tuple[cst.Return, ...]:
    """The returns of a function; none of a generator, nor where there are others inside."""
    every = tuple(walk(function.body))
    if any(isinstance(node, (cst.Yield, *_APART)) for node in every):
        return ()
    return tuple(node for node in every if isinstance(node, cst.Return))


@remembered
def _fixed(function: cst.FunctionDef) -> frozenset[str]:
    """The parameters that a function never binds anew."""
    params = function.params
    every = named_parameters(params)
    bound = {
        name.value
        for node in walk(function.body)
        for target in (getattr(node, "target", None), getattr(node, "name", None))
        if target is not None
        for name in walk(target)
        if isinstance(name, cst.Name)
    }
    return frozenset(param.name.value for param in every) - bound


def _given(info: FunctionInfo, args: Sequence[Argument]) -> dict[str, Any]:
    """What is known of the parameters in a call: a literal, or that it is not None."""
    params = info.node.params
    every = named_parameters(params)
    found = {p.name.value: literal(p.default) for p in every if p.default is not None}
    places = info.positional
    for i, arg in enumerate(args):
        name = arg.keyword or (places[i] if i < len(places) else "")
        found[name] = literal(arg.node)
        if found[name] is UNKNOWN_VALUE and isinstance(arg.kind, (Tensor, Array, Number)):
            found[name] = _SOMETHING
    return {name: value for name, value in found.items() if value is not UNKNOWN_VALUE}


def _reached(
    body: Iterable[cst.CSTNode], given: Mapping[str, Any]
) -> tuple[list[cst.Return], bool]:
    """The returns that these lines may reach, and whether what stands behind them is reached."""
    found: list[cst.Return] = []
    for statement in body:
        if isinstance(statement, cst.If):
            some, goes_on = _branches(statement, given)
        elif isinstance(statement, cst.With):
            some, goes_on = _reached(statements(statement.body), given)
        else:
            below = [*walk(statement)]
            some = [node for node in below if isinstance(node, cst.Return)]
            ends = isinstance(statement, cst.SimpleStatementLine) and statement.body
            goes_on = not (ends and isinstance(ends[-1], (cst.Return, cst.Raise)))
        found += some
        if not goes_on:
            return found, False
    return found, True


def _branches(node: cst.If, given: Mapping[str, Any]) -> tuple[list[cst.Return], bool]:
    truth = _truth(node.test, given)
    first: tuple[list[cst.Return], bool] = ([], False)
    second: tuple[list[cst.Return], bool] = ([], truth is not True)
    other = node.orelse
    if truth is not False:
        first = _reached(statements(node.body), given)
    if truth is True or other is None:
        pass
    elif isinstance(other, cst.If):
        second = _branches(other, given)
    else:
        second = _reached(statements(other.body), given)
    return [*first[0], *second[0]], first[1] or second[1]


def _truth(test: cst.BaseExpression, given: Mapping[str, Any]) -> bool | None:
    """What a condition is in a call; None where that is not known."""
    match test:
        case cst.Name(name) if name in given and given[name] is not _SOMETHING:
            return bool(given[name])
        case cst.UnaryOperation(cst.Not(), inner):
            truth = _truth(inner, given)
            return None if truth is None else not truth
        case cst.BooleanOperation(left, operator, right):
            decides = isinstance(operator, cst.Or)
            both = _truth(left, given), _truth(right, given)
            if decides in both:
                return decides
            return None if None in both else not decides
        case cst.Comparison(cst.Name(name), [cst.ComparisonTarget(operator, right)]):
            if name in given:
                return _compared(given[name], operator, literal(right))
    return None


def _compared(value: Any, operator: cst.BaseCompOp, other: Any) -> bool | None:
    """`value == other` and its like; of what is not known, that it is not None."""
    negated = isinstance(operator, (cst.NotEqual, cst.IsNot))
    if other is UNKNOWN_VALUE or not (negated or isinstance(operator, (cst.Equal, cst.Is))):
        return None
    if value is _SOMETHING:
        return negated if other is None and isinstance(operator, (cst.Is, cst.IsNot)) else None
    return (value == other) is not negated
