"""Numbers for a log beside a loss: what a train body can compute of them stands apart.

    with torch.no_grad():
        approx_kl = ((ratio - 1) - logratio).mean()
        clipfracs += [((ratio - 1.0).abs() > 0.2).float().mean().item()]

The host keeps the number, and a graph computes the tensors:

    with torch.no_grad():
        approx_kl = ((ratio - 1) - logratio).mean()
        clipfrac = ((ratio - 1.0).abs() > 0.2).float().mean()
    clipfracs += [clipfrac.item()]
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import libcst as cst

from porter.facts import Facts
from porter.kinds import Tensor
from porter.plan.deferred import value_of
from porter.plan.no_grad import is_no_grad
from porter.recomputation.edits import Edits, replaced
from porter.tree import dotted, only, statements, walk, walk_statements


def numbers_behind(facts: Facts) -> cst.Module | None:
    """The program with such blocks in two; None if it has none."""
    known = _Known(facts)
    edits = Edits(facts)
    for block in facts.index.all(cst.With):
        if known.is_beside_backward(block):
            _divide(known, edits, block)
    return edits.module() if edits.any else None


@dataclass(frozen=True)
class Guess:
    """A program with blocks in two that look as if they were such, and these as they are now."""

    module: cst.Module
    blocks: list[list[Any]]  # each with the lines that stand behind it

    def holds(self, facts: Facts) -> bool:
        """Whether all that was taken for a tensor is one."""
        known = _Known(facts)
        return all(
            known.is_beside_backward(block)
            and all(_is_tensor(known, line) for line in statements(block.body))
            and all(known.value_of(_grown(only(line))[1][0]) is not None for line in kept)
            for block, *kept in self.blocks
        )


def numbers_by_name(module: cst.Module) -> Guess | None:
    """The same of a program that was not analysed yet, as far as its names tell."""
    if not any(map(_looks_so, walk_statements(module))):
        return None
    facts = Facts("", module)
    named, edits = _Named(facts), Edits(facts)
    for block in facts.index.all(cst.With):
        if named.is_beside_backward(block):
            _divide(named, edits, block)
    return Guess(edits.module(), [*edits.become.values()]) if edits.any else None


class _Known:
    """What the analysis tells of a line."""

    def __init__(self, facts: Facts) -> None:
        self.facts = facts

    def is_beside_backward(self, block: cst.With) -> bool:
        """Whether a block without gradients stands beside a line that computes some."""
        suite: Any = self.facts.index.parents[block]
        lines = (only(statement) for statement in suite.body)
        values = (line.value for line in lines if isinstance(line, cst.Expr))
        return self._is_no_grad(block) and any(map(self._is_backward, values))

    def _is_no_grad(self, block: cst.With) -> bool:
        return is_no_grad(self.facts, block)

    def _is_backward(self, value: cst.BaseExpression) -> bool:
        return self.facts.api(value) == "Tensor.backward"

    def is_tensor(self, value: cst.BaseExpression) -> bool:
        return isinstance(self.facts.kind(value), Tensor)

    def value_of(self, number: cst.BaseExpression) -> cst.BaseExpression | None:
        """The tensor of a number."""
        return value_of(self.facts, number)


class _Named(_Known):
    """What names tell of it: what may be a tensor is one."""

    def _is_no_grad(self, block: cst.With) -> bool:
        calls = (item.item for item in block.items)
        names = (dotted(call.func) or "" for call in calls if isinstance(call, cst.Call))
        return [name.rpartition(".")[2] for name in names] == ["no_grad"]

    def _is_backward(self, value: cst.BaseExpression) -> bool:
        return _method(value) == "backward"

    def is_tensor(self, value: cst.BaseExpression) -> bool:
        return True

    def value_of(self, number: cst.BaseExpression) -> cst.BaseExpression | None:
        value: Any = number
        if _method(value) not in ("item", "numpy"):
            return None
        while _method(value) in ("item", "numpy", "detach", "cpu"):
            value = value.func.value
        return value  # type: ignore[no-any-return]


def _looks_so(suite: cst.CSTNode) -> bool:
    """Whether a suite has a block beside a line with a backward(): most files have none."""
    if not isinstance(suite, (cst.IndentedBlock, cst.Module)):
        return False
    lines = (only(statement) for statement in suite.body)
    values = (line.value for line in lines if isinstance(line, cst.Expr))
    blocks = any(isinstance(statement, cst.With) for statement in suite.body)
    return blocks and any(_method(value) == "backward" for value in values)


def _method(value: cst.CSTNode) -> str:
    func = value.func if isinstance(value, cst.Call) else None
    return func.attr.value if isinstance(func, cst.Attribute) else ""


def _divide(known: _Known, edits: Edits, block: cst.With) -> None:
    """Tensors first, then the numbers that are kept of them, if all lines are of these two."""
    if not isinstance(block.body, cst.IndentedBlock):
        return
    tensors: list[Any] = []
    kept: list[Any] = []
    grown: set[str] = set()  # lists that have changed by a line, ahead of which none may be read
    for line in statements(block.body):
        if not kept and _is_tensor(known, line):
            tensors.append(line)
            continue
        made = _kept(known, edits, line, grown)
        if made is None:
            return
        tensors += made[0]
        kept.append(made[1])
    if not tensors or not kept:
        return
    edits.become[block] = [block.with_changes(body=block.body.with_changes(body=tensors)), *kept]


def _is_tensor(known: _Known, line: cst.CSTNode) -> bool:
    """`approx_kl = (…).mean()`"""
    small = only(line)
    if not isinstance(small, cst.Assign) or len(small.targets) != 1:
        return False
    plain = isinstance(small.targets[0].target, cst.Name)
    return plain and known.is_tensor(small.value)


def _kept(known: _Known, edits: Edits, line: Any, grown: set[str]) -> tuple[list[Any], Any] | None:
    """`clipfracs += [(…).mean().item()]`, `clipfracs.append((…).mean().item())`: the line for the
    tensor, if that is no name yet, and the one that keeps its number."""
    small = only(line)
    owner, items = _grown(small)
    if owner is None or len(items) != 1:
        return None
    value = known.value_of(items[0])
    grown.add(owner)
    if value is None or any(dotted(n) in grown for n in walk(value)):
        return None
    if isinstance(value, cst.Name):
        return [], line
    if not known.is_tensor(value):
        return None
    called = owner.rpartition(".")[2]
    one = called.removesuffix("es" if called.endswith("sses") else "s")
    name = edits.fresh(*([one] if one != called else []), f"{one}_tensor")
    tensor = cst.Assign([cst.AssignTarget(cst.Name(name))], value)
    apart = cst.SimpleStatementLine([tensor], leading_lines=line.leading_lines)
    return [apart], replaced(line, {value: cst.Name(name)}).with_changes(leading_lines=())


def _grown(small: Any) -> tuple[str | None, list[cst.BaseExpression]]:
    """The name of a list, and what a line puts behind its end."""
    if isinstance(small, cst.AugAssign) and isinstance(small.operator, cst.AddAssign):
        if isinstance(small.target, cst.Name) and isinstance(small.value, cst.List):
            return small.target.value, [element.value for element in small.value.elements]
    call = small.value if isinstance(small, cst.Expr) else None
    if isinstance(call, cst.Call) and isinstance(call.func, cst.Attribute):
        if call.func.attr.value == "append":
            return dotted(call.func.value), [arg.value for arg in call.args]
    return None, []
