"""Comments that silence findings: `# noqa: TFE101`, `# porter: ignore[TFE101] why`."""

from __future__ import annotations

import io
import re
import tokenize
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from itertools import accumulate

from porter.linter.finding import Edit, Finding, Fix
from porter.linter.registry import ENGINE, UNUSED

_ANY = re.compile(r"#\s*(noqa\b|porter:)", re.IGNORECASE)
_NOQA = re.compile(
    r"#\s*noqa(?P<codes>\s*:\s*[A-Z]+[0-9]+(?:[\s,]+[A-Z]+[0-9]+\b)*)?(?!\w)", re.IGNORECASE
)
_IGNORE = re.compile(r"#\s*porter:\s*ignore\[(?P<codes>[^\]]*)\]")
_SKIP = re.compile(r"#\s*porter:\s*skip-file\b")
_CODE = re.compile(r"[A-Za-z]+[0-9]+|[a-z]+(?:-[a-z]+)+")


@dataclass
class _Comment:
    """A suppression; no codes means all. `used` are those that silenced something."""

    line: int
    column: int
    end: int
    codes: tuple[str, ...]
    ours: bool  # not a bare noqa, which is for other linters as well
    text: str = ""  # of the whole comment, from here to its end
    start: int = 0  # of it in the file
    space: int = 0  # before it
    used: set[str] = field(default_factory=set)


class Suppressions:
    """The suppressions of one file."""

    def __init__(self, text: str) -> None:
        self.skip_file = False
        self._comments: dict[int, list[_Comment]] = {}
        if not _ANY.search(text):
            return
        starts = [0, *accumulate(map(len, io.StringIO(text)))]
        for line, column, comment in _comments(text):
            self.skip_file = self.skip_file or bool(_SKIP.search(comment))
            for pattern, ours in ((_NOQA, False), (_IGNORE, True)):
                for match in pattern.finditer(comment):
                    codes = tuple(_CODE.findall(match["codes"] or ""))
                    if ours and not codes:
                        continue
                    start, end = column + match.start(), column + match.end()
                    rest = comment[match.start() :]
                    at = starts[line - 1] + start
                    before = text[starts[line - 1] : at]
                    space = len(before) - len(before.rstrip())
                    found = _Comment(line, start, end, codes, ours, rest, at, space)
                    self._comments.setdefault(line, []).append(found)

    def apply(self, findings: Iterable[Finding]) -> list[Finding]:
        """The findings, with those marked that a comment silences."""
        return [replace(f, suppressed=self._silences(f)) for f in findings]

    def _silences(self, finding: Finding) -> bool:
        silenced = False
        for line in {finding.line, finding.end_line, *finding.statement}:
            for comment in self._comments.get(line, ()):
                codes = [c for c in comment.codes if c.upper() == finding.rule or c == finding.name]
                if codes or not comment.codes:
                    comment.used.update(codes)
                    silenced = True
        return silenced

    def unused(self, active: dict[str, str]) -> list[Finding]:
        """What silences nothing, of the rules that ran: `active` are their ids and names."""
        known = {*active, *active.values()}
        return [
            _unused(comment, code)
            for comments in self._comments.values()
            for comment in comments
            for code in comment.codes
            if code not in comment.used and (code.upper() in known or code in known)
        ]


def _unused(comment: _Comment, code: str) -> Finding:
    name, _ = ENGINE[UNUSED]
    problem = f"the suppression of {code} silences nothing"
    at = (comment.line, comment.column + 1, comment.line, comment.end + 1)
    fix = Fix((_removal(comment, code),), safe=True)
    return Finding("", *at, UNUSED, name, problem, advice="remove it", statement=at[::2], fix=fix)


def _removal(comment: _Comment, code: str) -> Edit:
    """The comment without a code; none, and no reason, where it has no other."""
    end = comment.end - comment.column
    left = [other for other in comment.codes if other != code]
    if left:
        head = "# porter: ignore[{}]" if comment.ours else "# noqa: {}"
        return Edit(comment.start, comment.start + end, head.format(", ".join(left)))
    behind = comment.text.find("#", end)
    end = len(comment.text) if behind < 0 else behind
    start = comment.start - (comment.space if behind < 0 else 0)
    return Edit(start, comment.start + end, "")


def _comments(text: str) -> Iterable[tuple[int, int, str]]:
    """Line, column from 0 and text of each comment."""
    try:
        for token in tokenize.generate_tokens(io.StringIO(text).readline):
            if token.type == tokenize.COMMENT:
                yield token.start[0], token.start[1], token.string
    except (tokenize.TokenError, SyntaxError):
        return  # the parser has told of it
