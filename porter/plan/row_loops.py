"""Loops over the rows of a batch that do the same to each: `x[i].index_add_(0, rows[i], y[i])`."""

from __future__ import annotations

from dataclasses import dataclass

import libcst as cst

from porter.aliases import Aliases
from porter.codegen import code
from porter.facts import Facts
from porter.kinds import Named, Tensor
from porter.tree import only, statements


@dataclass(frozen=True, eq=False)
class RowAdd:
    """x, rows and y of `x[i].index_add_(0, rows[i], y[i])`, for all i at once."""

    statement: cst.CSTNode
    input: cst.Name
    index: cst.BaseExpression
    source: cst.BaseExpression


def row_adds(facts: Facts, node: cst.CSTNode) -> list[RowAdd]:
    """The statements of such a loop, [] if it is another."""
    if not (isinstance(node, cst.For) and isinstance(node.target, cst.Name)) or node.orelse:
        return []
    found = [_row_add(facts, s, node.target.value) for s in statements(node.body)]
    adds = [one for one in found if one is not None]
    if len(adds) < len(found) or not all(_counts(facts, node.iter, one.input) for one in adds):
        return []
    if any(facts.once(Aliases).problem(one.input) for one in adds):
        return []
    names = {one.input.value for one in adds}
    read = {code(part) for one in adds for part in (one.index, one.source)}
    return adds if names.isdisjoint(read) else []


def _row_add(facts: Facts, statement: cst.CSTNode, i: str) -> RowAdd | None:
    small = only(statement)
    call = small.value if isinstance(small, cst.Expr) else None
    if not isinstance(call, cst.Call) or facts.api(call) != "Tensor.index_add_":
        return None
    if len(call.args) != 3 or any(arg.keyword or arg.star for arg in call.args):
        return None
    dim, index, source = (arg.value for arg in call.args)
    if isinstance(index, cst.Call) and facts.api(index) in ("Tensor.long", "Tensor.int"):
        assert isinstance(index.func, cst.Attribute)
        index = index.func.value
    input_ = _of_row(facts, call.func.value, i) if isinstance(call.func, cst.Attribute) else None
    rows, values = _of_row(facts, index, i), _of_row(facts, source, i)
    if code(dim) != "0" or not isinstance(input_, cst.Name) or rows is None or values is None:
        return None
    return RowAdd(statement, input_, rows, values)


def _of_row(facts: Facts, node: cst.CSTNode, i: str) -> cst.BaseExpression | None:
    """x of `x[i]`"""
    if not isinstance(node, cst.Subscript) or len(node.slice) != 1:
        return None
    named = isinstance(node.value, (cst.Name, cst.Attribute))
    if not named or not isinstance(facts.kind(node.value), Tensor):
        return None
    return node.value if code(node.slice[0].slice) == i else None


def _counts(facts: Facts, node: cst.CSTNode, input_: cst.Name) -> bool:
    """`range(x.shape[0])`, `range(x.size(0))`, `range(len(x))`"""
    if not isinstance(node, cst.Call) or facts.kind(node.func) != Named("builtins.range"):
        return False
    name = input_.value
    lengths = (f"{name}.shape[0]", f"{name}.size(0)", f"len({name})", f"{name}.size()[0]")
    return len(node.args) == 1 and code(node.args[0].value) in lengths
