"""Manual SGD steps: loops over parameters that go down their gradients.

`for p in net.parameters(): p -= lr * p.grad` is an update without an optimizer. The gradients are
the list of tape.gradient(), and what clears them is not needed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import takewhile

import libcst as cst

from porter.codegen import code
from porter.facts import Facts, keyword
from porter.findings import Severity
from porter.kinds import Parameter, Parameters, Tuple
from porter.kinds import Sequence as ListKind
from porter.plan.grads import GRADS, gradient_of
from porter.plan.handed_over import network_of
from porter.plan.model import Problem, Update
from porter.plan.no_grad import is_no_grad
from porter.plan.not_found import NotFound
from porter.plan.traceable import CLIPS
from porter.plan.updates import Finder
from porter.sharing.writes import trained
from porter.tree import dotted, only, statements, walk

_EMPTYING = frozenset({"Tensor.zero_", "Tensor.detach_"})


def find_manual_step(
    facts: Facts, finder: Finder, suite: Sequence[cst.CSTNode], backward: cst.CSTNode
) -> Update | Problem | None:
    """The update of a backward that loops step on; None if there is no such loop."""
    at = next(i for i, s in enumerate(suite) if s is backward)
    loops = [loop for s in suite[at:] for loop in _loops(facts, s) if _reads(facts, loop)]
    if not loops:
        return None
    if not _go_down(facts, loops) and _steps_elsewhere(facts, finder, loops):
        return None
    over = {code(loop.iter) for loop in loops}
    if len(over) > 1 or finder.argued(backward) or _backwards(facts, suite) > 1:
        return _problem(backward, "P201", "gradients of several backwards, or of several networks")
    if not _lasting(facts, loops[0].iter):
        return _problem(backward, "P201", f"{code(loops[0].iter)} are not known to be parameters")
    zeros = [s for s in suite if _clears(facts, s, loops[0])]
    inside = [s for loop in loops for s in statements(loop.body) if _empties(facts, s, loop)]
    last = max(i for i, s in enumerate(suite) if any(loop in _loops(facts, s) for loop in loops))
    early = [s for s in zeros if s in suite[at : last + 1]]
    ends = [s for loop in loops[-1:] for s in reversed(statements(loop.body)) if s in inside]
    if early or (inside and len(ends) != len(inside)) or not (zeros or inside):
        what = "cleared where they are still used" if early or inside else "not cleared"
        message = f"the gradients of {code(loops[0].iter)} are {what}"
        return _problem(backward, "P202", message)
    try:
        found = finder.by_hand(suite, loops[0].iter, backward, tuple(zeros))
    except NotFound as error:
        return error.problem
    worked = [s for s in suite if any(loop in _loops(facts, s) for loop in loops)]
    between = takewhile(lambda s: s not in worked, suite[at:])
    return replace(
        found,
        clips=(tuple(s for s in between if _clips(facts, s, loops[0])),),
        loops=tuple(loops),
        worked=frozenset(worked),
        cleared=tuple(inside),
        early=any(s in suite[:at] for s in zeros),
        late=bool(inside) or any(s in suite[last:] for s in zeros),
    )


def _loops(facts: Facts, statement: cst.CSTNode) -> Iterator[cst.For]:
    """The loops with one target that a statement is, or that stand in its no_grad block."""
    if is_no_grad(facts, statement):
        for below in statements(statement.body):  # type: ignore[attr-defined]
            yield from _loops(facts, below)
    elif isinstance(statement, cst.For) and isinstance(statement.target, cst.Name):
        yield statement


def _clips(facts: Facts, statement: cst.CSTNode, loop: cst.For) -> bool:
    """Whether a line limits the gradients that a loop uses, all of them."""
    small = only(statement)
    call = small.value if isinstance(small, (cst.Expr, cst.Assign)) else None
    if not isinstance(call, cst.Call) or facts.api(call) not in CLIPS:
        return False
    over = keyword(call.args, "parameters", 0)
    return over is not None and code(over) == code(loop.iter)


def _reads(facts: Facts, loop: cst.For) -> bool:
    """Whether a loop uses the gradients for more than to clear them."""
    used = (s for s in statements(loop.body) if not _empties(facts, s, loop))
    return any(_is_grad(facts, n, loop) for s in used for n in walk(s))


def _go_down(facts: Facts, loops: Sequence[cst.For]) -> bool:
    """Whether loops change the parameters that they go through."""
    inside = {node for loop in loops for node in walk(loop)}
    return any(node in inside for node in trained(facts))


def _steps_elsewhere(facts: Facts, finder: Finder, loops: Sequence[cst.For]) -> bool:
    """Whether an optimizer may have these parameters, and step on what the loops left."""
    nets = {code(net) for loop in loops if (net := network_of(loop.iter)) is not None}
    for call in facts.index.all(cst.Call):
        if facts.api(call) == "Optimizer.step" and isinstance(call.func, cst.Attribute):
            ours = finder.owners.networks(call.func.value)
            if not (
                nets and ours and all(finder.owners.disjoint(a, b) for a in nets for b in ours)
            ):
                return True
    return False


def _is_grad(facts: Facts, node: cst.CSTNode, loop: cst.For) -> bool:
    """p.grad in a loop with p."""
    own = isinstance(node, cst.Attribute) and dotted(node.value) == dotted(loop.target)
    return own and facts.api(node) in GRADS


def _clears(facts: Facts, statement: cst.CSTNode, loop: cst.For) -> bool:
    """Whether a statement clears the gradients that a loop uses: `net.zero_grad()`, or a loop."""
    small = only(statement)
    if isinstance(small, cst.Expr) and facts.api(small.value) == "Module.zero_grad":
        return code(small.value.func.value) + ".parameters()" == code(loop.iter)  # type: ignore[attr-defined]
    found = list(_loops(facts, statement))
    alone = found == [statement] or (len(found) == 1 and len(statements(statement.body)) == 1)  # type: ignore[attr-defined]
    return bool(found) and alone and all(
        code(one.iter) == code(loop.iter)
        and all(_empties(facts, s, one) for s in statements(one.body))
        for one in found
    )  # fmt: skip


def _empties(facts: Facts, statement: cst.CSTNode, loop: cst.For) -> bool:
    """`p.grad = None`, `p.grad.zero_()`, also `if p.grad is not None:`"""
    if isinstance(statement, cst.If):
        test = statement.test
        left = test.left if isinstance(test, cst.Comparison) else test
        inside = statements(statement.body)
        empties = all(_empties(facts, s, loop) for s in inside)
        return statement.orelse is None and empties and _is_grad(facts, left, loop)
    small = only(statement)
    if isinstance(small, cst.Assign):
        none = isinstance(small.value, cst.Name) and small.value.value == "None"
        return none and all(_is_grad(facts, t.target, loop) for t in small.targets)
    value = small.value if isinstance(small, cst.Expr) else None
    if value is None or facts.api(value) not in _EMPTYING:
        return False
    grad = gradient_of(facts, value)
    return grad is not None and _is_grad(facts, grad, loop)


def _lasting(facts: Facts, node: cst.BaseExpression) -> bool:
    """Whether these are parameters that can be gone through more than once."""
    kind = facts.kind(node)
    if isinstance(kind, Parameters):
        return isinstance(node, cst.Call)
    items = kind.items if isinstance(kind, Tuple) else ()
    if isinstance(kind, ListKind):
        items = (kind.item,)
    return bool(items) and all(isinstance(item, Parameter) for item in items)


def _backwards(facts: Facts, suite: Sequence[cst.CSTNode]) -> int:
    return sum(facts.api(n) == "Tensor.backward" for s in suite for n in walk(s))


def _problem(node: cst.CSTNode, number: str, message: str) -> Problem:
    hint = "give the parameters to an optimizer, or call tape.gradient() by hand"
    return Problem(node, number, Severity.ERROR, message, hint)
