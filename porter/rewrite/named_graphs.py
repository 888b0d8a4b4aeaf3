"""`self._call_actor(state)`: a method with a decorator, for a network that host code calls.

An agent that owns its network gets a method for it, as one would write it, in place of
`graph(self.actor)(state)` at each call. That keeps the network for good, so it asks that nothing
replaces it.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

import libcst as cst

from porter.changes import Changes
from porter.codegen import code
from porter.facts import ClassInfo
from porter.kinds import Kind
from porter.rewrite import lines

if TYPE_CHECKING:
    from porter.facts import Facts

_ODD = frozenset({"__eq__", "__hash__", "__getattr__", "__getattribute__", "__call__"})


class Parameter(NamedTuple):
    """A parameter of such a method: the call hands it on by position or by its name."""

    name: str
    by_keyword: bool = False


class NamedGraphs:
    """The methods that classes get, by the method of the original that they stand behind."""

    def __init__(self, facts: Facts) -> None:
        self.facts = facts
        # By the class, what is called, how many arguments, and the names of those by keyword
        self.made: dict[tuple[str, str, int, tuple[str, ...]], str] = {}
        self.behind: dict[cst.CSTNode, list[tuple[str, str, str]]] = {}

    def name(
        self, cls: ClassInfo, node: cst.Call, network: str, params: Sequence[Parameter]
    ) -> str | None:
        """The method for a call of the original; None where it has to stay a call of graph().

        `network` is the callee as the port spells it.
        """
        method = self.facts.index.function(node)
        parts = network.split(".")
        if method is None or not self._fits(cls, method, node, parts):
            return None
        by_keyword = tuple(param.name for param in params if param.by_keyword)
        key = cls.name, network, len(params), by_keyword
        if key not in self.made:
            stem = parts[1].lstrip("_")
            name = f"_call_{stem}" if len(parts) == 2 else f"_{stem}_{parts[2]}"
            if name in self._taken:
                return None
            self.made[key] = name
            self._taken.add(name)
            own = ", ".join(param.name for param in params)
            given = ", ".join(f"{p.name}={p.name}" if p.by_keyword else p.name for p in params)
            self.behind.setdefault(method, []).append((name, own, f"{network}({given})"))
        return self.made[key]

    def _fits(
        self, cls: ClassInfo, method: cst.FunctionDef, node: cst.Call, parts: list[str]
    ) -> bool:
        """Whether the network is the object's own and nobody puts another one in its place."""
        if cls.is_module or cls.node.decorators or _ODD & cls.methods.keys():
            return False
        if parts[0] != "self" or len(parts) not in (2, 3):
            return False
        own = cls.methods.get(method.name.value)
        first = method.params.params[:1]
        if own is None or own.node is not method or not first or first[0].name.value != "self":
            return False
        owner: Any = node.func
        for _ in parts[2:]:
            owner = owner.value
        return isinstance(owner, cst.Attribute) and not self.facts.once(Changes).changes(owner)

    @cached_property
    def _taken(self) -> set[str]:
        """The names of all attributes and methods of the file, and of those that are made."""
        names = {node.attr.value for node in self.facts.index.all(cst.Attribute)}
        return names | {node.name.value for node in self.facts.index.all(cst.FunctionDef)}

    def methods(self, method: cst.FunctionDef, decorators: list[cst.Decorator]) -> list[Any]:
        """What stands behind a method of the original."""
        found = []
        apart = lines.blanks(method.leading_lines) or lines.blank(1)
        for name, params, call in self.behind.pop(method, []):
            text = f"def {name}(self, {params}):\n    return {call}\n"
            definition = cst.parse_statement(text)
            found.append(definition.with_changes(decorators=decorators, leading_lines=apart))
        return found


def parameters(args: Sequence[cst.Arg], declared: list[str]) -> list[Parameter] | None:
    """A parameter for each argument, with its own name or that for which it is passed."""
    if any(arg.star for arg in args):
        return None
    taken = ["self", *(arg.keyword.value for arg in args if arg.keyword is not None)]
    found: list[Parameter] = []
    for index, arg in enumerate(args):
        if arg.keyword is not None:
            found.append(Parameter(arg.keyword.value, by_keyword=True))
            continue
        own = arg.value.value if isinstance(arg.value, cst.Name) else ""
        own = "" if own in ("True", "False", "None") else own
        name = own or (
            declared[index] if index < len(declared) else f"x{index + 1}" if len(args) > 1 else "x"
        )
        found.append(Parameter(name if name not in taken else f"{name}{index + 1}"))
        taken.append(found[-1].name)
    return found


def declared(facts: Facts, kind: Kind, method: str) -> list[str]:
    """The names of the parameters of a network's method."""
    info = facts.method(kind, method)
    return [p.name.value for p in info.node.params.params[1:]] if info is not None else []


def text_of(network: cst.CSTNode) -> str:
    """`self.actor` or `self.actor.act`, "" for anything else."""
    text = code(network)
    return text if text.replace(".", "").replace("_", "a").isalnum() else ""
