"""The parts of a value, by their places."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from collections.abc import Sequence as Elements
from functools import reduce

import libcst as cst

from porter.kinds import (
    TAINTED,
    UNKNOWN,
    Kind,
    Listed,
    Never,
    Nothing,
    Number,
    Sequence,
    Tensor,
    Text,
    Tuple,
    Union,
    item_of,
    join,
    may_be_tensor,
    members,
    present,
)


def unpacked(kind: Kind, targets: Elements[cst.BaseElement]) -> list[Kind]:
    """What `a, b = value` or `a, *b = value` binds; of one of several values, those that have so
    many parts."""
    count = len(targets)
    star = next((i for i, t in enumerate(targets) if isinstance(t, cst.StarredElement)), None)
    if star is not None:
        return [*_around(kind, star, count - star - 1)]
    some = members(kind) - {Nothing()} or {UNKNOWN}
    fitting = [k for k in some if not isinstance(k, Tuple) or len(k.items) == count] or some
    return [_of_any(_part(k, index, count) for k in fitting) for index in range(count)]


def _around(kind: Kind, before: int, after: int) -> Iterator[Kind]:
    """What `a, *b, c = value` binds, with so many names on either side of the star."""
    items = kind.items if isinstance(kind, Tuple) and len(kind.items) >= before + after else ()
    last = len(items) - after
    middle = items[before:last]
    yield from items[:before] or [item_of(kind)] * before
    yield Listed(reduce(join, middle), tuple(middle)) if middle else Sequence(item_of(kind))
    yield from items[last:] if items else [item_of(kind)] * after


def indexed(kind: Union, index: int) -> Kind:
    """`value[0]` of a tuple of one network, and of a tensor of another."""
    some = kind.kinds - {Nothing()}
    known = all(isinstance(k, (Tuple, Tensor)) for k in some)
    fitting = [k for k in some if not isinstance(k, Tuple) or index < len(k.items)]
    sure = known and fitting and index >= 0
    return _of_any(_part(k, index) for k in fitting) if sure else TAINTED


def _part(kind: Kind, index: int, count: int | None = None) -> Kind:
    exact = isinstance(kind, (Tuple, Listed)) and count in (None, len(kind.items))
    return kind.items[index] if exact else item_of(kind)  # type: ignore[attr-defined]


def _of_any(kinds: Iterable[Kind]) -> Kind:
    found, *others = kinds
    if not others:
        return found
    found = reduce(join, others, found)
    return TAINTED if isinstance(found, Union) and may_be_tensor(found) else found


def holder(kind: Kind) -> Kind:
    """What an item is stored into: `out = 0`, a loop that makes it a tensor, `out[0] = x`."""
    some = [k for k in members(kind) if not isinstance(k, (Never, Nothing, Number, Text, Tuple))]
    return reduce(join, some) if some else kind


def owner(kind: Kind, method: str) -> Kind:
    """The kind of a value that a method is called of: it is not None, and no plain tuple, nor a
    list that has no such method."""
    if isinstance(kind, Union) and method not in ("count", "index"):
        lists = any(hasattr(one, method) for one in (list, set, deque))
        others = frozenset(
            k for k in kind.kinds if type(k) is not Tuple and (lists or type(k) is not Sequence)
        )
        kind = Union(others) if others else kind
    return present(kind)


def called(kind: Kind) -> Kind:
    """The kind of what is called: no tensor, where it may be a network or a function, too."""
    if not isinstance(kind, Union):
        return kind
    others = frozenset(k for k in kind.kinds if not isinstance(k, Tensor))
    return reduce(join, others) if others else kind
