"""Which functions of a program may call a network, by their names: `def evaluate(self, x): return
self.agent(x)`. Asked where the object of a method is not known; read with `ast`, as all files of a
program are asked."""

from __future__ import annotations

import ast
import builtins
import re
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import chain
from typing import TYPE_CHECKING

from porter.ast_names import last, nodes
from porter.source import syntax_tree

if TYPE_CHECKING:
    from porter.facts import Facts

_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
_DATA = re.compile(r"(?i)(buffer|memory|replay|storage|rollouts?|data(set|loader)?|loader|envs?)$")


@dataclass
class _Read:
    """The functions of a file by their names."""

    defined: set[str] = field(default_factory=set)
    networks: set[str] = field(default_factory=set)  # of these, those that call an object
    calls: dict[str, set[str]] = field(default_factory=dict)  # the functions that each calls


class NetworkMethods:
    """Of the program that a file belongs to."""

    def __init__(self, facts: Facts) -> None:
        files = [*map(_functions, facts.texts)]
        self.defined = frozenset(chain(*(one.defined for one in files)))
        self.names = {name for one in files for name in one.networks}
        callers = [pair for one in files for pair in one.calls.items()]
        before = -1
        while before < len(self.names):
            before = len(self.names)
            self.names |= {name for name, called in callers if not called.isdisjoint(self.names)}


def holds_data(method: str) -> bool:
    """Whether it is a method of what keeps or makes data, by the field's names for that:
    `self.replay_buffer.sample`, which has a method of a policy's name, `env.step`."""
    return _DATA.search(method.rpartition(".")[0]) is not None


@lru_cache(maxsize=512)
def _functions(text: str) -> _Read:
    try:
        tree = syntax_tree(text)
    except (SyntaxError, ValueError):
        return _Read()
    found = _Read()
    inside = [*nodes(tree)]
    functions = [one for one in inside if isinstance(one, _FUNCTIONS)]
    found.defined = {one.name for one in functions}
    classes = {one.name for one in inside if isinstance(one, ast.ClassDef)}
    imports = (one for one in inside if isinstance(one, (ast.Import, ast.ImportFrom)))
    modules = {alias.asname or alias.name for one in imports for alias in one.names}
    known = found.defined | classes | modules | {*dir(builtins)}
    parameters = {name for one in inside if isinstance(one, ast.Assign) for name in _leaves(one)}
    for function in functions:
        for one in nodes(function):
            if isinstance(one, ast.Call):
                if _is_object(one.func, known):
                    found.networks.add(function.name)
                found.calls.setdefault(function.name, set()).add(last(one.func))
            elif isinstance(one, ast.Attribute) and one.attr in parameters:
                found.networks.add(function.name)
    return found


def _leaves(assign: ast.Assign) -> list[str]:
    """w of `self.w = nn.Parameter(x)`, `self.w = torch.zeros(3, requires_grad=True)`"""
    made = assign.value
    if not isinstance(made, ast.Call):
        return []
    marked = any(keyword.arg == "requires_grad" for keyword in made.keywords)
    targets = [one.attr for one in assign.targets if isinstance(one, ast.Attribute)]
    return targets if marked or last(made.func) == "Parameter" else []


def _is_object(called: ast.expr, known: set[str]) -> bool:
    """`self.agent(x)`, `self.agents[i](x)`, `layer(x)`, `agent.forward(x)`"""
    if isinstance(called, ast.Attribute):
        own = isinstance(called.value, ast.Name) and called.value.id == "self"
        return called.attr == "forward" or (own and called.attr not in known)
    return not isinstance(called, ast.Name) or called.id not in known
