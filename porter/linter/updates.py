"""Where a gradient goes: to an update of variables, here or where its function is called."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from porter.linter.file import File
from porter.linter.tree import Function, dotted

_UPDATES = frozenset("assign assign_add assign_sub minimize apply".split())
_ROUNDS = 2
_FAR = 3  # callers of callers that can apply a gradient
_Names = frozenset[str]


@dataclass(frozen=True)
class _Step:
    """A statement that hands values on: the names that it binds, and what they are made of."""

    to: _Names
    parts: tuple[ast.AST, ...]


def is_applied(gradients: list[ast.Call], file: File) -> bool:
    """Whether what these calls give changes variables.

    Else it is looked at: a saliency map, a Fisher matrix, a penalty that is part of another loss.
    """
    return bool(gradients) and _arrives(gradients, file, _FAR)


def _arrives(sources: list[ast.Call], file: File, far: int) -> bool:
    """Whether a value of these calls, all in one place, reaches an update."""
    place = place_of(sources[0], file)
    names = _carriers(sources, place, file)

    def carries(node: ast.AST) -> bool:
        return any(part in sources or dotted(part) in names for part in handed_on(node))

    for call in calls_in(place, file):
        given = [*call.args, *(keyword.value for keyword in call.keywords)]
        if _updates(call, file) and any(map(carries, given)):
            return True
    if far == 0 or not isinstance(place, Function):
        return False
    returned = (node for node in file.tree.inside(place) if isinstance(node, ast.Return))
    if not any(node.value is not None and carries(node.value) for node in returned):
        return False
    callers: dict[ast.AST, list[ast.Call]] = {}
    for call in file.calls.of(place):
        callers.setdefault(place_of(call, file), []).append(call)
    return any(_arrives(calls, file, far - 1) for calls in callers.values())


def _carriers(sources: list[ast.Call], place: ast.AST, file: File) -> set[str]:
    """The names that hold a value of these calls, or what is made of one."""
    names: set[str] = set()
    made = set(sources)
    for _ in range(_ROUNDS):  # a loop hands on to what stands above, on its next pass
        for step in file.once(_steps, place):
            if any(part in made or dotted(part) in names for part in step.parts):
                names |= step.to
    return names


def _steps(place: ast.AST, file: File) -> list[_Step]:
    found = []
    for node in file.tree.inside(place):
        if isinstance(node, ast.Assign):
            found.append(_step(node.targets, node.value))
        elif isinstance(node, (ast.AnnAssign, ast.AugAssign, ast.NamedExpr)) and node.value:
            found.append(_step([node.target], node.value))
        elif isinstance(node, (ast.For, ast.comprehension)):
            found.append(_step([node.target], node.iter))
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            if node.func.attr in ("append", "extend") and node.args:
                found.append(_step([node.func.value], node.args[0]))
    return found


def _step(targets: list[ast.expr], value: ast.expr) -> _Step:
    parts = (part for target in targets for part in ast.walk(target))
    return _Step(frozenset(map(dotted, parts)) - {"", "self"}, tuple(handed_on(value)))


def handed_on(value: ast.AST) -> Iterator[ast.AST]:
    """What a value is made of; of a gradient, not the loss."""
    waiting: list[ast.AST] = [value]
    while waiting:
        part = waiting.pop()
        yield part
        if not is_gradient(part):
            waiting.extend(ast.iter_child_nodes(part))


def is_gradient(node: ast.AST) -> bool:
    """Whether this is `tape.gradient(...)`."""
    called = node.func if isinstance(node, ast.Call) else None
    return isinstance(called, ast.Attribute) and called.attr in ("gradient", "jacobian")


def _updates(call: ast.Call, file: File) -> bool:
    """Whether a call changes variables, or calls a function of this file that does."""
    if _is_update(call):
        return True
    called = file.calls.called(call)
    return any(_is_update(inner) for function in called for inner in calls_in(function, file))


def _is_update(call: ast.Call) -> bool:
    name = dotted(call.func).rpartition(".")[2]
    return name in _UPDATES or name.startswith("apply_grad")


def place_of(node: ast.AST, file: File) -> ast.AST:
    """The function around a node; at the top level its loops, or it alone."""
    scope = file.tree.scope(node)
    return scope if isinstance(scope, Function) else [node, *file.tree.loops(node)][-1]


def calls_in(place: ast.AST, file: File) -> list[ast.Call]:
    """The calls of a place, but those in the functions that it defines."""
    return [node for node in file.tree.inside(place) if isinstance(node, ast.Call)]
