"""Two texts side by side: which line stands beside which."""

from __future__ import annotations

import bisect
from collections.abc import Iterable, Iterator, Sequence
from difflib import SequenceMatcher
from functools import partial
from itertools import takewhile

Row = tuple[int | None, int | None]


def side_by_side(
    original: Sequence[str], port: Sequence[str], pairs: Iterable[tuple[int, int]]
) -> list[Row]:
    """The numbers of the lines in each row, from 1; None stands for no line on that side.

    `pairs` are the lines that are known to belong together. As many as can without crossing stand
    in one row; lines in between are laid side by side where they are equal.
    """
    rows: list[Row] = []
    left = right = 0
    for one, other in (*_chain(_alike(original, port, pairs)), (len(original) + 1, len(port) + 1)):
        between = original[left : one - 1], port[right : other - 1]
        rows += (
            (None if a is None else left + a, None if b is None else right + b)
            for a, b in _between(*between)
        )
        if one <= len(original):
            rows.append((one, other))
        left, right = one, other
    return rows


def _alike(
    original: Sequence[str], port: Sequence[str], pairs: Iterable[tuple[int, int]]
) -> Iterator[tuple[int, int]]:
    """For each line of the original, that of the lines it became which begins most like it."""
    partners: dict[int, list[int]] = {}
    for line, partner in pairs:
        partners.setdefault(line, []).append(partner)

    def likeness(line: int, partner: int) -> int:
        both = zip(original[line - 1].strip(), port[partner - 1].strip())
        return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], both))

    for line, found in partners.items():
        yield line, max(found, key=partial(likeness, line))


def _chain(pairs: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """The most pairs that can stand in one row each, without crossing."""
    ends: list[int] = []  # the port's line that the best chain of each length ends with
    chains: list[tuple[tuple[int, int], object]] = []  # linked lists, from the last pair back
    for original, port in sorted(pairs, key=lambda pair: (pair[0], -pair[1])):
        length = bisect.bisect_left(ends, port)
        ends[length : length + 1] = [port]
        chains[length : length + 1] = [((original, port), chains[length - 1] if length else None)]
    found: list[tuple[int, int]] = []
    rest: object = chains[-1] if chains else None
    while isinstance(rest, tuple):
        pair, rest = rest
        found.append(pair)
    return found[::-1]


def _between(original: Sequence[str], port: Sequence[str]) -> Iterator[Row]:
    """Rows of two stretches, numbered from 1: equal lines, and what is left over beside it."""
    before, after = ([line.strip() for line in side] for side in (original, port))
    for _, a, a_end, b, b_end in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        for i in range(max(a_end - a, b_end - b)):
            yield (
                a + i + 1 if a + i < a_end else None,
                b + i + 1 if b + i < b_end else None,
            )
