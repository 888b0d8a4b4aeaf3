"""Lines that clip the gradients of updates."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import libcst as cst

from porter.facts import keyword
from porter.iterators import used_up
from porter.plan.model import Update
from porter.plan.not_found import NotFound, Refused
from porter.plan.together import index_of
from porter.plan.traceable import CLIPS
from porter.tree import only, statements

if TYPE_CHECKING:
    from porter.plan.updates import Finder

_USED_UP = (
    "torch clips nothing here: other lines have used up this iterator of parameters",
    "keep a list of them: params = list(net.parameters())",
)


def clipped(finder: Finder, suite: Sequence[cst.CSTNode], updates: list[Update]) -> list[Update]:
    """The updates with the lines that clip their gradients."""
    clips: dict[tuple[Update, int], list[cst.CSTNode]] = {}
    for at, statement in _clips(finder, suite):
        call: cst.Call = only(statement).value  # type: ignore[union-attr]
        whose = keyword(call.args, "parameters", 0)
        if whose is not None and used_up(finder.facts, whose):
            raise Refused(statement, "P201", *_USED_UP)
        open_ = [
            (update, i)
            for update in updates
            for i, step in enumerate(update.steps)
            if index_of(suite, update.backward) < at < index_of(suite, step)
        ]
        if len(open_) > 1:
            open_ = [one for one in open_ if finder.clips(statement, one[0].optimizers[one[1]])]
            if len(open_) != 1:
                message = "it clips the gradients of several optimizers together"
                raise NotFound(statement, "P201", message)
        for one in open_:
            clips.setdefault(one, []).append(statement)
    return [
        replace(update, clips=tuple(tuple(clips.get((update, i), ())) for i in range(n)))
        for update in updates
        for n in [len(update.steps)]
    ]


def _clips(finder: Finder, suite: Sequence[cst.CSTNode]) -> Iterator[tuple[int, cst.CSTNode]]:
    """The lines that clip gradients, also in conditions and loops, and where they stand."""
    for at, statement in enumerate(suite):
        if finder.api(statement) in CLIPS:
            yield at, statement
        blocks = (cst.If, cst.Else, cst.For)
        parts = [statement.body] if isinstance(statement, blocks) else []
        if isinstance(statement, cst.If) and statement.orelse is not None:
            other = statement.orelse
            parts += [other.body] if isinstance(other, cst.Else) else []
            yield from ((at, s) for _, s in _clips(finder, [other]) if isinstance(other, cst.If))
        for part in parts:
            yield from ((at, line) for _, line in _clips(finder, statements(part)))
