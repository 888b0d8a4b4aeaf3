"""Calls in the output that only torch's objects understand: each has to be told.

Inference decides what a method is called of. This looks at what was written, and trusts nobody.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator

from porter.infer.names import KEYWORDS, NETWORK_ONLY, TENSOR_ONLY

_OF_TENSORFLOW = frozenset({"cpu", "numpy"})
_NAMES = (TENSOR_ONLY | NETWORK_ONLY) - _OF_TENSORFLOW
_IMPORTED = re.compile(r"^import (?:[\w.]+ as (\w+)|(\w+))$", re.M)
_CALLED = re.compile(rf"\.(?:{'|'.join(sorted(_NAMES))})\(")


def is_suspicious(output: str) -> bool:
    """Whether some method is called by a name of torch's: to look closer takes a parse. What is
    called of a module that the output imports is none: `tf.sqrt(x)`."""
    modules = "|".join({name for names in _IMPORTED.findall(output) for name in names if name})
    others = re.sub(rf"(?<![\w.])(?:{modules})\.[\w.]+\(", "(", output) if modules else output
    return _CALLED.search(others) is not None


def calls_left(tree: ast.Module, defines: Callable[[str], bool]) -> Iterator[tuple[int, str]]:
    """(line, method) of what is called of something that nothing in the output gives that method.

    `defines` says whether a class of the project has a method of this name.
    """
    nodes = list(ast.walk(tree))
    own = {node.name for node in nodes if isinstance(node, (ast.FunctionDef, ast.ClassDef))}
    own |= {node.attr for node in nodes if isinstance(node, ast.Attribute) and _is_set(node)}
    modules = {
        (alias.asname or alias.name).partition(".")[0]
        for node in nodes
        if isinstance(node, (ast.Import, ast.ImportFrom))
        for alias in node.names
    }
    chosen = {below for node in nodes for below in _of_others(node)}
    for node in nodes:
        func = node.func if isinstance(node, ast.Call) else None
        if not isinstance(node, ast.Call) or not isinstance(func, ast.Attribute):
            continue
        if func.attr not in _NAMES or node in chosen:
            continue
        given = {word.arg for word in node.keywords if word.arg is not None}
        if not given <= KEYWORDS.get(func.attr, given):
            continue
        if func.attr not in own and _root(func) not in modules and not defines(func.attr):
            yield func.lineno, func.attr


def _is_set(node: ast.Attribute) -> bool:
    return isinstance(node.ctx, ast.Store)


def _of_others(node: ast.AST) -> Iterator[ast.AST]:
    """What runs where something is no tensor: y of `x if tf.is_tensor(a) else y`."""
    if isinstance(node, ast.IfExp) and ast.unparse(node.test).startswith("tf.is_tensor("):
        yield from ast.walk(node.orelse)


def _root(node: ast.AST) -> str:
    """np of `np.linalg.norm`."""
    while isinstance(node, ast.Attribute):
        node = node.value
    return node.id if isinstance(node, ast.Name) else ""
