"""Masks that choose what is changed: `x[mask] = v` and `x[mask] -= 1` become tf.where."""

from __future__ import annotations

from typing import Any

import libcst as cst

from porter import promotion
from porter.codegen import code
from porter.kinds import Array, Kind, Number, Tensor
from porter.promotion import is_float
from porter.rewrite import operators
from porter.rewrite.copies import Copies
from porter.rulebook import repaired
from porter.subscripts import Part

_EVERYWHERE = frozenset({cst.Add, cst.Subtract, cst.Multiply})  # harmless where it is not wanted
_LOGICAL = frozenset({cst.BitAnd, cst.BitOr, cst.BitXor, cst.Multiply, cst.Add})


class Masks(Copies):
    """What `Stores` knows of masks, and of values that are stored."""

    def masked(self, root: Any, x: Any, kind: Tensor, part: Part, value: Any, stored: Any) -> Any:
        """`x[mask] = v` chooses: tf.where."""
        mask = self.index(part)
        above = self._above_mask(root, kind, part)
        if above is None:
            return None
        if above and not isinstance(part.kind, (Array, Tensor)):  # a list of flags
            mask = cst.Call(self.spelling.tf("constant"), [cst.Arg(mask)])
        if above:
            mask = more_dimensions(mask, part.rank or 1, above)
        same = (
            isinstance(value, cst.Subscript)
            and isinstance(self.facts.kind(value.value), Tensor)
            and code(value.slice[0].slice) == code(part.element.slice)
            and len(value.slice) == 1
        )
        if same:
            source = self.stored_as(
                self.expression(value.value), self.facts.kind(value.value), kind, root
            )
        elif (dimensions := self.dimensions(value)) is not None and dimensions <= above:
            source = self.first(stored, self.facts.kind(value), kind, x)
        elif (shifted := self._shifted(root, kind, part, value)) is not None:
            source = shifted
        else:
            return None
        where = self.spelling.tf("where")
        return cst.Call(where, [cst.Arg(mask), cst.Arg(source), cst.Arg(x)])

    def first(self, new: Any, value: Kind, kind: Tensor, x: Any) -> Any:
        """A number that comes before the tensor in `tf.where(mask, 0.0, x)`: in a graph, a whole
        one would decide the dtype."""
        if not isinstance(value, Number) or value.type == "float":
            return new
        if kind.dtype and is_float(kind.dtype):
            return self.as_float(new, kind.dtype)
        like = cst.Attribute(x, cst.Name("dtype"))
        return new if kind.dtype == "bool" else self.spelling.cast(new, kind.dtype or like)

    def _shifted(self, root: Any, kind: Tensor, part: Part, value: Any) -> Any:
        """x - 1 of `x[mask] -= 1`, None for anything else."""
        if not isinstance(value, cst.BinaryOperation) or type(value.operator) not in _EVERYWHERE:
            return None
        left: Any = value.left
        number = self.facts.kind(value.right)
        own = isinstance(left, cst.Subscript) and code(left.value) == code(root)
        if not own or code(left.slice[0]) != code(part.element) or not isinstance(number, Number):
            return None
        whole = cst.BinaryOperation(root, value.operator, value.right)
        result = Tensor(operators.result(type(value.operator), kind, number), kind.rank)
        return self.stored_as(self.operation(whole), result, kind, root)

    def _above_mask(self, root: Any, kind: Tensor, part: Part) -> int | None:
        """How many dimensions the tensor has that the mask has not."""
        if _elementwise(part.value, code(root)):
            return 0
        if kind.rank is None or part.rank is None:
            return None
        return kind.rank - part.rank

    def dimensions(self, value: Any) -> int | None:
        kind = self.facts.kind(value)
        if isinstance(kind, Number):
            return 0
        return kind.rank if isinstance(kind, Tensor) else None

    def stored_as(self, new: Any, value: Kind, kind: Tensor, root: Any) -> Any:
        """The value in the tensor's own dtype."""
        if isinstance(value, Number) and value.type in ("int", "bool", "float"):
            if kind.dtype is None or promotion.common([kind, value]) == kind.dtype:
                return new
            if kind.dtype == "bool" and code(new) in ("0", "1"):
                return cst.Name("True" if code(new) == "1" else "False")
        if isinstance(value, Tensor) and value.dtype is not None and value.dtype == kind.dtype:
            return new
        like = cst.Attribute(self.expression(root), cst.Name("dtype"))
        return self.spelling.cast(new, kind.dtype or like)


def _elementwise(node: Any, name: str) -> bool:
    """Whether a mask is computed from x itself, element by element: then it has x's shape."""
    if isinstance(node, cst.Comparison):
        parts = [node.left, *(c.comparator for c in node.comparisons)]
        return any(code(part) == name for part in parts)
    if isinstance(node, cst.BinaryOperation) and type(node.operator) in _LOGICAL:
        return _elementwise(node.left, name) or _elementwise(node.right, name)
    return False


def more_dimensions(node: Any, rank: int, count: int) -> Any:
    """`mask[:, None]`"""
    comma = cst.Comma(whitespace_after=cst.SimpleWhitespace(" "))
    whole = cst.SubscriptElement(cst.Slice(None, None), comma)
    new = cst.SubscriptElement(cst.Index(cst.Name("None")), comma)
    elements = [*[whole] * rank, *[new] * count]
    elements[-1] = elements[-1].with_changes(comma=cst.MaybeSentinel.DEFAULT)
    return repaired(cst.Subscript(node, elements))
