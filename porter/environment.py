"""What a program puts into the environment before its imports.

Who imports TensorFlow ahead of a program, to observe it, has to set this first: TensorFlow reads it
only once.
"""

from __future__ import annotations

import ast
from pathlib import Path

from porter.source import Unreadable, read, syntax_tree


def settings(script: Path) -> dict[str, str]:
    """The names and values of `os.environ.setdefault("NAME", "VALUE")` at the top of the script.

    None where it can't be parsed: who runs it tells why.
    """
    found: dict[str, str] = {}
    try:
        statements = syntax_tree(read(str(script)).text).body
    except (Unreadable, SyntaxError):
        return found
    for statement in statements:
        match statement:
            case ast.Expr(
                ast.Call(
                    ast.Attribute(ast.Attribute(_, "environ"), "setdefault"),
                    [ast.Constant(str(name)), ast.Constant(str(value))],
                )
            ):
                found.setdefault(name, value)
    return found
