"""Shapes: sums of them, `x.shape[:-1] + (-1,)`, and batches whose size is open in a trace."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

import libcst as cst

from porter.codegen import code
from porter.facts import Facts
from porter.kinds import Shape, Size
from porter.plan.scopes import bindings, parameters
from porter.plan.trace_time import is_size
from porter.tree import dotted, item_owner, only, walk_statements

RESHAPES = ("torch.reshape", "Tensor.reshape", "Tensor.view")
_LENGTH = re.compile(r"([\w.]+\.shape|[\w.]+\.shape\([\w.]+\))\[0\]")  # or keras.ops.shape(x)[0]
ASKED = ("Tensor.shape", "Tensor.size")


def joined(facts: Facts, node: cst.BinaryOperation, new: Any) -> cst.Tuple | None:
    """`(*x.shape[:-1], -1)`: TensorFlow's shapes take no -1; None for what is no sum of shapes,
    and for one of tensors' own shapes alone."""
    sides = node.left, node.right
    shapes = any(isinstance(facts.kind(side), (Shape, Size)) for side in sides)
    if not isinstance(node.operator, cst.Add) or not shapes:
        return None
    if all(_of_tensor(facts, side) for side in sides):
        return None
    elements = [*_elements(new.left), *_elements(new.right)]
    parens = [cst.LeftParen()], [cst.RightParen()]
    return cst.Tuple(elements, lpar=parens[0], rpar=parens[1])


def opened(facts: Facts, node: cst.CSTNode, built: Any) -> Any:
    """`tf.reshape(y, [-1, n])` for `[x.shape[0], n]`, in a trace: if a batch's size is open there,
    `x.shape[0]` is None. torch takes no shape for which the two differ."""
    if facts.api(node) not in RESHAPES or not isinstance(built, cst.Call) or len(built.args) != 2:
        return built
    shape = built.args[1].value
    if not isinstance(shape, (cst.List, cst.Tuple)) or len(shape.elements) < 2:
        return built
    first, *rest = shape.elements
    named = facts.once(NamedSizes).of(facts.index.function(node))
    if not _is_length(first.value, named) or not all(_is_size(e.value, named) for e in rest):
        return built
    open_ = first.with_changes(value=cst.parse_expression("-1"))
    shape = shape.with_changes(elements=[open_, *rest])
    return built.with_changes(args=[built.args[0], built.args[1].with_changes(value=shape)])


class NamedSizes:
    """The sizes of tensors that functions name: `batch = x.shape[0]`, `B, T, C = x.size()`."""

    def __init__(self, facts: Facts) -> None:
        self._facts = facts
        self._found: dict[cst.FunctionDef | None, Mapping[str, int]] = {None: {}}
        self._values: dict[tuple[cst.FunctionDef, str], cst.BaseExpression] = {}

    def of(self, function: cst.FunctionDef | None) -> Mapping[str, int]:
        """Which dimension each has that is bound once."""
        if function not in self._found:
            assert function is not None
            assigns = (a for a in map(only, walk_statements(function)) if isinstance(a, cst.Assign))
            found: dict[str, int] = {}
            for assign in assigns:
                if len(assign.targets) == 1:
                    sizes = dict(self._sizes(assign))
                    found |= sizes
                    self._values |= {(function, name): assign.value for name in sizes}
            bound = bindings(function.body.body) if found else Counter[str]()
            given = parameters(function)
            self._found[function] = {
                name: at for name, at in found.items() if bound[name] == 1 and name not in given
            }
        return self._found[function]

    def value(self, function: cst.FunctionDef, name: str) -> cst.BaseExpression:
        """What a name that it has is bound to."""
        return self._values[function, name]

    def _sizes(self, assign: cst.Assign) -> Iterator[tuple[str, int]]:
        target, value = assign.targets[0].target, assign.value
        if isinstance(target, cst.Tuple) and self._facts.api(value) in ASKED:
            names = [dotted(element.value) for element in target.elements]
            yield from ((name, at) for at, name in enumerate(names) if name)
        elif isinstance(target, cst.Name) and is_size(self._facts, value):
            if (at := dimension(value)) is not None:
                yield target.value, at


def dimension(size: cst.BaseExpression) -> int | None:
    """1 of `x.shape[1]` and `x.size(1)`, 0 of `len(x)`."""
    index: Any = None
    if isinstance(size, cst.Subscript) and isinstance(size.slice[0].slice, cst.Index):
        index = size.slice[0].slice.value
    elif isinstance(size, cst.Call) and len(size.args) == 1:
        if isinstance(size.func, cst.Name):
            return 0
        index = size.args[0].value
    return index.evaluated_value if isinstance(index, cst.Integer) else None


def _is_length(node: Any, named: Mapping[str, int]) -> bool:
    """`x.shape[0]`, its name, and the same times other sizes."""
    if isinstance(node, cst.BinaryOperation) and isinstance(node.operator, cst.Multiply):
        sides = (node.left, node.right), (node.right, node.left)
        return any(_is_length(one, named) and _is_size(other, named) for one, other in sides)
    return bool(_LENGTH.fullmatch(code(node))) or named.get(dotted(node) or "") == 0


def _is_size(node: Any, named: Mapping[str, int]) -> bool:
    """`4`, `self.n`, `self.n * 2`, and `T` of `B, T = x.shape`: what is hardly -1, or open."""
    if isinstance(node, cst.BinaryOperation):
        return _is_size(node.left, named) and _is_size(node.right, named)
    if isinstance(node, cst.Name):
        return named.get(node.value, 0) > 0
    return isinstance(node, (cst.Integer, cst.Attribute))


def _of_tensor(facts: Facts, node: cst.BaseExpression) -> bool:
    """`x.shape`, `x.size()[1:]`"""
    node = item_owner(node)
    return facts.api(node) in ASKED


def _elements(side: cst.BaseExpression) -> list[cst.BaseElement]:
    if isinstance(side, (cst.Tuple, cst.List)):
        return [e.with_changes(comma=cst.MaybeSentinel.DEFAULT) for e in side.elements]
    if isinstance(side, cst.Call) and code(side.func) == "tuple" and len(side.args) == 1:
        return _elements(side.args[0].value)  # of `torch.Size([-1])`
    return [cst.StarredElement(side)]
