"""A program many times in one file, each time under other names."""

import ast
import re


def repeated(text: str, copies: int) -> str:
    """The imports once, then all functions, classes and constants so many times."""
    lines = text.splitlines(keepends=True)
    head, parts, names = [], [], []
    for node in ast.parse(text).body:
        first = min(n.lineno for n in (node, *getattr(node, "decorator_list", ())))
        part = "".join(lines[first - 1 : node.end_lineno])
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            head.append(part)
        elif isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            parts.append(part)
            names.append(node.name)
        elif isinstance(node, ast.Assign):
            parts.append(part)
            names += [n.id for n in ast.walk(node) if isinstance(getattr(n, "ctx", 0), ast.Store)]
    own = re.compile(rf"(?<![\w.])({'|'.join(names)})\b")
    body = "\n\n".join(parts)
    copied = (own.sub(lambda found, n=n: f"{found[1]}_{n}", body) for n in range(copies))
    return "\n\n".join(["".join(head), *copied])
