"""The last check of every conversion: the output compiles, and no torch name is unreported."""

from __future__ import annotations

import ast
import re
from collections.abc import Sequence

from porter.findings import Finding, Severity
from porter.infer.names import is_torch
from porter.source import compiles, syntax_tree

_MENTIONED = re.compile(r"^\s*(import|from)\s+.*\btorch\b", re.MULTILINE)


def verify(path: str, output: str, findings: Sequence[Finding]) -> list[Finding]:
    """Findings about the output itself; empty when all is well."""
    try:
        if not compiles(output):
            syntax_tree(output)  # a `return` outside of functions is the user's own
    except SyntaxError as error:
        message = f"the output does not parse: {error.msg}"
        where = (error.lineno or 1, error.offset or 1)
        return [Finding(path, *where, "P901", Severity.ERROR, message, "please report this")]
    if any(f.severity is Severity.ERROR for f in findings):
        return []
    left = _torch_names(syntax_tree(output)) if _MENTIONED.search(output) else []
    if not left:
        return []
    line, column, name = left[0]
    message = f"{name} is still in the output at its line {line}"
    return [Finding(path, 1, column, "P901", Severity.ERROR, message, "please report this")]


def _torch_names(tree: ast.Module) -> list[tuple[int, int, str]]:
    """Imports of torch that the output still has."""
    found = []
    for node in ast.walk(tree):
        names: list[str] = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names = [node.module]
        for name in names:
            if is_torch(name):
                assert isinstance(node, (ast.Import, ast.ImportFrom))
                found.append((node.lineno, node.col_offset + 1, f"import of {name}"))
    return found
