"""Gradients of leaf tensors: `m.requires_grad = True … y.backward() … m.grad`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence, Set
from typing import Any

import libcst as cst

from porter.codegen import code
from porter.facts import Facts
from porter.findings import Severity
from porter.kinds import Function, Parameter
from porter.plan.effects import effects, targets
from porter.plan.model import Leaf, Problem
from porter.plan.own_optimizers import OwnOptimizers
from porter.plan.updates import Finder
from porter.tree import dotted, only, walk


def find_leaf(
    facts: Facts,
    finder: Finder,
    suite: Sequence[cst.CSTNode],
    backward: cst.CSTNode,
    repeated: bool,
    before: Iterable[Leaf],
) -> Leaf | Problem:
    """The tape for a backward without an optimizer, or why there is none.

    `repeated` is whether it stands in a loop, `before` are the leaves that were found so far.
    """
    loss = finder.receiver(backward)
    if why := facts.once(OwnOptimizers).why():
        return _problem(backward, "P201", why)
    if finder.argued(backward):
        return _problem(backward, "P201", "backward() with arguments")
    at = next(i for i, s in enumerate(suite) if s is backward)
    _, _, flowing = finder.slice(suite, at, loss)
    chain = [s for s in suite[:at] if s in flowing and not _of_leaf(facts, s)]
    if not isinstance(loss, cst.Name):
        chain.append(backward)
    if not chain:
        return _problem(backward, "P201", "no optimizer steps on this backward")
    start = next(i for i, s in enumerate(suite) if s is chain[0])
    recorded = [*suite[start:at], loss]
    found = dict.fromkeys(name for statement in recorded for name in _leaves(facts, statement))
    loops = {name for s in recorded for n in walk(s) for name in _loop_names(n)}
    if found.keys() & loops:
        message = f"{min(found.keys() & loops)} is another leaf at each step of a loop"
        return _problem(backward, "P201", message)
    if not found:
        message = "no leaf with requires_grad was found for this backward"
        return _problem(backward, "P201", message)
    if any(one.first in suite[start:at] for one in before):
        return _problem(backward, "P201", "another backward is of what the same tape records")
    if held := found.keys() & _held(facts):
        message = f"{min(held)}.grad gets a value of the program's own, which backward() adds to"
        return _problem(backward, "P201", message)
    elsewhere = _used_elsewhere(facts, backward, found.keys())
    if elsewhere:
        message = f"{min(elsewhere)}.grad is used in another function"
        return _problem(backward, "P201", message)
    early, late = _surely_cleared(suite[:at]), _surely_cleared(suite[at:])
    cleared = early | late
    added = found.keys() - _made(suite[:start]) - cleared if repeated else set()
    for one in before:
        if one.backward in suite:
            since = suite[next(i for i, s in enumerate(suite) if s is one.backward) : at]
            added |= (found.keys() & set(one.leaves)) - _made(since) - _surely_cleared(since)
    starts = makers(facts, *found) if added and len(found) == 1 else ()
    scripts = facts.index.function(backward) is None
    if added and not (starts and scripts and added.isdisjoint(_clearing(facts.module.body))):
        message = f"{min(added)}.grad is not cleared, so gradients of an earlier backward are in it"
        return _problem(backward, "P202", message)
    early |= _made(suite[:start])
    return Leaf(loss, backward, chain[0], chain[-1], tuple(found), early, late, starts)


def _held(facts: Facts) -> frozenset[str]:
    """The leaves whose gradients the program sets: `x.grad = torch.ones(2)`."""
    return frozenset(
        name.removesuffix(".grad")
        for node in facts.index.all(cst.Assign)
        for target in node.targets
        if (name := dotted(target.target) or "").endswith(".grad") and dotted(node.value) != "None"
    )


def makers(facts: Facts, leaf: str) -> tuple[cst.CSTNode, ...]:
    """The lines of a script that make a leaf."""
    return tuple(
        line
        for line in facts.index.all(cst.SimpleStatementLine)
        if facts.index.function(line) is None and _makes(facts, line, leaf)
    )


def _makes(facts: Facts, line: cst.SimpleStatementLine, leaf: str) -> bool:
    small = only(line)
    if not isinstance(small, cst.Assign):
        return False
    target = small.targets[0].target
    if dotted(target) == leaf:
        return isinstance(facts.kind(small.value), Parameter)
    marks = isinstance(target, cst.Attribute) and dotted(target) == f"{leaf}.requires_grad"
    return marks and not isinstance(facts.kind(target.value), Parameter)  # type: ignore[attr-defined]


def _clearing(statements: Sequence[cst.CSTNode]) -> frozenset[str]:
    """The leaves whose gradients are cleared somewhere in these statements."""
    return frozenset(
        text for s in statements for n in walk(s) for text in [cleared_leaf(n)] if text
    )


def _surely_cleared(statements: Sequence[cst.CSTNode]) -> frozenset[str]:
    """The leaves whose gradients are cleared whenever these statements run."""
    sure = (s for s in statements if not isinstance(s, (cst.For, cst.While)))
    return frozenset(name for s in sure for name in _clearing([s]) if not _has_a_choice(s, name))


def _has_a_choice(statement: cst.CSTNode, leaf: str) -> bool:
    """Whether a statement asks anything but `if w.grad is not None`."""
    tests = (code(n.test) for n in walk(statement) if isinstance(n, cst.If))
    asked = (f"{leaf}.grad", f"{leaf}.grad is not None")
    return any(test not in asked for test in tests)


def _leaves(
    facts: Facts, node: cst.CSTNode, seen: frozenset[str] = frozenset(), own: bool = True
) -> Iterator[str]:
    """The leaves that are read here, or in a function that is called from here."""
    for below in walk(node):
        name = dotted(below) or ""
        kind = facts.kind(below)
        if name and isinstance(kind, Parameter) and name.count(".") == name.startswith("self."):
            module = isinstance(below, cst.Name) and facts.variables.owner(below) is facts.module
            if own or module:
                yield name
        if isinstance(below, cst.Call):
            called = facts.kind(below.func)
            info = facts.functions.get(called.name) if isinstance(called, Function) else None
            if info is not None and info.name not in seen:
                same = own and (dotted(below.func) or "").startswith("self.")
                yield from _leaves(facts, info.node.body, seen | {info.name}, own=False)
                yield from _of_self(facts, info.node.body) if same else ()


def _of_self(facts: Facts, body: cst.CSTNode) -> Iterator[str]:
    """The leaves among the attributes of the object whose method this is."""
    for node in walk(body):
        name = dotted(node) or ""
        if isinstance(facts.kind(node), Parameter) and name.startswith("self."):
            if name.count(".") == 1:
                yield name


def _used_elsewhere(facts: Facts, backward: cst.CSTNode, leaves: Set[str]) -> set[str]:
    """Leaves whose gradient, a local name in the port, is used in another function."""
    owner = facts.index.function(backward)
    return {
        name
        for node in facts.index.all(cst.Attribute)
        if node.attr.value == "grad" and (name := dotted(node.value) or "") in leaves
        if facts.index.function(node) is not owner and (owner is not None or name[:5] == "self.")
        if "." in name or owned(facts, name, node) == owned(facts, name, backward)
    }


def owned(facts: Facts, name: str, at: cst.CSTNode) -> tuple[str, cst.CSTNode]:
    """A name with whose it is, as it stands at a node: the function's that binds it, or the
    module's; of `self.w` the class's."""
    above = facts.index.above(at)
    if "." in name:
        kind: Any = (n for n in above if isinstance(n, cst.ClassDef))
    else:
        functions = (n for n in above if isinstance(n, cst.FunctionDef))
        kind = (n for n in functions if name in facts.variables.bound(n))
    return name, next(kind, facts.index.module)


def grad_name(leaf: str) -> str:
    """The port's name for `w.grad` or `self.w.grad`."""
    return f"{leaf.removeprefix('self.')}_grad"


def _loop_names(node: cst.CSTNode) -> frozenset[str]:
    return targets(node.target) if isinstance(node, (cst.For, cst.CompFor)) else frozenset()


def _made(statements: Sequence[cst.CSTNode]) -> frozenset[str]:
    """The names that are surely bound anew."""
    return frozenset().union(*(effects(s).kills for s in statements), frozenset())


def _of_leaf(facts: Facts, statement: cst.CSTNode) -> bool:
    """`w = torch.zeros(3, requires_grad=True)`, or a line that is about its gradient alone."""
    small = only(statement)
    if isinstance(small, cst.Expr) and facts.api(small.value) == "Tensor.backward":
        return True  # another one
    made = isinstance(small, cst.Assign) and isinstance(facts.kind(small.value), Parameter)
    return made or (small is not None and bool(cleared_leaf(small)))


def _clears(leaf: str) -> frozenset[str]:
    """How a program clears the gradient of a leaf."""
    return frozenset(f"{leaf}.grad{how}" for how in (".zero_()", ".data.zero_()", " = None"))


def _is_clearing(node: cst.CSTNode | None) -> bool:
    """Whether a small statement has the form of one of them: its text takes longer."""
    if isinstance(node, cst.Assign):
        return dotted(node.value) == "None"
    call = node.value if isinstance(node, cst.Expr) else None
    func = call.func if isinstance(call, cst.Call) else None
    return isinstance(func, cst.Attribute) and func.attr.value == "zero_"


def cleared_leaf(node: cst.CSTNode) -> str:
    """The leaf whose gradient a small statement clears, "" if it does no such thing."""
    if not _is_clearing(node):
        return ""
    name = code(node).partition(".grad")[0]
    return name if code(node) in _clears(name) else ""


def _problem(node: cst.CSTNode, number: str, message: str) -> Problem:
    hint = "call tape.gradient() and the optimizer's apply() by hand"
    return Problem(node, number, Severity.ERROR, message, hint)
