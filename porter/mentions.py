"""Which names the functions of a program mention: what a call by a name may run, and touch.

By names alone, for the object of a call may be unknown; read with `ast`, as all files are asked.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING

from porter.ast_names import last, nodes
from porter.source import syntax_tree

if TYPE_CHECKING:
    from porter.facts import Facts

_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
_EXITS = (ast.Return, ast.Break, ast.Continue)
_SUPPRESS = frozenset({"suppress", "raises", "assertRaises"})
# An error ends what these run, and the program goes on
_APART = frozenset({"Thread", "Timer", "Process", "submit", "apply_async", "map_async"})
_APART |= {"create_task", "ensure_future"}
_OF_NO_UPDATE = frozenset({"ImportError", "ModuleNotFoundError", "KeyboardInterrupt"})


@dataclass
class Mentioned:
    """The names of one file."""

    functions: dict[str, set[str]] = field(default_factory=dict)  # in functions of a name
    handed: set[str] = field(default_factory=set)  # as values, decorated, or in lambdas
    tried: set[str] = field(default_factory=set)  # where errors are caught
    catch: set[str] = field(default_factory=set)  # functions that catch some
    catches: bool = False
    within: dict[str, set[str]] = field(default_factory=dict)  # names by what `with` enters
    managers: set[str] = field(default_factory=set)  # which of that catch errors


class Mentions:
    """Of the program that a file belongs to."""

    def __init__(self, facts: Facts) -> None:
        self.files = [*map(mentioned, facts.texts)]
        self.functions: dict[str, set[str]] = {}
        for one in self.files:
            for name, names in one.functions.items():
                self.functions.setdefault(name, set()).update(names)
        handed = set[str]().union(*(one.handed for one in self.files))
        self.handed = handed & self.functions.keys()

    def reached(self, names: Iterable[str]) -> set[str]:
        """These names, and all that the functions mention that they may run: those that are handed
        on may be run under any name."""
        found = {*names, *self.handed}
        open_ = [*found]
        while open_:
            new = self.functions.get(open_.pop(), set()) - found
            found |= new
            open_ += new
        return found


@lru_cache(maxsize=512)
def mentioned(text: str) -> Mentioned:
    """The names of the file with this text; none if it can't be run."""
    found = Mentioned()
    try:
        inside = [*nodes(syntax_tree(text))]
    except (SyntaxError, ValueError):
        return found
    for node in inside:
        if isinstance(node, _FUNCTIONS):
            found.functions.setdefault(node.name, set()).update(_names([node]))
            found.handed |= {node.name} if node.decorator_list else set()
        elif isinstance(node, ast.Lambda):
            found.handed |= _names([node])
        elif isinstance(node, (ast.With, ast.AsyncWith)):
            for item in node.items:
                found.within.setdefault(last(item.context_expr), set()).update(_names(node.body))
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)) and _manages(node):
            found.managers.add(node.name)
        tried = _tried(node)
        found.tried |= _names(tried)
        found.catches |= bool(tried)
    called = {id(node.func) for node in inside if isinstance(node, ast.Call)}
    found.handed |= {name for node in inside if id(node) not in called and (name := _name(node))}
    for node in inside:
        if isinstance(node, _FUNCTIONS) and found.catches and any(map(_tried, nodes(node))):
            found.catch.add(node.name)
    return found


def _tried(node: ast.AST) -> list[ast.AST]:
    """The lines whose errors are caught."""
    if isinstance(node, ast.Try):
        ends = any(isinstance(n, _EXITS) for line in node.finalbody for n in nodes(line))
        return [*node.body] if ends or not all(map(_of_imports, node.handlers)) else []
    if isinstance(node, (ast.With, ast.AsyncWith)):
        if not _SUPPRESS.isdisjoint(last(item.context_expr) for item in node.items):
            return [*node.body]
    if isinstance(node, ast.Call) and (last(node.func) in _APART or _gathers(node.func)):
        return [*node.args, *(keyword.value for keyword in node.keywords)]
    return []


def _gathers(function: ast.expr) -> bool:
    """asyncio's gather(). That of a tensor, and torch.gather(), catch nothing."""
    if last(function) != "gather":
        return False
    return isinstance(function, ast.Name) or last(getattr(function, "value", function)) == "asyncio"


def _manages(node: ast.FunctionDef | ast.ClassDef) -> bool:
    """Whether a `with` of it may go on behind an error."""
    if isinstance(node, ast.ClassDef):
        exits = (n for n in node.body if isinstance(n, ast.FunctionDef) and n.name == "__exit__")
        returned = (n.value for one in exits for n in nodes(one) if isinstance(n, ast.Return))
        return any(not isinstance(v, ast.Constant) or bool(v.value) for v in returned if v)
    tried = (line for n in nodes(node) for line in _tried(n) if isinstance(n, ast.Try))
    return any(isinstance(below, ast.Yield) for line in tried for below in nodes(line))


def _names(lines: Iterable[ast.AST]) -> set[str]:
    """Functions are called by their names, or handed on under them."""
    return {name for line in lines for node in nodes(line) if (name := _name(node))}


def _name(node: ast.AST) -> str:
    """Also the text of `getattr(agent, "update")`."""
    if isinstance(node, ast.Constant):
        return node.value if isinstance(node.value, str) and node.value.isidentifier() else ""
    return last(node) if isinstance(node, (ast.Name, ast.Attribute)) else ""


def _of_imports(handler: ast.ExceptHandler) -> bool:
    """Whether it catches what imports raise, or the user, and no error of an update."""
    types = handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type]
    return all(one is not None and last(one) in _OF_NO_UPDATE for one in types)
