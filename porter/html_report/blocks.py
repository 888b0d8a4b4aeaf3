"""The rows of a file in blocks: the plan beside its step, long stretches of no interest folded."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from porter.explain import Passage
from porter.html_report.document import Row

_CONTEXT = 3  # unchanged lines that stay around a change
_FOLDED = 8  # fewer lines are not worth a click
_PASTED = 16  # more new lines in a row are building blocks
_WIDTH = 34  # characters in a line of the margin
_DEFINED = re.compile(r"(?:class|def) (\w+)")


@dataclass(frozen=True)
class Block:
    """Rows that stand together: folded under a `title`, or a step with its plan beside it."""

    rows: tuple[Row, ...]
    plan: tuple[Passage, ...] = ()
    title: str = ""


def blocks_of(rows: Sequence[Row], plan: Sequence[Passage]) -> tuple[Block, ...]:
    """The file from top to bottom."""
    return tuple(_blocks(rows, _steps(rows, plan)))


def _steps(rows: Sequence[Row], plan: Sequence[Passage]) -> list[tuple[int, int, list[Passage]]]:
    """The first row, the row behind the last and the passages of each step, in order."""
    places = {row.original.line: index for index, row in enumerate(rows) if row.original}
    found: list[tuple[int, int, list[Passage]]] = []
    for passage in sorted(plan, key=lambda p: p.first):
        if passage.first not in places:
            continue
        start, end = places[passage.first], places.get(passage.last, places[passage.first]) + 1
        if found and start < found[-1][1]:
            first, last, told = found[-1]
            found[-1] = (first, max(last, end), [*told, passage])
        else:
            found.append((start, end, [passage]))
    return found


def _blocks(rows: Sequence[Row], steps: list[tuple[int, int, list[Passage]]]) -> Iterator[Block]:
    done = 0
    for index, (start, end, plan) in enumerate(steps):
        yield from _folded(rows[done:start])
        following = steps[index + 1][0] if index + 1 < len(steps) else len(rows)
        done = min(max(end, start + _height(plan)), following)  # as far as the margin reaches down
        yield Block(tuple(rows[start:done]), tuple(plan))
    yield from _folded(rows[done:])


def _height(plan: Sequence[Passage]) -> int:
    """The rows that the plan needs in the margin."""
    lines = [line for passage in plan for line in passage.text.splitlines()]
    return sum(2 + len(line) // _WIDTH for line in lines)


def _folded(rows: Sequence[Row]) -> Iterator[Block]:
    """The rows between steps, what is long and of no interest folded."""
    shown: list[Row] = []
    for kind, group in groupby(rows, lambda row: "" if row.findings or row.verdicts else row.kind):
        part = list(group)
        context = 0 if kind == "new" else _CONTEXT
        folds = {"same": _FOLDED + 2 * _CONTEXT, "new": _PASTED}
        if len(part) < folds.get(kind, len(part) + 1):
            shown += part
            continue
        yield from _shown([*shown, *part[:context]])
        inside = part[context : len(part) - context]
        yield Block(tuple(inside), title=_title(kind, inside))
        shown = part[len(part) - context :]
    yield from _shown(shown)


def _shown(rows: Sequence[Row]) -> Iterator[Block]:
    if rows:
        yield Block(tuple(rows))


def _title(kind: str, rows: Sequence[Row]) -> str:
    if kind == "same":
        return f"{len(rows)} lines that stay as they are"
    texts = (row.port.text for row in rows if row.port)
    names = [match[1] for text in texts if (match := _DEFINED.match(text))]
    return f"{len(rows)} lines that porter adds: {', '.join(names)}".removesuffix(": ")
