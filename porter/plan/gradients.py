"""`torch.autograd.grad(y, x)`: a tape around what y is computed from."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence, Set

import libcst as cst

from porter.codegen import code
from porter.facts import Facts, keyword
from porter.findings import Severity
from porter.kinds import Function, Tensor, Unknown
from porter.plan.effects import effects
from porter.plan.inputs import Watch, inputs_of
from porter.plan.model import Gradient, Problem, Update
from porter.plan.nesting import beside
from porter.plan.no_grad import GRAD, is_no_grad
from porter.plan.slices import Slices
from porter.plan.together import index_of
from porter.tree import dotted, only, walk

_DOES = (cst.Call, cst.NamedExpr, cst.Await)
_HARMLESS = {"is_grads_batched": "False", "materialize_grads": "False"}
_PLACES = ("outputs", "inputs", "grad_outputs", "retain_graph", "create_graph", "only_inputs",
           "allow_unused", "is_grads_batched", "materialize_grads")  # fmt: skip


def find_gradients(
    facts: Facts, slices: Slices, suite: Sequence[cst.CSTNode], calls: Sequence[cst.Call]
) -> list[Gradient | Problem]:
    """The tapes for the calls in one suite, in order; or why there is none."""
    found: list[Gradient | Problem] = []
    for statement in suite:
        inside = [call for call in calls if _holds(statement, call)]
        for call in inside:
            new = _gradient(facts, slices, suite, statement, call)
            if len(inside) > 1:
                new = _problem(statement, "two gradients in one line")
            if isinstance(new, Gradient) and _is_of(suite, new, found):
                new = _problem(statement, "it is of a gradient that no tape was found for")
            if isinstance(new, Problem):
                found.append(new)
                continue
            before = [one for one in found if isinstance(one, Gradient)]
            placed = beside(suite, before, new)
            if placed is None:
                why = "it shares only a part of what an earlier gradient is of"
                found.append(_problem(statement, why))
            else:
                found = [one for one in found if isinstance(one, Problem)] + [*placed]
    return found


def _is_of(
    suite: Sequence[cst.CSTNode], new: Gradient, found: Sequence[Gradient | Problem]
) -> bool:
    """Whether a gradient that has no tape is among the lines of another's tape."""
    lines = suite[index_of(suite, new.first) : index_of(suite, new.statement)]
    return any(isinstance(one, Problem) and one.node in lines for one in found)


def _holds(statement: cst.CSTNode, call: cst.Call) -> bool:
    return isinstance(statement, cst.SimpleStatementLine) and any(
        n is call for n in walk(statement)
    )


def _gradient(
    facts: Facts,
    slices: Slices,
    suite: Sequence[cst.CSTNode],
    statement: cst.CSTNode,
    call: cst.Call,
) -> Gradient | Problem:
    given = {name: keyword(call.args, name, i) for i, name in enumerate(_PLACES)}
    outputs, inputs, weights = (given[name] for name in _PLACES[:3])
    if isinstance(outputs, (cst.List, cst.Tuple)) and len(outputs.elements) == 1:
        outputs = outputs.elements[0].value  # the gradient of a list of one is that of the one
    for name, harmless in _HARMLESS.items():
        value = given[name]
        if value is not None and code(value) != harmless:
            return _problem(statement, f"{name}: a gradient of a batch, or zeros for none")
    created = given["create_graph"]
    decided = created is None or dotted(created) in ("True", "False")
    if created is not None and any(isinstance(n, _DOES) for n in walk(created)):
        return _problem(statement, f"whether create_graph={code(created)} is so is not known")
    if outputs is None or inputs is None or not isinstance(facts.kind(outputs), (Tensor, Unknown)):
        return _problem(statement, "what it is the gradient of is not known to be one tensor")
    names = inputs_of(facts, inputs)
    if names is None:
        return _problem(statement, f"{code(inputs)} is not known to be tensors")
    first, last = _recorded(facts, slices, suite, statement, outputs, names.keys())
    if first is None and not (slices.trains(outputs) or slices.differentiated(outputs) & {*names}):
        return _problem(statement, f"where {code(outputs)} is computed was not found")
    return Gradient(
        call,
        outputs,
        inputs,
        weights,
        statement,
        first or statement,
        last if isinstance(outputs, cst.Name) else None,
        tuple(name for name, watch in names.items() if watch is Watch.YES),
        tuple(name for name, watch in names.items() if watch is Watch.SOME),
        recorded=created is not None and dotted(created) == "True",
        created=None if decided else created,
        some=given["allow_unused"] is not None and dotted(given["allow_unused"]) != "False",
    )


def _recorded(
    facts: Facts,
    slices: Slices,
    suite: Sequence[cst.CSTNode],
    statement: cst.CSTNode,
    outputs: cst.BaseExpression,
    names: Set[str],
) -> tuple[cst.CSTNode | None, cst.CSTNode | None]:
    """The first and the last statement that the outputs are computed in, from these names."""
    needed = slices.differentiated(outputs)
    first = last = None
    for before in reversed(suite[: next(i for i, s in enumerate(suite) if s is statement)]):
        written = effects(before)
        if written.kills & names:
            break
        if not written.writes & needed or _marks(facts, before):
            continue
        if is_no_grad(facts, before):
            needed -= written.writes
            continue
        last = last or before
        if slices.trains(before) or slices.differentiated(before) & names:
            first = before
        needed = (needed - written.kills) | slices.differentiated(before)
    return first, last


def _marks(facts: Facts, statement: cst.CSTNode) -> bool:
    """`x.requires_grad_()`"""
    small = only(statement)
    return isinstance(small, cst.Expr) and small.value in facts.watched


def lost(facts: Facts, updates: Iterable[Update]) -> Iterator[Problem]:
    """Updates that call a function of another file whose gradient torch does not record: there,
    nobody knows of the tape that is open around it."""
    for statement in dict.fromkeys(s for update in updates for s in update.slice):
        calls = (n for n in walk(statement) if isinstance(n, cst.Call))
        if any(_takes_gradient(facts, call) for call in calls):
            why = "here it would be recorded: put it into the file of the update"
            yield _problem(statement, f"in another file, without create_graph: {why}")


def _takes_gradient(facts: Facts, call: cst.Call) -> bool:
    kind = facts.kind(call.func)
    info = facts.others.get(kind.name) if isinstance(kind, Function) else None
    home = info.home if info is not None else None
    return (
        info is not None
        and home is not None
        and any(
            home.api(n) == GRAD and not _is_recorded(n)
            for n in walk(info.node.body)
            if isinstance(n, cst.Call)
        )
    )


def _is_recorded(call: cst.Call) -> bool:
    created = keyword(call.args, "create_graph", 4)
    return created is not None and dotted(created) == "True"


def _problem(node: cst.CSTNode, message: str) -> Problem:
    hint = "compute it under a tf.GradientTape and call tape.gradient()"
    return Problem(node, "P201", Severity.ERROR, f"{GRAD}: {message}", hint)
