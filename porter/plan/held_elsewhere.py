"""Gradients that a file works on and others compute: `log_norms(net)` in utils.py reads what the
parameters hold. All updates of such a program have the general form, in which they hold them.

A method of a class that no line of the program makes, or inherits from, runs for none of them: the
updates keep their forms, and what the method works on is told.
"""

from __future__ import annotations

import ast
import re
from functools import lru_cache

from porter.ast_names import inside
from porter.facts import Facts
from porter.plan.helpers import reads_held
from porter.source import syntax_tree

_WORDS = re.compile(r"[^\W\d]\w*")


class HeldElsewhere:
    """What a file has to do with it."""

    def __init__(self, facts: Facts) -> None:
        own, *others = facts.texts
        alone = not any(".backward" in text for text in others)  # another program may have updates
        runs = {one: alone or _is_run(*one, facts.texts) for one in reads_held(own)}
        self.here = any(runs.values())  # it works on gradients of others …
        self.unrun = {cls for (_, cls), run in runs.items() if not run}  # … but these classes don't
        names = {one for text in others for one in reads_held(text)}
        used = (
            name
            for name, cls in sorted(names)
            if any(map(_uses(name).search, facts.texts)) and _is_run(name, cls, facts.texts)
        )
        self.by = next(used, "")  # … and such a function of another file, on its own


def _uses(name: str) -> re.Pattern[str]:
    return re.compile(rf"(?<!def )(?<!class )\b{name}\b")


def _is_run(name: str, cls: str, texts: tuple[str, ...]) -> bool:
    """Whether an object may run it."""
    return not cls or any(cls in text and cls in _named(text, cls) for text in texts)


@lru_cache(maxsize=512)
def _named(text: str, cls: str) -> frozenset[str]:
    """The names that stand in a text, also in quotes, but for imports and the class itself."""
    try:
        open_: list[ast.AST] = [syntax_tree(text)]
    except (SyntaxError, ValueError):
        return frozenset(_WORDS.findall(text))
    found = set[str]()
    while open_:
        node = open_.pop()
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            continue
        if isinstance(node, ast.ClassDef) and node.name == cls:
            continue
        open_ += inside(node)
        if isinstance(node, ast.Name):
            found.add(node.id)
        elif isinstance(node, ast.Attribute):
            found.add(node.attr)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            found.update(_WORDS.findall(node.value))
    return frozenset(found)
