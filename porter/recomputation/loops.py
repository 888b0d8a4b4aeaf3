"""How an update reads the lists: item by item in a loop, or all items joined to a tensor.

`for log_prob, R in zip(log_probs, returns): losses.append(-log_prob * R)` becomes a function of
one item, whose results for all items are what `torch.stack(losses)` gave.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import libcst as cst

from porter.analysis.liveness import upward_exposed
from porter.codegen import code
from porter.facts import Facts
from porter.kinds import Kind, Number, Tensor
from porter.plan.acting import Site
from porter.plan.effects import effects, targets
from porter.plan.region import Refusal
from porter.recomputation.ahead import Ahead, ahead, bound
from porter.recomputation.backward_slices import Line, names_in
from porter.tree import mapped, only, walk

Reads = Mapping[cst.BaseExpression, Site]
_JOINS = ("torch.stack", "torch.cat")


@dataclass(frozen=True, eq=False)
class Loop:
    """A loop over the items of lists."""

    statement: cst.For
    items: tuple[tuple[cst.BaseExpression, Site], ...]  # what an item is bound to
    others: tuple[tuple[str, cst.BaseExpression], ...]  # names that go along, with their batches
    lines: tuple[Line, ...]
    losses: tuple[tuple[str, cst.BaseExpression], ...]  # list of losses: what is put in
    added: tuple[str, ...]  # those that are no lists: they add up
    empty: tuple[cst.CSTNode, ...]  # the lines that make these lists
    joined: dict[cst.CSTNode, cst.BaseExpression]  # `torch.stack(losses)`: what is in its place
    turned: bool  # it goes from the last item to the first
    ahead: Ahead  # what is computed of numbers before
    backward: tuple[Line, ...]  # `loss = …`, `loss.backward()` for each item: gradients add up

    @property
    def computed(self) -> tuple[cst.CSTNode, ...]:
        """What is done with each item."""
        return (*self.lines, *(value for _, value in self.losses))


class Loops:
    """Reads such a loop of one function; what can't be one is a Refusal."""

    def __init__(
        self, facts: Facts, local: frozenset[str], suite: Sequence[cst.CSTNode], reads: Reads
    ) -> None:
        self.facts = facts
        self.parents = facts.index.parents
        self.local = local  # what a function of its own can't read
        self.suite = list(suite)
        self.reads = reads

    def loop(self, statement: cst.For) -> Loop:
        """The parts of a loop over such lists, zipped with batches."""
        items, others, loose, turned = self._zipped(statement)
        own = frozenset[str]().union(*(targets(one) for one, _ in items)) - loose
        before = ahead(self.facts, statement.body.body, own, loose)
        lines: list[Line] = []
        losses: list[tuple[str, cst.BaseExpression]] = []
        added: list[str] = []
        backward: tuple[Line, ...] = ()
        for line in (one for one in statement.body.body if one not in before.lines):
            put, more = _append(only(line)), _added(only(line))
            if put is not None or more is not None:
                losses.append(put or more)  # type: ignore[arg-type]
                added += [more[0]] if more is not None else []
            elif line is statement.body.body[-1] and (each := self._backward(line, lines)):
                losses.append(each)
                backward = lines.pop(), cst.ensure_type(line, Line)
            elif isinstance(line, Line) and isinstance(only(line), cst.Assign) and not losses:
                lines.append(line)
            else:
                raise Refusal(line, "it is not computed item by item")
        if not losses or statement.orelse is not None:
            raise Refusal(statement, "it is not computed item by item")
        if backward and len(losses) > 1:
            raise Refusal(statement, "several losses are computed item by item")
        if backward:
            self._stands_alone(statement, [*lines, backward[0]], (), before)
        else:
            self._stands_alone(statement, lines, losses, before)
        empty, joined = ((), {}) if backward else self._lists(statement, losses, {*added})
        parts = tuple(lines), tuple(losses), tuple(added)
        return Loop(statement, items, others, *parts, empty, joined, turned, before, backward)

    def _backward(
        self, line: cst.CSTNode, lines: Sequence[Line]
    ) -> tuple[str, cst.BaseExpression] | None:
        """`loss = …`, `loss.backward()`: the loss of an item."""
        small, made = only(line), only(lines[-1]) if lines else None
        call = small.value if isinstance(small, cst.Expr) else None
        if not isinstance(call, cst.Call) or not isinstance(call.func, cst.Attribute):
            return None
        if self.facts.api(call) != "Tensor.backward" or not isinstance(made, cst.Assign):
            return None
        name = code(call.func.value)
        kept = all(a.keyword and a.keyword.value == "retain_graph" for a in call.args)
        same = [code(target.target) for target in made.targets] == [name]
        return (name, made.value) if kept and same and name.isidentifier() else None

    def _zipped(
        self, statement: cst.For
    ) -> tuple[
        tuple[tuple[cst.BaseExpression, Site], ...],
        tuple[tuple[str, cst.BaseExpression], ...],
        frozenset[str],
        bool,
    ]:
        """The targets of items, the names and batches of what comes with them, the names of what
        is no tensor, and whether it goes backwards."""
        over, target = statement.iter, statement.target
        pairs: list[tuple[cst.BaseExpression, cst.BaseExpression]] = [(target, over)]
        if isinstance(over, cst.Call) and code(over.func) == "zip":
            same = isinstance(target, cst.Tuple) and len(target.elements) == len(over.args)
            elements = target.elements if isinstance(target, cst.Tuple) and same else ()
            pairs = [(e.value, a.value) for e, a in zip(elements, over.args)]
        items: list[tuple[cst.BaseExpression, Site]] = []
        others: list[tuple[str, cst.BaseExpression]] = []
        loose: frozenset[str] = frozenset()
        for one, batch in pairs:
            if (whole := _turned(batch)) in self.reads:
                site = self.reads[whole]
                items.append((one, site))
                loose |= bound(one, site)
                continue
            if any(node in self.reads for node in walk(batch)):
                raise Refusal(statement, f"it reads {code(batch)} in a way of its own")
            kind = self.facts.kind(batch)
            if isinstance(one, cst.Name) and isinstance(kind, Tensor) and kind.rank != 0:
                others.append((one.value, batch))
            elif isinstance(kind, Tensor) or not isinstance(one, cst.Name):
                raise Refusal(statement, f"{code(batch)} is not known to be a tensor")
            else:
                loose |= {one.value}
        if not items:
            raise Refusal(statement, "it goes through the list in a way of its own")
        turned = {_turned(batch) is not batch for _, batch in pairs if _turned(batch) in self.reads}
        if len(turned) > 1:
            raise Refusal(statement, "it goes through the lists in different orders")
        return tuple(items), tuple(others), loose, turned.pop()

    def _stands_alone(
        self,
        statement: cst.For,
        lines: Sequence[Line],
        losses: Sequence[tuple[str, cst.BaseExpression]],
        before: Ahead,
    ) -> None:
        """What the loop computes is read in it only, and it reads nothing of the function's."""
        written = frozenset[str]().union(*(effects(line).writes for line in lines))
        results = {name for name, _ in losses}
        read = upward_exposed(lines).union(n.value for n in names_in([v for _, v in losses]))
        carried = (upward_exposed(lines) & written) | (read & results)
        if carried:
            raise Refusal(statement, f"{min(carried)} goes on from item to item")
        own = {*targets(statement.target), *written}
        early = upward_exposed(self.suite[: self.suite.index(statement)]) & own
        if early and not isinstance(self.parents[self.parents[statement]], cst.FunctionDef):
            raise Refusal(statement, f"{min(early)} is read in the next turn")
        left = set(own)
        for line in self.suite[self.suite.index(statement) + 1 :]:
            behind = {node.value for node in self._read_in(line)} & left
            if behind:
                raise Refusal(statement, f"{min(behind)} is read behind the loop")
            left -= effects(line).kills
        local = self.local - own - {*before.collected}
        for node in names_in([*lines, *(value for _, value in losses)]):
            if node.value in local:
                raise Refusal(statement, f"it reads {node.value}, which the function computes")

    def _read_in(self, line: cst.CSTNode) -> list[cst.Name]:
        """The names of a line but for those that it binds."""
        return [n for n in names_in([line]) if type(self.parents[n]) is not cst.AssignTarget]

    def _lists(
        self, loop: cst.For, losses: Sequence[tuple[str, cst.BaseExpression]], added: set[str]
    ) -> tuple[tuple[cst.CSTNode, ...], dict[cst.CSTNode, cst.BaseExpression]]:
        """The lines that make the lists of losses, and what becomes of their uses."""
        at = self.suite.index(loop)
        names = {name for name, _ in losses}
        empty: dict[cst.CSTNode, None] = {}
        joined: dict[cst.CSTNode, cst.BaseExpression] = {}
        for name, value in losses:
            made = [s for s in self.suite[:at] if name in effects(s).writes]
            begun = _makes(made[-1], names) if made else False
            if name in added:
                begun = bool(made) and code(only(made[-1]) or made[-1]) in zero(name)
            if not begun or len(names) != len(losses):
                raise Refusal(loop, f"{name} is not made just before")
            empty[made[-1]] = None
            if name in added:
                continue
            for line in self.suite[at + 1 :]:
                for node in self._read_in(line):
                    if node.value == name:
                        call, flat = self.join(node, value)
                        joined[call] = cst.parse_expression(name + flat)
                if name in effects(line).kills:
                    break
        return tuple(empty), joined

    def join(self, read: cst.BaseExpression, item: cst.BaseExpression) -> tuple[cst.Call, str]:
        """`torch.cat(losses)`, and what makes the same of the tensor of all items."""
        call = self.parents[self.parents[read]]
        api = self.facts.api(call)
        line = next(n for n in self.facts.index.above(read) if n in self.suite)
        if not isinstance(call, cst.Call) or api not in _JOINS or len(call.args) != 1:
            raise Refusal(line, f"it reads {code(read)} in a way of its own")
        if api == "torch.stack" or self._totals(call):
            return call, ""
        kind = self.facts.kind(item)
        one = isinstance(kind, Tensor) and kind.rank == 1
        return call, ".flatten()" if one else ".flatten(0, 1)"

    def _totals(self, call: cst.Call) -> bool:
        """`.sum()` and `.mean()` of all elements: how they are arranged does not matter."""
        attribute = self.parents[call]
        outer = self.parents[attribute]
        if not isinstance(attribute, cst.Attribute) or not isinstance(outer, cst.Call):
            return False
        return attribute.attr.value in ("sum", "mean") and not outer.args


def _turned(batch: cst.BaseExpression) -> cst.BaseExpression:
    """x of `x[::-1]`, `reversed(x)`"""
    if isinstance(batch, cst.Subscript) and code(batch).endswith("[::-1]"):
        return batch.value
    if isinstance(batch, cst.Call) and code(batch.func) == "reversed" and len(batch.args) == 1:
        return batch.args[0].value
    return batch


def in_batch(facts: Facts, node: cst.CSTNode) -> cst.CSTNode:
    """What stands for Python's numbers where all items are computed at once."""
    if isinstance(node, cst.Call):
        api = facts.api(node)
        if api == "Tensor.item" and isinstance(node.func, cst.Attribute):
            kind = facts.kind(node.func.value)
            flat = isinstance(kind, Tensor) and kind.rank == 0
            value = f"{code(node.func.value)}.detach()"
            return cst.parse_expression(value if flat else f"{value}.squeeze()")
        one = _only_element(node) if api in ("torch.tensor", "torch.Tensor") else None
        if one is not None and _is_scalar(facts.kind(one)):
            return cst.parse_expression(f"{one.value}.reshape(1)")
    return mapped(node, lambda child: in_batch(facts, child))


def _is_scalar(kind: Kind) -> bool:
    return isinstance(kind, Number) or (isinstance(kind, Tensor) and not kind.rank)


def _only_element(call: cst.Call) -> cst.Name | None:
    """R of `torch.tensor([R])`"""
    given = call.args[0].value if len(call.args) == 1 else None
    elements = given.elements if isinstance(given, cst.List) else ()
    one = elements[0].value if len(elements) == 1 else None
    return one if isinstance(one, cst.Name) else None


def _append(small: cst.CSTNode | None) -> tuple[str, cst.BaseExpression] | None:
    """`losses.append(loss)`"""
    call = small.value if isinstance(small, cst.Expr) else None
    if not isinstance(call, cst.Call) or not isinstance(call.func, cst.Attribute):
        return None
    owner, method = call.func.value, call.func.attr.value
    if method != "append" or not isinstance(owner, cst.Name) or len(call.args) != 1:
        return None
    return owner.value, call.args[0].value


def _added(small: cst.CSTNode | None) -> tuple[str, cst.BaseExpression] | None:
    """`loss += -log_prob * R`, `loss = loss - log_prob * R`"""
    if isinstance(small, cst.AugAssign) and isinstance(small.target, cst.Name):
        name, value = small.target.value, small.value
        minus = isinstance(small.operator, cst.SubtractAssign)
        plus = isinstance(small.operator, cst.AddAssign)
    elif isinstance(small, cst.Assign) and isinstance(small.value, cst.BinaryOperation):
        name, value = code(small.targets[0].target), small.value.right
        minus = isinstance(small.value.operator, cst.Subtract)
        plus = isinstance(small.value.operator, cst.Add)
        if code(small.value.left) != name or len(small.targets) != 1:
            return None
    else:
        return None
    if minus:
        value = cst.parse_expression(f"-({code(value)})")
    return (name, value) if plus or minus else None


def zero(name: str) -> set[str]:
    """The lines that begin a sum."""
    return {f"{name} = 0", f"{name} = 0.0", f"{name} = 0."}


def _makes(statement: cst.CSTNode, names: set[str]) -> bool:
    """`losses = []`, `actor_losses, critic_losses = [], []`"""
    small = only(statement)
    if not isinstance(small, cst.Assign) or len(small.targets) != 1:
        return False
    bound, values = _elements(small.targets[0].target), _elements(small.value)
    known = all(isinstance(name, cst.Name) and name.value in names for name in bound)
    return known and len(values) == len(bound) and all(code(v) == "[]" for v in values)


def _elements(node: cst.BaseExpression) -> list[cst.BaseExpression]:
    return [e.value for e in node.elements] if isinstance(node, cst.Tuple) else [node]
