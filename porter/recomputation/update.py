"""What the update does: a function of one item, called for all of them at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import libcst as cst

from porter.codegen import code
from porter.facts import Facts
from porter.kinds import Tensor, networks
from porter.plan.acting import Site
from porter.plan.effects import effects, targets
from porter.plan.region import Refusal
from porter.recomputation.ahead import collecting, without
from porter.recomputation.backward_slices import BackwardSlice, Frame, names_in
from porter.recomputation.edits import Edits, copied, replaced, stated
from porter.recomputation.loops import Loop, in_batch, zero
from porter.recomputation.uses import line_of
from porter.tree import mapped, walk


@dataclass(frozen=True, eq=False)
class Reading:
    """Where an update reads the lists: in a loop, or joined to tensors."""

    frame: Frame
    suite: Sequence[cst.CSTNode]  # the statements of the update
    renamed: Mapping[str, str]  # what objects of the acting code are called here
    reads: Mapping[cst.BaseExpression, Site]
    loop: Loop | None
    joins: Mapping[Site, tuple[cst.BaseExpression, str]]

    @property
    def first(self) -> int:
        """The statement that reads the first of the lists."""
        inside = {read: i for i, s in enumerate(self.suite) for read in self.reads if _in(s, read)}
        return min(inside.values())


def compute(facts: Facts, edits: Edits, sliced: BackwardSlice, reading: Reading) -> None:
    """Changes the update; raises Refusal before anything is changed."""
    loop, at = reading.loop, reading.suite[reading.first]
    if at in edits.become:
        raise Refusal(at, "other lists are read here, too")
    if loop is not None and loop.statement is not at:
        raise Refusal(loop.statement, "the loop stands behind other uses of the lists")
    if loop is not None and loop.turned and reading.joins:
        raise Refusal(loop.statement, "it goes through the lists in an order of its own")
    whole = _whole(facts, sliced, reading)
    body = _step(facts, sliced, reading)
    collected, others = list[Any](), list[tuple[str, cst.BaseExpression]]()
    if loop is not None:
        collected, numbers = collecting(edits, sliced, loop.statement, loop.ahead, loop.items)
        others = [*loop.others, *numbers.items()]
    added = loop.added if loop is not None else ()
    results = [name for name, _ in loop.losses] if loop is not None else []
    joined = [_batch_name(edits, s.name.removeprefix("saved_"), reading) for s in reading.joins]
    params = [*whole, *sliced.kept, *(name for name, _ in others)]
    called = edits.define(_name(edits, reading), params, body, reading.frame)
    lines = _batches(edits, sliced, reading)
    batches = [*(name for _, name in lines), *(code(batch) for _, batch in others)]
    if whole:
        called += f", in_dims=({', '.join(['None'] * len(whole) + ['0'] * len(batches))})"
    arguments = ", ".join([*whole, *batches])
    call = f"{', '.join([*results, *joined])} = torch.vmap({called})({arguments})"
    new = [*collected, *(cst.parse_statement(line) for line, _ in lines)]
    new += [stated(call, at), *(cst.parse_statement(f"{n} = {n}.sum(0)") for n in added)]
    if loop is not None and loop.backward:
        new.append(cst.parse_statement(f"{results[0]} = {results[0]}.sum()"))
        new.append(stated(f"{results[0]}.backward()", loop.backward[1]))
    new[0] = new[0].with_changes(leading_lines=at.leading_lines)  # type: ignore[attr-defined]
    if loop is not None:
        for line in loop.empty:
            edits.become[line] = []
        _join(facts, edits, loop.joined)
    names = zip(joined, reading.joins.values())
    _join(facts, edits, {c: cst.parse_expression(name + flat) for name, (c, flat) in names})
    for line in reading.suite:
        if any(site.summed and code(line).strip() in zero(site.name) for site in reading.joins):
            edits.become[line] = []
    rest = [] if loop is not None else edits.become[at]
    edits.become[at] = [*new, *(line.with_changes(leading_lines=()) for line in rest)]


def _step(facts: Facts, sliced: BackwardSlice, reading: Reading) -> list[Any]:
    """The lines of a function that computes one item again, and what is done with it."""
    names = {node: cst.Name(name) for node, name in sliced.data.items()}
    told = '"""One step, computed again from what was kept while acting."""'
    body: list[Any] = [cst.parse_statement(told)]
    body += [copied(replaced(line, names), reading.renamed) for line in sliced.again]
    items = {s: copied(replaced(s.item, names), reading.renamed) for s in sliced.sites}
    loop, returned = reading.loop, list[str]()
    if loop is not None:
        _refuse_clashes(sliced, loop)
        for target, site in loop.items:
            one = without(target, site.beside) if site.beside else target
            text = _binding(one, items[site])
            if text:
                body.append(stated(text, site.acting.last))
        body += [mapped(line, lambda child: in_batch(facts, child)) for line in loop.lines]
        body += _losses(facts, loop, returned)
    returned += [code(items[site]) for site in reading.joins]
    if loop is not None and len(returned) == 1:
        last: Any = loop.backward[0] if loop.backward else loop.statement.body.body[-1]
        return [*body, stated(f"return {returned[0]}", last, last.leading_lines)]
    return [*body, cst.parse_statement(f"return {', '.join(returned)}")]


def _name(edits: Edits, reading: Reading) -> str:
    """The name of that function."""
    function = reading.frame.function
    stem = function.name.value.strip("_") if function is not None else "train"
    what = "step_loss" if reading.loop is not None else f"{stem}_step"
    name = edits.fresh(f"_{what}" if edits.in_class(reading.frame) else what)
    edits.steps.append(name)
    return name


def _losses(facts: Facts, loop: Loop, returned: list[str]) -> list[Any]:
    """`policy_loss = -log_prob * advantage` for each of several; one is returned as it is."""
    lines: Sequence[Any] = loop.statement.body.body[len(loop.lines) :]
    values = [code(in_batch(facts, value)) for _, value in loop.losses]
    if len(values) == 1:
        returned += values
        return []
    new: list[Any] = []
    for line, value, (name, _) in zip(lines, values, loop.losses):
        single = (
            "loss".join(name.rsplit("losses", 1)) if "losses" in name else name.removesuffix("s")
        )
        single = single if single != name else f"{name}_item"
        returned.append(single)
        new.append(stated(f"{single} = {value}", line, line.leading_lines))
    return new


def _join(facts: Facts, edits: Edits, joined: Mapping[Any, Any]) -> None:
    for line in dict.fromkeys(line_of(facts, node) for node in joined):
        edits.replace(line, joined)


def _batches(edits: Edits, sliced: BackwardSlice, reading: Reading) -> list[tuple[str, str]]:
    """`state = torch.stack([state for state, _ in policy.saved])`, with the batch's name."""
    site = sliced.sites[0]
    read = code(next(r for r, one in reading.reads.items() if one is site))
    read += "[::-1]" if reading.loop is not None and reading.loop.turned else ""
    found: list[tuple[str, str]] = []
    kept = list(sliced.kept)
    for i, (one, kind) in enumerate(sliced.kept.items()):
        others = ["_"] * len(site.beside)
        pattern = ", ".join([*others, *(one if i == j else "_" for j in range(len(kept)))])
        join = "torch.stack" if isinstance(kind, Tensor) else "torch.tensor"
        batch = _batch_name(edits, one, reading)
        found.append((f"{batch} = {join}([{one} for {pattern} in {read}])", batch))
    return found


def _batch_name(edits: Edits, name: str, reading: Reading) -> str:
    """A name that the update does not have for something else."""
    known = {node.value for node in names_in([reading.frame.before])}
    many = f"all_{name}" if name.endswith("s") else f"{name.removesuffix('y')}ies"
    many = many if name.endswith(("s", "y")) else f"{name}s"
    return name if name not in known else edits.fresh(many, f"{name}_batch")


def _whole(facts: Facts, sliced: BackwardSlice, reading: Reading) -> list[str]:
    """The networks that only the update's function knows: they go along for all items."""
    lines = (*sliced.again, *(site.item for site in sliced.sites))
    written = frozenset[str]().union(*(effects(line).writes for line in sliced.again))
    data = {name for node in sliced.data for name in names_in([node])}
    found: dict[str, None] = {}
    for node in names_in(lines):
        if node in data or node.value in written or node.value in sliced.given:
            continue
        new = reading.renamed.get(node.value, node.value)
        if new == node.value and node.value in sliced.frame.local:
            if sliced.frame.function is not reading.frame.function:
                raise Refusal(lines[0], f"{node.value} is not known in the update")
        if node.value == "self" and new == "self" and not _same_self(sliced, reading):
            raise Refusal(lines[0], "self is another object in the update")
        root = new.partition(".")[0]
        if root not in reading.frame.local:
            continue
        if not networks(facts.kind(node)) or root != new:
            raise Refusal(lines[0], f"{new} is not known in a function of its own")
        found[root] = None
    return list(found)


def _same_self(sliced: BackwardSlice, reading: Reading) -> bool:
    """Whether self is the same object where is acted and where is learned."""
    owners = {site.owner.partition(".")[0] for site in sliced.sites}
    return owners == {"self"} or sliced.frame.function is reading.frame.function


def _refuse_clashes(sliced: BackwardSlice, loop: Loop) -> None:
    """Names of the loop and of the acting code do not mean different things."""
    again = frozenset[str]().union(*(effects(line).writes for line in sliced.again))
    bound = {name for name, _ in loop.others}.union(*(effects(s).writes for s in loop.lines))
    items = frozenset[str]().union(*(targets(target) for target, _ in loop.items))
    own = {*sliced.kept, *again}
    read = {n.value for n in names_in([*loop.lines, *(v for _, v in loop.losses)])}
    clash = (bound | items) & sliced.kept.keys() | bound & own | (read - bound - items) & own
    if clash:
        raise Refusal(loop.statement, f"{min(clash)} is something else while acting")


def _binding(target: cst.BaseExpression, item: cst.BaseExpression) -> str:
    """`log_prob, value = m.log_prob(action), state_value`: no named tuple where none is read."""
    if isinstance(target, cst.Tuple):
        values = item.args if isinstance(item, cst.Call) else getattr(item, "elements", ())
        if len(values) == len(target.elements):
            names = ", ".join(code(element.value) for element in target.elements)
            return f"{names} = {', '.join(code(value.value) for value in values)}"
    text = f"{code(target)} = {code(item)}"
    return text if code(target) != code(item) else ""


def _in(statement: cst.CSTNode, node: cst.CSTNode) -> bool:
    return any(below is node for below in walk(statement))
