"""The last check of every conversion: the output compiles, and no torch name is unreported."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from porter import torch_left
from porter.accounting import calls_left, is_suspicious
from porter.findings import Finding, Severity
from porter.source import compiles, syntax_tree

_WHAT = "porter can't tell what the output calls"


def broken(path: str, text: str, output: str) -> Finding | None:
    """Why the output is no Python, None if it is."""
    try:
        if compiles(output):
            return None
        syntax_tree(output)
        if not compiles(text):  # a `return` outside of functions is the user's own
            return None
        compile(output, path, "exec", dont_inherit=True)
    except SyntaxError as error:
        line = error.lineno or 1
        text = " ".join([*output.splitlines(), ""][line - 1 : line]).strip()[:80]
        message = f"nothing is written: the output would not parse: {error.msg}: {text}"
        hint = "please report this, with the file"
        return Finding(path, 1, 1, "P901", Severity.ERROR, message, hint)
    return None


def verify(
    path: str,
    text: str,
    output: str,
    findings: Sequence[Finding],
    defines: Callable[[str], bool],
) -> list[Finding]:
    """Findings about output that parses; empty when all is well.

    `defines` says whether a class of the project has a method of some name.
    """
    if any(f.severity is Severity.ERROR for f in findings):
        return []
    left = torch_left.findings(path, output, text)
    if not left and is_suspicious(output):
        return _unaccounted(path, output, defines)
    return left


def _unaccounted(path: str, output: str, defines: Callable[[str], bool]) -> list[Finding]:
    """What is called by a name of torch's, of something that porter does not know."""
    hint = "say what it is with an annotation, or convert it together with the files that give it"
    return [
        Finding(path, 1, 1, "P103", Severity.ERROR, f"{_WHAT} {name}() at line {line}", hint)
        for line, name in calls_left(syntax_tree(output), defines)
    ]
