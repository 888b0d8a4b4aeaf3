"""Functions that work on the gradients of a network: `average_gradients(model)`.

In the port they get the list of gradients as one more argument, and change it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

import libcst as cst

from porter.facts import Facts, FunctionInfo
from porter.kinds import Function
from porter.parsing import parsed
from porter.plan.handed_over import loop_of
from porter.remembered import remembered
from porter.top_level import top_level
from porter.tree import dotted, statements, walk, walk_statements

_GRADS = ("grad", "_grad")
_OF_GRADIENTS = re.compile(r"\.(?:_?grad|register_hook)\b")
_UPDATES = re.compile(r"\.backward\b")
_NONE = frozenset[tuple[str, str]]()


@dataclass(frozen=True, eq=False)
class Helper:
    """Such a function: whose gradients it works on, and in which loops."""

    network: str  # a parameter of the function
    place: int
    loops: tuple[cst.CSTNode, ...]
    bound: bool = False  # a method of the network


@remembered
def helper(function: cst.FunctionDef) -> Helper | None:
    """What a function does to gradients; None if nothing, or more than loops over them."""
    params = function.params
    names = [param.name.value for param in params.params]
    plain = not (params.kwonly_params or params.posonly_params or params.star_kwarg)
    if not plain or isinstance(params.star_arg, cst.Param) or any(p.default for p in params.params):
        return None
    loops = {n: over for n in walk_statements(function.body) if (over := _over(n)) in names}
    if len(set(loops.values())) != 1:
        return None
    network = next(iter(loops.values()))
    inside = {n for loop in loops for n in walk(loop) if _is_grad(n, loop)}
    every = {n for n in walk(function.body) if isinstance(n, cst.Attribute) and _named(n)}
    if not inside or inside != every:
        return None
    used = [loop for loop in loops if any(_is_grad(n, loop) for n in walk(loop))]
    return Helper(network, names.index(network), tuple(used))


def _over(node: cst.CSTNode) -> str:
    """net of `for p in net.parameters():`"""
    if not isinstance(node, cst.For) or not isinstance(node.target, cst.Name):
        return ""
    func = node.iter.func if isinstance(node.iter, cst.Call) else None
    own = isinstance(func, cst.Attribute) and func.attr.value == "parameters"
    return dotted(func.value) or "" if own else ""  # type: ignore[union-attr]


def _named(node: cst.CSTNode) -> bool:
    return isinstance(node, cst.Attribute) and node.attr.value in _GRADS


def _is_grad(node: cst.CSTNode, loop: cst.CSTNode) -> bool:
    """p.grad in a loop with p."""
    assert isinstance(loop, cst.For)
    name = dotted(loop.target)
    return isinstance(node, cst.Attribute) and _named(node) and dotted(node.value) == name


def defined(facts: Facts, function: cst.FunctionDef) -> Helper | None:
    """The same of a function of this file; of a method, if the port can give it the gradients."""
    if isinstance(facts.index.scope(function), cst.ClassDef):
        return facts.once(_methods).get(function)
    return helper(function)


def _methods(facts: Facts) -> dict[cst.FunctionDef, Helper]:
    """The methods that work on the gradients of their own network."""
    functions = facts.index.all(cst.FunctionDef)
    methods = (f for f in functions if isinstance(facts.index.scope(f), cst.ClassDef))
    found = ((f, one) for f in methods if (one := helper(f)) is not None)
    return {
        f: replace(one, bound=True)
        for f, one in found
        if not (one.place or f.decorators) and _is_known(facts, f)
    }


def _is_known(facts: Facts, method: cst.FunctionDef) -> bool:
    """Whether all that the program's files have of its name are calls of this method."""
    word = re.compile(rf"\b{method.name.value}\b")
    own, *others = (len(word.findall(text)) for text in facts.texts)
    named = facts.index.all(cst.Attribute)
    uses: list[cst.BaseExpression] = [n for n in named if n.attr.value == method.name.value]
    if not uses or own != 1 + len(uses) or any(others):
        return False
    return all(
        getattr(facts.index.parents[use], "func", None) is use
        and isinstance(kind := facts.kind(use), Function)
        and (info := facts.functions.get(kind.name)) is not None
        and info.node is method
        for use in uses
    )


def called(facts: Facts, call: cst.CSTNode) -> Helper | None:
    """The helper that a call runs."""
    kind = facts.kind(call.func) if isinstance(call, cst.Call) else None
    info: FunctionInfo | None = None
    if isinstance(kind, Function):
        info = facts.functions.get(kind.name) or facts.others.get(kind.name)
    if info is None or (info.cls is not None and info.home is not None):
        return None
    home = info.home or facts
    found = defined(home, info.node)
    return found if found is not None and not reads_held(home.text(home.module)) else None


def reads_held(text: str) -> frozenset[tuple[str, str]]:
    """The functions of a file without updates that work on gradients, and are more than loops over
    those of one network: what they get there is what parameters hold, and so it is for all
    functions of the file. Each with its class, which stands for methods with names of Python's."""
    if not _OF_GRADIENTS.search(text) or _UPDATES.search(text):
        return _NONE
    return _reads_held(text)


@lru_cache(maxsize=512)
def _reads_held(text: str) -> frozenset[tuple[str, str]]:
    found = set[tuple[str, str]]()
    for part in top_level(text, _OF_GRADIENTS):
        statement = parsed(part).body[0]
        if isinstance(statement, cst.ClassDef) and not _is_optimizer(statement):
            methods = [m for m in statements(statement.body) if isinstance(m, cst.FunctionDef)]
            cls, names = statement.name.value, (m.name.value for m in methods if _works(m))
            found |= {(cls if name.startswith("__") else name, cls) for name in names}
        elif isinstance(statement, cst.FunctionDef) and helper(statement) is None:
            if loop_of(statement) is None and _works(statement):
                found.add((statement.name.value, ""))
    return frozenset(found)


def _is_optimizer(cls: cst.ClassDef) -> bool:
    return any("Optimizer" in (dotted(base.value) or "") for base in cls.bases)


def _works(function: cst.FunctionDef) -> bool:
    """Whether it has a `p.grad` or `p.register_hook(…)`, and no `torch.autograd.grad(…)` alone."""
    nodes = [*walk(function.body)]
    called = {id(node.func) for node in nodes if isinstance(node, cst.Call)}
    named = (node for node in nodes if isinstance(node, cst.Attribute))
    return any(
        node.attr.value == "register_hook"
        or (_named(node) and id(node) not in called and dotted(node.value) != "self")
        for node in named
    )


def asks_by_name(facts: Facts, call: cst.CSTNode, depth: int = 3) -> bool:
    """Whether a call runs a function, or one that this calls, with `getattr(param, "grad")`, also
    where the name is handed on: the port's parameters have no such attribute."""
    kind = facts.kind(call.func) if isinstance(call, cst.Call) else None
    info = facts.function(kind) if isinstance(kind, Function) else None
    if info is None or depth == 0:
        return False
    home = info.home or facts
    nodes = list(walk(info.node.body))
    named = any(isinstance(n, cst.SimpleString) and n.evaluated_value == "grad" for n in nodes)
    return named or any(asks_by_name(home, node, depth - 1) for node in nodes)


def only_reads(found: Helper) -> bool:
    """Whether a helper leaves the gradients as they are."""
    for node in (n for loop in found.loops for n in walk(loop)):
        if isinstance(node, (cst.AssignTarget, cst.AugAssign)):
            written: cst.CSTNode = node.target
        elif isinstance(node, cst.Attribute) and node.attr.value.endswith("_"):
            written = node.value
        else:
            continue
        if any(map(_named, walk(written))):
            return False
    return True


def argument(found: Helper, call: cst.Call) -> cst.BaseExpression | None:
    """The network that a helper is called with."""
    if found.bound:
        return cst.ensure_type(call.func, cst.Attribute).value
    for place, arg in enumerate(call.args):
        if arg.star:
            return None
        if (arg.keyword.value if arg.keyword else "") == found.network:
            return arg.value
        if arg.keyword is None and place == found.place:
            return arg.value
    return None


def calls_in(facts: Facts, suite: Sequence[cst.CSTNode]) -> list[tuple[cst.CSTNode, cst.Call]]:
    """The calls of helpers that are statements of a suite."""
    found = []
    for statement in suite:
        small = statement.body[0] if isinstance(statement, cst.SimpleStatementLine) else None
        value = small.value if isinstance(small, (cst.Expr, cst.Assign)) else None
        if isinstance(value, cst.Call) and called(facts, value) is not None:
            found.append((statement, value))
    return found
