"""--add-noqa: a comment at each finding that there is, so that only new ones count."""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Iterable

from porter.linter import registry
from porter.linter.finding import Finding

_NOQA = re.compile(r"#\s*noqa\s*:\s*[A-Z]+[0-9]+(?:[\s,]+[A-Z]+[0-9]+\b)*", re.IGNORECASE)


def silenced(code: str, lint: Callable[[str], Iterable[Finding]]) -> str:
    """The code with a comment for each finding; `lint` gives the findings of a code.

    The line of the finding is tried first, then the ends of its statement: a comment can't stand
    in a string or behind a backslash.
    """
    for attempt in range(4):
        for finding in _left(lint(code)):
            line = (finding.line, finding.end_line, *finding.statement)[attempt]
            new = _with_noqa(code, line, finding.rule)
            if len(_left(lint(new))) < len(_left(lint(code))):
                code = new
    return code


def _left(findings: Iterable[Finding]) -> list[Finding]:
    return [f for f in findings if not f.suppressed and f.rule not in registry.ENGINE]


def _with_noqa(code: str, line: int, rule: str) -> str:
    """The code with one more comment, or one more code in the comment that there is."""
    lines = io.StringIO(code, newline="").readlines()
    text = lines[line - 1]
    body = text.rstrip("\r\n")
    if match := _NOQA.search(body):
        body = f"{body[: match.end()]}, {rule}{body[match.end() :]}"
    else:
        body = f"{body}  # noqa: {rule}"
    lines[line - 1] = body + text[len(text.rstrip("\r\n")) :]
    return "".join(lines)
