"""Which line of a port belongs to which line of its original, also where somebody edited the port.

The original is converted again, in memory: porter knows which line became which. What it writes
today is then compared with the port, statement by statement, so that comments and formatting do
not matter. Where that tells nothing, as in a port that somebody wrote by hand, statements are
matched by names: of the function around, and of what they define, assign or call.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import cached_property
from itertools import zip_longest
from pathlib import Path
from typing import TYPE_CHECKING

from porter.outline import Statement, outline
from porter.source import read

if TYPE_CHECKING:
    from porter.pipeline import Options

# The share of the program's statements that must stand in a port as porter writes them, for its
# other lines to be matched by position. A dozen edits leave 0.92 of a file of 150 statements; in a
# port by hand the host code alone is equal, which would be 0.67 to 0.88 of cleanrl's scripts.
_OWN = 0.9
Pairs = set[tuple[int, int]]


@dataclass(frozen=True)
class Edit:
    """A statement of a port that is not as porter writes it; None and "" stand for none."""

    original: int | None  # the line of the original that it came from
    port: int | None  # of one that is missing, the line where it ought to stand
    written: str  # the statement as porter writes it
    found: str  # the same where it stands in another block


@dataclass(frozen=True)
class LineMap:
    """Pairs of lines where statements begin; any other line counts as part of its statement.

    `edits` are what somebody changed in a port that porter wrote; () of a port by hand.
    """

    pairs: frozenset[tuple[int, int]]  # (line of the original, line of the port)
    original: tuple[Statement, ...]
    port: tuple[Statement, ...]
    edits: tuple[Edit, ...] = ()

    def to_port(self, line: int) -> tuple[int, ...]:
        """The lines of the port that a line of the original became; () where none is known."""
        return tuple(self._ports.get(self._starts[0].get(line, 0), ()))

    def to_original(self, line: int) -> int | None:
        """The line that a line of the port came from; None for porter's own, and where unknown.

        A line that does the work of several, as `optimizer.apply(tape.gradient(…))` that of
        backward() and step(), came from the last of them.
        """
        return self._originals.get(self._starts[1].get(line, 0))

    def same(self, original: int, port: int) -> bool:
        """Whether two lines, in the middle of a statement too, belong together."""
        return (self._starts[0].get(original), self._starts[1].get(port)) in self.pairs

    @cached_property
    def _ports(self) -> dict[int, list[int]]:
        found: dict[int, list[int]] = {}
        for original, port in sorted(self.pairs):
            found.setdefault(original, []).append(port)
        return found

    @cached_property
    def _originals(self) -> dict[int, int]:
        return {port: original for original, port in sorted(self.pairs)}

    @cached_property
    def _starts(self) -> tuple[dict[int, int], dict[int, int]]:
        """The line where the statement at a line begins, of the original and of the port."""
        return _starts(self.original), _starts(self.port)


def line_map(
    original: Path, port: Path, root: Path | None = None, rules: tuple[Path, ...] = ()
) -> LineMap:
    """The lines of a Python file and of its port; `root` is the directory of its project.

    Raises Unreadable where one of them cannot be read, SyntaxError where one is no Python, and
    RuleError where a rule file of the user's is wrong.
    """
    from porter.converting import convert_text
    from porter.pipeline import Converted, Failed

    text, ported = read(str(original)).text, read(str(port)).text
    before, after = outline(text), outline(ported)
    found = convert_text(text, str(original), root or original.parent, _options(ported, rules))
    if isinstance(found, Failed):
        return LineMap(frozenset(_by_names(before, after)), before, after)
    if isinstance(found, Converted):
        pairs, edits = _pairs(before, outline(found.output), after, found.lines)
    else:  # a file without torch is ported by copying it
        pairs, edits = _pairs(before, before, after, [(s.line, s.line) for s in before])
    return LineMap(frozenset(pairs), before, after, edits)


def _options(port: str, rules: tuple[Path, ...]) -> Options:
    """The options that a port was written with, as far as it shows."""
    from porter.pipeline import Options
    from porter.project_files import HELPER_MODULE

    helpers = "module" if f"from {HELPER_MODULE} import" in port else "inline"
    return Options(helpers, "jit_compile=True" in port, rules, lines=True)


def _pairs(
    before: Sequence[Statement],
    written: Sequence[Statement],
    after: Sequence[Statement],
    lines: Sequence[tuple[int, int]],
) -> tuple[Pairs, tuple[Edit, ...]]:
    """The original's lines with the port's, by what porter writes today and its `lines`; edits."""
    today, now = [s.text for s in written], [s.text for s in after]
    blocks = SequenceMatcher(None, today, now, autojunk=False).get_opcodes()
    ported = {line for _, line in lines}
    equal = {s.line for tag, a, end, *_ in blocks if tag == "equal" for s in written[a:end]}
    if len(equal & ported) < _OWN * len(ported):
        return _by_names(before, after), ()
    moved: dict[int, int] = {}  # line as porter writes it -> line in the port
    for _, a, a_end, b, b_end in blocks:
        if a_end - a == b_end - b:  # equal, or changed one by one
            moved.update((x.line, y.line) for x, y in zip(written[a:a_end], after[b:b_end]))
    pairs = {(source, moved[line]) for source, line in lines if line in moved}
    lost = {source for source, line in lines if line not in moved}
    known = set(moved.values())
    pairs |= _by_names(
        [s for s in before if s.line in lost], [s for s in after if s.line not in known]
    )
    sources = {line: source for source, line in sorted(lines, reverse=True)}
    edits = [
        Edit(
            sources.get(x.line) if x else None,
            y.line if y else _missing(x, after[max(b_end - 1, 0) : b_end + 1]),
            *_texts(x, y),
        )
        for tag, a, a_end, b, b_end in blocks
        for x, y in (
            zip_longest(written[a:a_end], after[b:b_end])
            if tag != "equal"
            else _in_another_block(written[a:a_end], after[b:b_end])
        )
    ]
    return pairs, tuple(edits)


def _in_another_block(
    written: Sequence[Statement], after: Sequence[Statement]
) -> Iterable[tuple[Statement, Statement]]:
    """Equal statements of which one stands deeper, the first of several that follow each other."""
    before = 0
    for x, y in zip(written, after):
        if y.depth - x.depth not in (0, before):
            yield x, y
        before = y.depth - x.depth


def _missing(statement: Statement | None, around: Sequence[Statement]) -> int | None:
    """The line where a statement is missing: of the one behind it, in the same function."""
    same = [other for other in around if statement and other.place == statement.place]
    return next((other.line for other in (*same[::-1], *around)), None)


def _texts(*statements: Statement | None) -> tuple[str, str]:
    written, found = (statement.text if statement else "" for statement in statements)
    return written, found


def _by_names(before: Sequence[Statement], after: Sequence[Statement]) -> Pairs:
    """Statements with the same names in the same function; failing that, once in each file."""
    pairs = {
        pair
        for old, new in _grouped(before, after, lambda s: (s.place, s.names))
        if len(old) == len(new)
        for pair in zip(old, new)
    }
    old_lines, new_lines = {line for line, _ in pairs}, {line for _, line in pairs}
    before = [s for s in before if s.line not in old_lines]
    after = [s for s in after if s.line not in new_lines]
    alone = _grouped(before, after, lambda s: s.names)
    return pairs | {(old[0], new[0]) for old, new in alone if len(old) == len(new) == 1}


def _grouped(
    before: Iterable[Statement], after: Iterable[Statement], key: Callable[[Statement], object]
) -> Iterable[tuple[list[int], list[int]]]:
    """The lines of both sides, by key."""
    groups: dict[object, tuple[list[int], list[int]]] = {}
    for side, part in enumerate((before, after)):
        for statement in part:
            groups.setdefault(key(statement), ([], []))[side].append(statement.line)
    return groups.values()


def _starts(part: Iterable[Statement]) -> dict[int, int]:
    """The line where the statement at a line begins."""
    found: dict[int, int] = {}
    for statement in part:
        for line in range(statement.first, statement.last + 1):
            found.setdefault(line, statement.line)
    return found
