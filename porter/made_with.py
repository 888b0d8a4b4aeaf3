"""Methods that only `__init__` runs, maybe through each other: what they set of their object is set
before anybody has it.

    def __init__(self, lr):
        self._set_optimizer(lr)
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache

from porter.ast_names import nodes
from porter.source import syntax_tree

MAKING = frozenset({"__init__", "__post_init__", "__setstate__"})  # nobody has the object yet
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
_LATER = (*_FUNCTIONS, ast.Lambda, ast.GeneratorExp)


def made_with(tree: ast.Module) -> frozenset[str]:
    """The names of such methods, as far as one file tells."""
    classes = [node for node in tree.body if isinstance(node, ast.ClassDef)]
    methods = [n for cls in classes for n in cls.body if isinstance(n, _FUNCTIONS)]
    methods = [n for n in methods if n.args.args and not n.decorator_list]
    first = {name for n in methods if n.name in MAKING for name in _own_calls(n)}
    if first.isdisjoint(method.name for method in methods):
        return frozenset()
    callers: dict[str, set[str]] = {}  # of each method, by the methods that call it of their object
    called = Counter[str]()
    for method in methods:
        for name in _own_calls(method):
            callers.setdefault(name, set()).add(method.name)
            called[name] += 1
    own = {id(method) for method in methods}
    every = [*nodes(tree)]
    used = Counter(filter(None, map(_named, every)))
    others = {n.name for n in every if isinstance(n, _FUNCTIONS) and id(n) not in own}
    found = {name for name in callers if used[name] == called[name]} - MAKING - others
    while late := {name for name in found if not callers[name] <= MAKING | found}:
        found -= late
    return frozenset(found)


@lru_cache(maxsize=512)
def names_of(text: str) -> frozenset[str]:
    """What the file with this text may call of an object, but for what it runs to make one."""
    try:
        tree = syntax_tree(text)
    except (SyntaxError, ValueError):
        return frozenset()
    return frozenset(filter(None, map(_named, nodes(tree)))) - made_with(tree)


def _own_calls(method: ast.FunctionDef | ast.AsyncFunctionDef) -> Iterator[str]:
    """m of each `self.m()` in a method; not in functions in it, which may run later."""
    own = method.args.args[0].arg
    open_ = [*ast.iter_child_nodes(method)]
    while open_:
        node = open_.pop()
        if isinstance(node, _LATER):
            continue
        open_ += ast.iter_child_nodes(node)
        func = node.func if isinstance(node, ast.Call) else None
        if isinstance(func, ast.Attribute) and isinstance(func.value, ast.Name):
            if func.value.id == own:
                yield func.attr


def _named(node: ast.AST) -> str:
    """What a node names of an object: an attribute, or a text that may be one's name."""
    if isinstance(node, ast.Attribute):
        return node.attr
    text = node.value if isinstance(node, ast.Constant) else None
    return text if isinstance(text, str) and text.isidentifier() else ""
