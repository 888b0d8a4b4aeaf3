"""What einops gives of tensors: the pattern tells the rank."""

from __future__ import annotations

import re
from collections.abc import Sequence as Seq

import libcst as cst

from porter import promotion
from porter.kinds import TENSOR, UNKNOWN, Kind, Sequence, Tensor, Tuple, item_of, of_dtypes, present
from porter.rulebook import Argument

_SHAPED = frozenset({"rearrange", "reduce", "repeat", "einsum"})
_AXES = re.compile(r"\([^)]*\)|\S+")


def called(name: str, args: Seq[Argument]) -> Kind:
    """What einops.<name>() gives; nothing is known of what may be no tensors."""
    given = [_of_list(arg.kind) for arg in args if not arg.keyword]
    tensors = [kind for kind in given if isinstance(kind, Tensor)]
    if not tensors:
        return UNKNOWN
    found = of_dtypes(promotion.among(tensors))
    short = name.rpartition(".")[2]
    if short in _SHAPED:
        return Tensor(found.dtype, _rank(args), found.among)
    if short == "pack":
        return Tuple((found, Sequence()))
    return Sequence(found) if short == "unpack" else TENSOR


def _of_list(kind: Kind) -> Kind:
    """`rearrange([x, y], …)` and `pack([x, y], …)` take lists of tensors."""
    return item_of(kind) if isinstance(kind, (Sequence, Tuple)) else present(kind)


def _rank(args: Seq[Argument]) -> int | None:
    """How many axes are to the right of the arrow; with `...` nobody knows."""
    texts = (arg.node for arg in args if isinstance(arg.node, cst.SimpleString))
    patterns = [str(text.evaluated_value) for text in texts]
    pattern = next((text for text in patterns if "->" in text), "...")
    right = _AXES.findall(pattern.partition("->")[2])
    return None if "..." in pattern else len(right)
