"""--explain: the plan in words, with the line numbers of the original."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import libcst as cst

from porter.codegen import code
from porter.plan.model import Body, Leaf, Plan, Update

Line = Callable[[cst.CSTNode], int]


def nodes(plan: Plan) -> Iterator[cst.CSTNode]:
    """The nodes whose line numbers the explanation needs."""
    for body in plan.bodies:
        yield from (*body.graph, *body.replayed)
        yield from (s for s, _ in (*body.before, *body.after))
        if body.owner is not None:
            yield body.owner
    for update in plan.updates():
        yield from (update.backward, update.first, update.last)
    for leaf in plan.leaves:
        yield leaf.backward


def explain(plan: Plan, line: Line) -> str:
    """One paragraph a train body, one line a fact."""
    found: list[str] = []
    for body in plan.bodies:
        found += _body(body, line)
    for update in plan.eager:
        found += ["update step, in eager mode", *_update(update, line)]
    for leaf in plan.leaves:
        found += _leaf(leaf, line)
    return "\n".join(found) if found else "no update step"


def _body(body: Body, line: Line) -> list[str]:
    where = f"in {body.owner.name.value}()" if body.owner is not None else "at module level"
    found = [f"@tf.function {body.name}, {where}"]
    inputs = [name for name, _ in body.parameters if name not in body.flags.values()]
    found.append(f"  inputs: {', '.join(inputs) or 'none'}")
    for test, flag in body.flags.items():
        found.append(f"  flag: {flag} = {code(test.test)}, one trace a value")  # type: ignore[attr-defined]
    found.append(f"  outputs: {', '.join(body.results) or 'none'}")
    lines = ", ".join(str(line(s)) for s in body.graph)
    found.append(f"  graph: the statements at lines {lines}")
    for update in body.updates:
        found += _update(update, line)
    for statement in body.replayed:
        found.append(f"  line {line(statement)}: run again under the tape: {_first(statement)}")
    for where_to, group in (("before", body.before), ("behind", body.after)):
        for statement, why in group:
            host = f"  line {line(statement)}: on the host, {where_to} the call: "
            found.append(f"{host}{_first(statement)} ({why})")
    return found


def _update(update: Update, line: Line) -> list[str]:
    losses = ", ".join(map(code, update.losses))
    tape = f"lines {line(update.first)} to {line(update.last)}"
    return [
        f"  update at line {line(update.backward)}: loss {losses}, "
        f"optimizer {optimizer}, variables {optimizer}.params, tape over {tape}"
        for optimizer in map(code, update.optimizers)
    ]


def _leaf(leaf: Leaf, line: Line) -> list[str]:
    names = ", ".join(leaf.leaves)
    return [f"gradients at line {line(leaf.backward)}: {code(leaf.loss)} with respect to {names}"]


def _first(statement: cst.CSTNode) -> str:
    plain = (
        statement.with_changes(leading_lines=[])
        if hasattr(statement, "leading_lines")
        else statement
    )
    return code(plain).strip().splitlines()[0].strip()
