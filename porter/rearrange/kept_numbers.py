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

from typing import Any

import libcst as cst

from porter.facts import Facts
from porter.kinds import Tensor
from porter.plan.deferred import value_of
from porter.plan.no_grad import is_no_grad
from porter.recomputation.edits import Edits, replaced
from porter.tree import dotted, only, statements, walk


def numbers_behind(facts: Facts) -> cst.Module | None:
    """The program with such blocks in two; None if it has none."""
    edits = Edits(facts)
    for block in facts.index.all(cst.With):
        if is_no_grad(facts, block) and _beside_backward(facts, block):
            _divide(facts, edits, block)
    return edits.module() if edits.any else None


def _beside_backward(facts: Facts, block: cst.With) -> bool:
    """Whether a line of the same suite computes gradients."""
    suite: Any = facts.index.parents[block]
    lines = (only(statement) for statement in suite.body)
    values = (line.value for line in lines if isinstance(line, cst.Expr))
    return any(facts.api(value) == "Tensor.backward" for value in values)


def _divide(facts: Facts, edits: Edits, block: cst.With) -> None:
    """Tensors first, then the numbers that are kept of them, if all lines are of these two."""
    if not isinstance(block.body, cst.IndentedBlock):
        return
    tensors: list[Any] = []
    kept: list[Any] = []
    grown: set[str] = set()  # lists that have changed by a line, ahead of which none may be read
    for line in statements(block.body):
        if not kept and _is_tensor(facts, line):
            tensors.append(line)
            continue
        made = _kept(facts, edits, line, grown)
        if made is None:
            return
        tensors += made[0]
        kept.append(made[1])
    if not tensors or not kept:
        return
    edits.become[block] = [block.with_changes(body=block.body.with_changes(body=tensors)), *kept]


def _is_tensor(facts: Facts, line: cst.CSTNode) -> bool:
    """`approx_kl = (…).mean()`"""
    small = only(line)
    if not isinstance(small, cst.Assign) or len(small.targets) != 1:
        return False
    plain = isinstance(small.targets[0].target, cst.Name)
    return plain and isinstance(facts.kind(small.value), Tensor)


def _kept(facts: Facts, edits: Edits, line: Any, grown: set[str]) -> tuple[list[Any], Any] | None:
    """`clipfracs += [(…).mean().item()]`, `clipfracs.append((…).mean().item())`: the line for the
    tensor, if that is no name yet, and the one that keeps its number."""
    small = only(line)
    owner, items = _grown(small)
    if owner is None or len(items) != 1:
        return None
    value = value_of(facts, items[0])
    grown.add(owner)
    if value is None or any(dotted(n) in grown for n in walk(value)):
        return None
    if isinstance(value, cst.Name):
        return [], line
    if not isinstance(facts.kind(value), Tensor):
        return None
    one = owner.removesuffix("es" if owner.endswith("sses") else "s")
    name = edits.fresh(*([one] if one != owner else []), f"{one}_tensor")
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
