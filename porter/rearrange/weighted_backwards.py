"""`y.backward(g)`: the gradient of a sum, `(y * g.detach()).sum().backward()`.

That is the same gradient, to the last digit, and the form that updates have. So it is for
`torch.autograd.backward([y, z], [g, h])`, whose sum has two parts.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from porter.codegen import code
from porter.facts import Facts, keyword
from porter.kinds import Tensor
from porter.recomputation.edits import Edits
from porter.tree import only

_PLACES = {
    "Tensor.backward": ("", "gradient"),
    "torch.autograd.backward": ("tensors", "grad_tensors"),
}
_PLAIN = (cst.Name, cst.Attribute, cst.Call, cst.Subscript)


def sums_of_weighted(facts: Facts) -> cst.Module | None:
    """The program with such lines; None where there are none."""
    edits = Edits(facts)
    for call, api in facts.apis.items():
        small = facts.index.parents.get(call) if api.name in _PLACES else None
        line = facts.index.parents.get(small) if isinstance(small, cst.Expr) else None
        if isinstance(call, cst.Call) and isinstance(line, cst.SimpleStatementLine):
            summed = _summed(facts, api.name, call) if only(line) is small else None
            if summed is not None:
                edits.become[line] = [line.with_changes(body=[cst.Expr(summed)])]
    return edits.module() if edits.any else None


def _summed(facts: Facts, name: str, call: cst.Call) -> cst.BaseExpression | None:
    """The same of a sum; None where it has no weights, or is not known to be of tensors."""
    of, by = _PLACES[name]
    func = call.func if isinstance(call.func, cst.Attribute) and not of else None
    y = func.value if func is not None else keyword(call.args, of, 0)
    weight = keyword(call.args, by, 1 if of else 0)
    rest = [arg for arg in call.args if arg.value not in (y, weight)]
    kept = all(arg.keyword is not None and arg.keyword.value == "retain_graph" for arg in rest)
    if y is None or weight is None or not kept or any(arg.star for arg in call.args):
        return None
    parts, weights = list(_items(y)), list(_items(weight))
    pairs = list(zip(parts, weights, strict=False))
    if len(parts) != len(weights) or not all(_fit(facts, *pair) for pair in pairs):
        return None
    total = " + ".join(f"({_operand(a)} * {_operand(b)}.detach()).sum()" for a, b in pairs)
    total = f"({total})" if len(parts) > 1 else total
    given = ", ".join(f"{code(arg.keyword)}={code(arg.value)}" for arg in rest if arg.keyword)
    return cst.parse_expression(f"{total}.backward({given})")


def _items(node: cst.BaseExpression) -> Iterator[cst.BaseExpression]:
    if isinstance(node, (cst.List, cst.Tuple)):
        yield from (element.value for element in node.elements)
    else:
        yield node


def _operand(node: cst.BaseExpression) -> str:
    return code(node) if isinstance(node, _PLAIN) or node.lpar else f"({code(node)})"


def _fit(facts: Facts, y: cst.BaseExpression, weight: cst.BaseExpression) -> bool:
    """Whether both are tensors, and of one shape as far as is known."""
    a, b = facts.kind(y), facts.kind(weight)
    if not isinstance(a, Tensor) or not isinstance(b, Tensor):
        return False
    ranks = None in (a.rank, b.rank) or a.rank == b.rank
    return ranks and (None in (a.dtype, b.dtype) or a.dtype == b.dtype)
