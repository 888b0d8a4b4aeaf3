"""What the parts of a tensor's subscript mean: `x[1, :, rows]`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TypeGuard

import libcst as cst

from porter import kinds
from porter.kinds import Kind

_FLAG = kinds.Number("bool")
KindOf = Callable[[cst.CSTNode], Kind]


@dataclass(frozen=True)
class Part:
    """One part: a number takes a dimension away, a tensor of indices or a mask picks from it."""

    # number, slice, new, rest (the `...`), indices, mask, several (a tuple, or a list of more than
    # numbers, which torch takes for one), flag (True), or "" if that isn't known
    word: str
    element: cst.SubscriptElement
    kind: Kind = kinds.UNKNOWN

    @property
    def picks(self) -> bool:
        """Whether it is an advanced index, which TensorFlow has functions for."""
        return self.word in ("indices", "mask") or (self.word == "several" and not self.counts)

    @property
    def counts(self) -> bool:
        """Whether it is a tuple of numbers: x[row_and_column]."""
        items = self.kind.items if isinstance(self.kind, kinds.Tuple) else ()
        return bool(items) and all(isinstance(item, kinds.Number) for item in items)

    @property
    def value(self) -> cst.BaseExpression:
        """The index."""
        assert isinstance(self.element.slice, cst.Index)
        return self.element.slice.value

    @property
    def rank(self) -> int | None:
        """The number of dimensions of an index; None where that isn't known."""
        if isinstance(self.kind, (kinds.Tensor, kinds.Array)):
            return self.kind.rank
        item = kinds.item_of(self.kind)
        return 1 if isinstance(item, kinds.Number) else None

    @property
    def whole(self) -> bool:
        """`:`"""
        part = self.element.slice
        return isinstance(part, cst.Slice) and not (part.lower or part.upper or part.step)


def parts(node: cst.Subscript, kind: KindOf) -> list[Part]:
    """The parts in order; a tuple of numbers counts as these."""
    elements = list(node.slice)
    if len(elements) == 1 and isinstance(elements[0].slice, cst.Index):
        value = elements[0].slice.value
        if isinstance(value, cst.Tuple):
            elements = [cst.SubscriptElement(cst.Index(e.value)) for e in value.elements]
    found = [_part(element, kind) for element in elements]
    if len(found) > 1:  # beside others it is a tensor of indices
        found = [replace(p, word="indices") if p.word == "several" else p for p in found]
    base = kind(node.value)
    if isinstance(base, kinds.Tensor) and base.rank is not None:
        return [_with_rank(part, found, base.rank) for part in found]
    return found


def _with_rank(part: Part, found: Sequence[Part], base: int) -> Part:
    """A mask has one dimension at least: where no more are left, it has one."""
    others = sum(other.word in ("number", "slice", "indices") for other in found)
    if part.word == "mask" and part.rank is None and base - others == 1 and len(found) > 1:
        return replace(part, kind=kinds.Tensor("bool", 1))
    return part


def _part(element: cst.SubscriptElement, kind: KindOf) -> Part:
    if not isinstance(element.slice, cst.Index):
        return Part("slice", element)
    if isinstance(element.slice.value, cst.Ellipsis):
        return Part("rest", element)
    found = kind(element.slice.value)
    if found == _FLAG:  # `x[a == b]` of who knows what may be a mask
        asked = isinstance(element.slice.value, (cst.Comparison, cst.UnaryOperation))
        return Part("", element) if asked else Part("flag", element, found)
    return Part(_word(found), element, found)


def _word(kind: Kind) -> str:
    if isinstance(kind, kinds.Nothing):
        return "new"
    if isinstance(kind, kinds.Number):
        return "number"
    if isinstance(kind, kinds.Tensor):
        if kind.dtype in ("bool", "uint8"):
            return "mask"
        return "number" if kind.rank == 0 else "indices"
    if isinstance(kind, kinds.Array) and kind.dtype == "bool":
        return "mask"
    if isinstance(kind, (kinds.Sequence, kinds.Tuple)) and kinds.item_of(kind) == _FLAG:
        return "mask"  # x[[True, False]]
    rows = (kinds.Sequence, kinds.Tuple, kinds.Tensor, kinds.Array)
    if isinstance(kind, kinds.Tuple) or (
        isinstance(kind, kinds.Sequence) and isinstance(kind.item, rows)
    ):
        return "several"
    return "indices" if isinstance(kind, (kinds.Array, kinds.Sequence)) else ""


def names_a_result(value: cst.CSTNode) -> TypeGuard[cst.Attribute]:
    """x.max(1).values"""
    return isinstance(value, cst.Attribute) and value.attr.value in ("values", "indices")


def rank(base: int | None, found: Sequence[Part]) -> int | None:
    """The number of dimensions of the result."""
    picking = [part for part in found if part.picks]
    ranks = [part.rank for part in picking]
    if base is None or any(part.word in ("", "several") for part in found) or None in ranks:
        return None
    count = base
    for part in found:
        if part.word == "mask":
            count -= part.rank or 0
        else:
            count += {"number": -1, "new": 1, "indices": -1}.get(part.word, 0)
    masks = [1 for part in picking if part.word == "mask"]
    broadcast = max([*masks, *(r for r in ranks if r is not None and not masks)], default=0)
    return count + broadcast if count >= 0 else None


def problem(found: Sequence[Part]) -> str:
    """Why there is no port of it, "" if there is one."""
    if sum(part.word == "rest" for part in found) > 1:
        return "two ellipses"
    return ""


def is_short(found: Sequence[Part]) -> bool:
    """Whether TensorFlow has a function for it: one index, or several that are the first ones."""
    places = [place for place, part in enumerate(found) if part.picks]
    picking = [found[place] for place in places]
    if any(part.word in ("", "several") for part in found):
        return False
    if any(part.word == "mask" and part.rank is None for part in picking):
        return len(picking) == 1 and all(part.whole or part.picks for part in found)
    between = found[places[0] : places[-1] + 1]
    known = all(part.word in ("indices", "mask", "number") for part in between)
    return len(picking) == 1 or (known and not axis(found))


def axis(found: Sequence[Part]) -> int:
    """The dimension that the first advanced index picks from, once the others are done."""
    place = next(i for i, part in enumerate(found) if part.picks)
    before = found[:place]
    if any(part.word == "rest" for part in before):
        after = [part for part in found[place:] if part.word != "number"]
        return -sum(part.rank or 1 if part.word == "mask" else 1 for part in after)
    return sum(part.word in ("slice", "new") for part in before)


def of_dimensions(node: cst.Subscript) -> bool:
    """Whether only a tensor or an array takes this index: `x[..., 0]`, `x[:, i]`, `x[x > 0]`."""
    parts = [element.slice for element in node.slice]
    values = [part.value for part in parts if isinstance(part, cst.Index)]
    if any(isinstance(value, (cst.SimpleString, cst.FormattedString)) for value in values):
        return False  # of a table: `df.loc[:, "x"]`
    if any(isinstance(value, (cst.Ellipsis, cst.Comparison)) for value in values):
        return True
    return len(parts) > 1 and len(values) < len(parts)
