"""A port that porter could not finish: half torch and half TensorFlow.

Nothing in it is converted once more. What was tensor code of torch is TensorFlow's by now, so that
kinds would be guesses; the places that are left have their comments, and are told again.
"""

from __future__ import annotations

import io
import re
import tokenize
from collections.abc import Sequence

from porter.findings import Finding, Severity

LEFT = "# porter: "
NOT_PORTED = "porter: not ported: "  # what the raises of `porter port` tell
_RAISED = re.compile(
    rf"^\s*raise NotImplementedError\(\s*[\"']{NOT_PORTED}(P\d{{3}}) ([^\"'\n]+)", re.M
)
_LEFT = re.compile(rf"{LEFT}(P\d{{3}}) (.+)")
_HINT = "finish it by hand and take the comment away, or convert the original again"


def is_left_out(statements: Sequence[str]) -> bool:
    """Whether a function's body is a raise of `porter port`, and nothing else."""
    return len(statements) == 1 and _RAISED.search(statements[0]) is not None


def left_in(text: str, path: str) -> tuple[Finding, ...]:
    """What porter's own comments say is left in a port; () for any other file."""
    places = [(m, text.count("\n", 0, m.start(1)) + 1) for m in _RAISED.finditer(text)]
    found = tuple(
        Finding(path, line, 1, m[1], Severity.ERROR, f"not ported: {m[2]}", _HINT)
        for m, line in places
    )
    if not _LEFT.search(text):
        return found
    tokens = tokenize.generate_tokens(io.StringIO(text).readline)
    comments = (token for token in tokens if token.type == tokenize.COMMENT)
    return found + tuple(
        Finding(path, t.start[0] + 1, t.start[1] + 1, match[1], Severity.ERROR, match[2], _HINT)
        for t in comments
        if (match := _LEFT.fullmatch(t.string))
    )
