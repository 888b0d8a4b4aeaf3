"""`torch.autograd.grad(y, x)` where it stands alone: a tape around what y is computed from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import libcst as cst

from porter.codegen import code
from porter.facts import Facts, keyword
from porter.findings import Severity
from porter.kinds import Parameter, Parameters, Tensor
from porter.kinds import Sequence as ListKind
from porter.plan.effects import effects
from porter.plan.model import Gradient, Problem
from porter.plan.no_grad import is_no_grad
from porter.plan.updates import Finder
from porter.tree import dotted, walk

GRAD = "torch.autograd.grad"
_HARMLESS = {"retain_graph": None, "allow_unused": None, "is_grads_batched": "False"}
_HARMLESS |= {"create_graph": "False", "materialize_grads": "False"}
_PLACES = ("outputs", "inputs", "grad_outputs", "retain_graph", "create_graph", "only_inputs",
           "allow_unused", "is_grads_batched", "materialize_grads")  # fmt: skip


def find_gradients(
    facts: Facts, finder: Finder, suite: Sequence[cst.CSTNode], calls: Sequence[cst.Call]
) -> list[Gradient | Problem]:
    """The tapes for the calls in one suite, in order; or why there is none."""
    found: list[Gradient | Problem] = []
    for statement in suite:
        inside = [call for call in calls if _holds(statement, call)]
        for call in inside:
            new = _gradient(facts, finder, suite, statement, call)
            if len(inside) > 1:
                new = _problem(statement, "two gradients in one line")
            before = [g for g in found if isinstance(g, Gradient)]
            if isinstance(new, Gradient) and before:
                new = _together(found, before, new, suite)
            found.append(new)
    return found


def _holds(statement: cst.CSTNode, call: cst.Call) -> bool:
    return isinstance(statement, cst.SimpleStatementLine) and any(
        n is call for n in walk(statement)
    )


def _gradient(
    facts: Facts,
    finder: Finder,
    suite: Sequence[cst.CSTNode],
    statement: cst.CSTNode,
    call: cst.Call,
) -> Gradient | Problem:
    given = {name: keyword(call.args, name, i) for i, name in enumerate(_PLACES)}
    outputs, inputs, weights = (given[name] for name in _PLACES[:3])
    for name, harmless in _HARMLESS.items():
        value = given[name]
        if value is not None and harmless not in (None, code(value)):
            return _problem(statement, f"{name}: a gradient of a gradient, or of a batch")
    if outputs is None or inputs is None or not isinstance(facts.kind(outputs), Tensor):
        return _problem(statement, "what it is the gradient of is not known to be one tensor")
    names = _inputs(facts, inputs)
    if names is None:
        return _problem(statement, f"{code(inputs)} is not known to be tensors")
    at = next(i for i, s in enumerate(suite) if s is statement)
    needed = finder.differentiated(outputs)
    first = last = None
    for before in reversed(suite[:at]):
        written = effects(before)
        if written.kills & names.keys():
            break
        if not written.writes & needed:
            continue
        if is_no_grad(facts, before):
            needed -= written.writes
            continue
        last = last or before
        if finder.trains(before) or finder.differentiated(before) & names.keys():
            first = before
        needed = (needed - written.kills) | finder.differentiated(before)
    if first is None and isinstance(outputs, cst.Name):
        return _problem(statement, f"where {code(outputs)} is computed was not found")
    watched = tuple(name for name, watch in names.items() if watch)
    plain = isinstance(outputs, cst.Name)
    return Gradient(
        call, outputs, inputs, weights, statement, first or statement,
        last if plain else None, watched,
    )  # fmt: skip


def _inputs(facts: Facts, node: cst.BaseExpression) -> dict[str, bool] | None:
    """The names of the inputs, and whether a tape has to be told to watch them; None if unknown."""
    if isinstance(node, (cst.List, cst.Tuple)):
        found: dict[str, bool] = {}
        for element in node.elements:
            inner = _inputs(facts, element.value)
            if inner is None:
                return None
            found |= inner
        return found
    kind = facts.kind(node)
    if isinstance(kind, Parameters):
        return {}
    if isinstance(kind, ListKind):
        if not isinstance(kind.item, Tensor):
            return None
        return {} if isinstance(kind.item, Parameter) else {code(node): True}
    if isinstance(kind, Tensor) and dotted(node):
        return {code(node): not isinstance(kind, Parameter)}
    return None


def _together(
    found: list[Gradient | Problem],
    before: list[Gradient],
    new: Gradient,
    suite: Sequence[cst.CSTNode],
) -> Gradient | Problem:
    """A second gradient of what one tape recorded: the tape is persistent."""
    index = {s: i for i, s in enumerate(suite)}
    old = before[-1]
    if index[new.first] >= index[old.statement]:
        return new
    if old.last is None or new.last is None or index[new.last] >= index[old.statement]:
        return _problem(new.statement, "it shares only a part of what an earlier gradient is of")
    first = min(old.first, new.first, key=index.__getitem__)
    last = max(old.last, new.last, key=index.__getitem__)
    watched = tuple(dict.fromkeys((*old.watched, *new.watched)))
    same = {"first": first, "last": last, "watched": watched, "persistent": True}
    found[:] = [
        replace(g, **same) if isinstance(g, Gradient) and g.first is old.first else g  # type: ignore[arg-type]
        for g in found
    ]
    return replace(new, **same)  # type: ignore[arg-type]


def _problem(node: cst.CSTNode, message: str) -> Problem:
    hint = "compute it under a tf.GradientTape and call tape.gradient()"
    return Problem(node, "P201", Severity.ERROR, f"{GRAD}: {message}", hint)
