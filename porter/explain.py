"""--explain: the plan in words, with the line numbers of the original."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

import libcst as cst

from porter.codegen import code
from porter.plan.model import Body, Plan, Update

Line = Callable[[cst.CSTNode], int]


@dataclass(frozen=True)
class Passage:
    """What was decided about the original's lines from `first` to `last`, in a few lines."""

    first: int
    last: int
    text: str
    traced: bool = False  # it becomes a @tf.function


def nodes(plan: Plan) -> Iterator[cst.CSTNode]:
    """The nodes whose line numbers the explanation needs."""
    for body in plan.bodies:
        yield from (*body.graph, *body.replayed)
        yield from (s for s, _ in (*body.before, *body.after))
        if body.owner is not None:
            yield body.owner
    yield from plan.functions
    for update in plan.updates():
        yield from (update.backward, update.first, update.last)
    for leaf in plan.leaves:
        yield from (leaf.backward, leaf.first, leaf.last)


def updates_traced(plan: Plan) -> tuple[bool, ...]:
    """For each update whether it runs as a graph; a backward of the general form does not."""
    traced = {update.backward for body in plan.bodies for update in body.updates}
    backwards = [call for call in plan.general.calls if _called(call) == "backward"]
    return (*(u.backward in traced for u in plan.updates()), *(False for _ in backwards))


def _called(call: cst.Call) -> str:
    return call.func.attr.value if isinstance(call.func, cst.Attribute) else ""


def explain(plan: Plan, line: Line) -> tuple[Passage, ...]:
    """A passage for each train body, and for what stays in eager mode."""
    found = [_body(body, line) for body in plan.bodies]
    for function, any_length in plan.functions.items():
        lengths = ", for batches of any length" if any_length else ""
        text = [f"@tf.function {function.name.value}, as a whole{lengths}"]
        found.append(replace(_passage(text, line, (function,)), traced=True))
    for update in plan.eager:
        text = ["update step, in eager mode", *_update(update, line)]
        found.append(_passage(text, line, (update.first, update.last)))
    for leaf in plan.leaves:
        names = ", ".join(leaf.leaves)
        where = f"gradients at line {line(leaf.backward)}"
        text = [f"{where}: {code(leaf.loss)} with respect to {names}"]
        found.append(_passage(text, line, (leaf.first, leaf.last)))
    return tuple(found)


def _passage(text: Sequence[str], line: Line, about: Iterable[cst.CSTNode]) -> Passage:
    lines = [number for node in about if (number := line(node))]
    return Passage(min(lines, default=0), max(lines, default=0), "\n".join(text))


def _body(body: Body, line: Line) -> Passage:
    where = f"in {body.owner.name.value}()" if body.owner is not None else "at module level"
    found = [f"@tf.function {body.name}, {where}"]
    inputs = [name for name, _ in body.parameters if name not in body.flags.values()]
    inputs += dict.fromkeys(body.data.values())
    found.append(f"  inputs: {', '.join(inputs) or 'none'}")
    for test, flag in body.flags.items():
        found.append(f"  flag: {flag} = {code(test.test)}, one trace a value")  # type: ignore[attr-defined]
    for node, name in body.data.items():
        found.append(f"  made by the host: {name} = {code(node)}")
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
    return replace(_passage(found, line, body.graph), traced=True)


def _update(update: Update, line: Line) -> list[str]:
    losses = ", ".join(map(code, update.losses))
    tape = f"lines {line(update.first)} to {line(update.last)}"
    if update.by_hand is not None:
        variables = code(update.by_hand)
        what = f"loss {losses}, by hand, variables {variables}, tape over {tape}"
        return [f"  update at line {line(update.backward)}: {what}"]
    return [
        f"  update at line {line(update.backward)}: loss {losses}, "
        f"optimizer {optimizer}, variables {optimizer}.params, tape over {tape}"
        for optimizer in map(code, update.optimizers)
    ]


def _first(statement: cst.CSTNode) -> str:
    plain = (
        statement.with_changes(leading_lines=[])
        if hasattr(statement, "leading_lines")
        else statement
    )
    return code(plain).strip().splitlines()[0].strip()
