"""The widest kind of a sort: what else a value may be."""

from __future__ import annotations

from porter.kinds import Instance, Kind, Number, Tensor, Tuple


def widest(kind: Kind) -> Kind:
    """The same sort of value, of any rank, and of any dtype unless callers disagree."""
    if isinstance(kind, Tensor):
        return type(kind)(None, None, kind.among)
    if isinstance(kind, Number):
        return Number()
    if isinstance(kind, Instance):
        return Instance(kind.cls)
    if type(kind) is Tuple:
        return Tuple(tuple(map(widest, kind.items)))
    return kind
