"""Subscripts of tensors become TensorFlow's: `x[indices]`, `x[mask]`, `x[rows, columns]`."""

from __future__ import annotations

from typing import Any

import libcst as cst

from porter import promotion, subscripts
from porter.aliases import Aliases
from porter.copied_rows import is_run
from porter.facts import Facts
from porter.kinds import HOST, Kind, Named, Sequence, Tensor, Union, Unknown, may_be_tensor
from porter.rewrite.recording import Recording
from porter.rewrite.spelling import Spelling
from porter.rulebook import repaired
from porter.rulebook.parens import bare
from porter.subscripts import Part
from porter.tree import named

_WHOLE = cst.Slice(None, None)
_COUNTING = frozenset("enumerate range reversed trange".split())


class Subscripts(Recording):
    """What `Expressions` knows of subscripts."""

    facts: Facts
    spelling: Spelling

    # -- what Expressions adds
    def expression(self, node: Any) -> Any:
        raise NotImplementedError

    def inside(self, node: Any) -> Any:
        raise NotImplementedError

    def of_array(self, node: cst.Subscript) -> bool:
        raise NotImplementedError

    def leave(self, node: cst.CSTNode, why: str, message: str, hint: str) -> Any:
        raise NotImplementedError

    # -- subscripts
    def subscript(self, node: cst.Subscript) -> Any:
        """`x[indices]`, `x[mask]`, `x[rows, columns]` of a tensor."""
        base, parts = self.facts.kind(node.value), subscripts.parts(node, self.facts.kind)
        picking = [part for part in parts if part.picks]
        if self.of_array(node):
            return self.inside(node)
        if not isinstance(base, Tensor):
            return self._as_torch(node) if self._may_pick(node, parts) else self.inside(node)
        problem = subscripts.problem(parts)
        if problem:
            return self.leave(node, "P102", problem, "use tf.gather or tf.gather_nd")
        if any(part.word == "flag" for part in parts) or self._is_open(parts):
            return self._as_torch(node)
        if not picking:
            return self.inside(node)
        if not subscripts.is_short(parts):
            return self._as_torch(node)
        counts = all(part.word == "mask" or self.non_negative(part.value) for part in picking)
        if len(picking) > 1 and not (counts and _alike(picking)):
            return self._as_torch(node)
        value = self._viewed(node, parts)
        axis = subscripts.axis(parts)
        if picking[0].word == "mask" and axis < 0 and axis + (picking[0].rank or 1) == 0:
            return self._as_torch(node)  # boolean_mask() takes no axis that ends at the last one
        if picking[0].word == "mask" and picking[0].rank == 0:
            return self._as_torch(node)  # nor a mask of one number
        indices = [self.index(part) for part in picking]
        if len(indices) > 1:
            dtypes = [part.kind.dtype for part in picking if isinstance(part.kind, Tensor)]
            if len({*dtypes}) > 1:
                indices = [self._int64(new, part) for new, part in zip(indices, picking)]
            stack = cst.Call(self.spelling.tf("stack"), [_list(indices), _axis(-1)])
            return cst.Call(self.spelling.tf("gather_nd"), [cst.Arg(value), cst.Arg(stack)])
        function = "boolean_mask" if picking[0].word == "mask" else "gather"
        args = [cst.Arg(value), cst.Arg(indices[0])]
        kind = picking[0].kind
        if isinstance(kind, Tensor) and kind.dtype is None and not axis:
            return self._as_torch(node)
        if axis:
            args.append(_axis(axis))
        if not counts:
            return cst.Call(cst.Name(self.spelling.block("taken")), args)
        return cst.Call(self.spelling.tf(function), args)

    def _as_torch(self, node: cst.Subscript) -> Any:
        """`at(x)[i, mask]`: right for all that the parts can be."""
        whole = self.inside(node)
        block = cst.Name(self.spelling.block("at"))
        return whole.with_changes(value=cst.Call(block, [cst.Arg(bare(whole.value))]))

    def _is_open(self, parts: list[Part]) -> bool:
        """Whether a part may be indices or a mask, for all that is known: `x[i]` of who knows what,
        but not of a loop that counts."""
        if len(parts) == 1 and (_of_unknown(parts[0].kind) or self._is_tuple(parts[0])):
            return True
        return any(self._may_be_rows(part) for part in parts if not part.word)

    def _is_tuple(self, part: Part) -> bool:
        """`x[tuple(place)]`, also under a name: one element, and not a list of rows."""
        if not isinstance(part.kind, Sequence):
            return False
        values = [part.value, *self._bound_to(part.value)]
        called = (value.func for value in values if isinstance(value, cst.Call))
        return any(self.facts.kind(func) == Named("builtins.tuple") for func in called)

    def _may_be_rows(self, part: Part) -> bool:
        if not isinstance(part.kind, (Unknown, Union)):
            return False
        if part.kind == HOST:  # a number of the settings, or what a call drew
            return isinstance(part.value, cst.Call) or self._is_drawn(part.value)
        return not any(map(_counts, self._loops(part.value)))

    def _is_drawn(self, index: cst.BaseExpression) -> bool:
        """Whether a name is bound to what a call gives."""
        return any(isinstance(value, cst.Call) for value in self._bound_to(index))

    def _bound_to(self, index: cst.BaseExpression) -> list[cst.BaseExpression]:
        """What is assigned to a name."""
        found = self.facts.once(Aliases).binders(index) if isinstance(index, cst.Name) else []
        lines = (self.facts.index.parents.get(one) for one in found)
        return [line.value for line in lines if isinstance(line, cst.Assign)]

    def _loops(self, index: cst.BaseExpression) -> list[cst.For | cst.CompFor]:
        """The loops that give an index its values."""
        found = self.facts.once(Aliases).binders(index) if isinstance(index, cst.Name) else []
        return [loop for loop in found if isinstance(loop, (cst.For, cst.CompFor))]

    def _may_pick(self, node: cst.Subscript, parts: list[Part]) -> bool:
        """Whether `x[i]` picks from what may be a tensor, with what may be indices or a mask."""
        base = self.facts.kind(node.value)
        either = isinstance(base, Union) and may_be_tensor(base)
        if not either and (not isinstance(base, Unknown) or base == HOST):
            return False
        above = self.facts.index.parents.get(node)
        changed = isinstance(above, cst.AugAssign) and above.target is node
        if changed or isinstance(above, (cst.AssignTarget, cst.Del)):
            return False  # what is stored into
        choices = (kind for part in parts for kind in promotion.choices(part.kind))
        if any(isinstance(kind, Tensor) and kind.rank != 0 for kind in choices):
            return True
        if any(part.word == "several" and part.picks for part in parts):
            return True
        indices = (one.slice for one in node.slice)
        if any(isinstance(i, cst.Index) and is_run(self.facts, i.value) for i in indices):
            return True
        if may_be_tensor(base) and any(part.picks for part in parts):
            return True
        found = isinstance(self.facts.kind(node), Tensor)  # by what the program does with it
        if len(parts) > 1:
            return self._is_open(parts) and not _is_indexer(node.value)
        return (either or found) and self._is_open(parts) and not self._loops(parts[0].value)

    def index(self, part: Part) -> Any:
        """The port of an index; bytes are a mask."""
        new = self.expression(part.value)
        if isinstance(part.kind, Tensor) and part.kind.dtype == "uint8":
            return self.spelling.cast(new, "bool")
        if isinstance(new, cst.Tuple):  # (0, 1) as an index is a list of rows
            return cst.List(new.elements)
        return new

    def _int64(self, new: Any, part: Part) -> Any:
        """Indices that are stacked have one dtype."""
        if not isinstance(part.kind, Tensor) or part.kind.dtype == "int64":
            return new
        return self.spelling.cast(new, "int64")

    def _viewed(self, node: cst.Subscript, parts: list[Part]) -> Any:
        """What is left for the advanced indices: `x` of `x[rows]`, `x[:, 1]` of `x[rows, 1]`."""
        elements: list[cst.SubscriptElement] = []
        for part in parts:
            if part.picks:
                times = (part.rank or 1) if part.word == "mask" else 1
                elements += [cst.SubscriptElement(_WHOLE)] * times
            else:
                elements.append(self.expression(part.element))
        while elements and isinstance(elements[-1].slice, cst.Slice):
            last = elements[-1].slice
            if last.lower or last.upper or last.step:
                break
            elements.pop()
        value = self.expression(node.value)
        if not elements or all(isinstance(e.slice, cst.Slice) and _is_whole(e) for e in elements):
            return value
        if len(elements) == 1 and parts[0].word == "rest":
            return value
        comma = cst.Comma(whitespace_after=cst.SimpleWhitespace(" "))
        elements = [
            e.with_changes(comma=comma if i + 1 < len(elements) else cst.MaybeSentinel.DEFAULT)
            for i, e in enumerate(elements)
        ]
        return repaired(cst.Subscript(value, elements))


def _counts(loop: cst.For | cst.CompFor) -> bool:
    """`for i in range(n)`, `for i, row in enumerate(rows)`: what TensorFlow takes for an index."""
    func = loop.iter.func if isinstance(loop.iter, cst.Call) else None
    return isinstance(func, cst.Name) and func.value in _COUNTING


def _of_unknown(kind: Kind) -> bool:
    """A list of who knows what, which are numbers of rows, or slices of a place."""
    return isinstance(kind, Sequence) and isinstance(kind.item, (Unknown, Union))


def _is_indexer(value: cst.BaseExpression) -> bool:
    """`table.loc[rows, "x"]`, `x.at[i, j]`: what other libraries have in the place of an index."""
    return isinstance(value, cst.Attribute) and value.attr.value in ("at", "iat", "iloc", "loc")


def _alike(picking: list[Part]) -> bool:
    """Whether indices can be stacked: torch broadcasts those of other shapes, as a grid's are:
    `x[rows[:, None], columns[None]]`."""
    if any(part.word == "mask" or (part.rank or 1) > 1 for part in picking):
        return False
    return len({part.rank for part in picking} - {None}) < 2


def _is_whole(element: cst.SubscriptElement) -> bool:
    part = element.slice
    return isinstance(part, cst.Slice) and not (part.lower or part.upper or part.step)


def _list(items: list[Any]) -> cst.Arg:
    return cst.Arg(cst.List([cst.Element(item) for item in items]))


def _axis(number: int) -> cst.Arg:
    return named("axis", cst.parse_expression(str(number)))
