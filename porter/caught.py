"""Whether a program goes on behind an error that one of its functions meets: another function that
runs it, maybe through others, catches errors. Read with `ast`, for all files are asked."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING

from porter.ast_names import last, nodes
from porter.source import syntax_tree

if TYPE_CHECKING:
    import libcst as cst

    from porter.facts import Facts

_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
_OF_NO_UPDATE = frozenset({"ImportError", "ModuleNotFoundError", "KeyboardInterrupt"})


@dataclass
class _Read:
    """One file."""

    mentions: dict[str, set[str]] = field(default_factory=dict)  # of functions, by their names
    tried: set[str] = field(default_factory=set)  # names where errors are caught
    catch: set[str] = field(default_factory=set)  # functions that catch some
    anywhere: bool = False  # errors are caught


class Caught:
    """Of the program that a file belongs to."""

    def __init__(self, facts: Facts) -> None:
        self._facts = facts
        files = [*map(_read, facts.texts)]
        self._at_top = files[0].anywhere
        self._catch = files[0].catch
        self._names = set[str]().union(*(one.tried for one in files))
        mentions: dict[str, set[str]] = {}
        for one in files if self._names else ():
            for name, mentioned in one.mentions.items():
                mentions.setdefault(name, set()).update(mentioned)
        open_ = [*self._names, *(n for n in mentions if n.startswith("__"))]  # Python runs these
        while open_:
            for name in mentions.get(open_.pop(), set()) & mentions.keys() - self._names:
                self._names.add(name)
                open_.append(name)

    def goes_on(self, node: cst.CSTNode) -> bool:
        """Whether the program may go on behind an error in this line."""
        function = self._facts.index.function(node)
        return (
            self._at_top if function is None else function.name.value in self._names | self._catch
        )


@lru_cache(maxsize=512)
def _read(text: str) -> _Read:
    found = _Read()
    try:
        inside = [*nodes(syntax_tree(text))]
    except (SyntaxError, ValueError):
        return found
    for node in inside:
        if isinstance(node, _FUNCTIONS):
            found.mentions.setdefault(node.name, set()).update(_mentioned([node]))
        tried = _tried(node)
        found.tried |= _mentioned(tried)
        found.anywhere |= bool(tried)
    for node in inside:
        if isinstance(node, _FUNCTIONS) and found.anywhere and any(map(_tried, nodes(node))):
            found.catch.add(node.name)
    return found


def _tried(node: ast.AST) -> list[ast.stmt]:
    """The lines whose errors are caught."""
    if isinstance(node, ast.Try) and not all(map(_of_imports, node.handlers)):
        return node.body
    if isinstance(node, (ast.With, ast.AsyncWith)):
        if any(last(item.context_expr) == "suppress" for item in node.items):
            return node.body
    return []


def _mentioned(lines: Iterable[ast.AST]) -> set[str]:
    """Functions are called by their names, or handed on under them."""
    inside = (node for line in lines for node in nodes(line))
    return {last(node) for node in inside if isinstance(node, (ast.Name, ast.Attribute))}


def _of_imports(handler: ast.ExceptHandler) -> bool:
    """Whether it catches what imports raise, or the user, and no error of an update."""
    types = handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type]
    return all(one is not None and last(one) in _OF_NO_UPDATE for one in types)
