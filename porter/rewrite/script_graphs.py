"""`get_value(obs)`: a function with a decorator, for a network that a script calls.

A script that makes its network gets a function for it where it is first called, in place of
`graph(agent.get_value)(obs)` at each call. The function reads the network's name when it is traced,
so it asks that one line alone binds that name, to a network that is new there: with another network
there is another function.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import libcst as cst

from porter.aliases import Aliases
from porter.bindings import NO_BINDING
from porter.changes import Changes
from porter.kinds import Class, Module
from porter.rewrite import lines
from porter.rewrite.named_graphs import Parameter
from porter.rewrite.spelling import Spelling
from porter.tree import only

if TYPE_CHECKING:
    from porter.facts import Facts

_LOOPS = (cst.For, cst.While, cst.BaseComp)
_SUITES = (cst.Module, cst.IndentedBlock)


class ScriptGraphs:
    """The functions that scripts get, by the statement of the original that they stand above."""

    def __init__(self, facts: Facts, spelling: Spelling, taken: set[str]) -> None:
        self.facts = facts
        self.spelling = spelling
        self.taken = taken  # names of train bodies
        # By the line that binds the network, what is called, how many arguments, those by keyword
        self.made: dict[tuple[cst.CSTNode, str, int, tuple[str, ...]], str] = {}
        self.above: dict[cst.CSTNode, list[tuple[str, str, str]]] = {}

    def name(self, node: cst.Call, network: str, params: Sequence[Parameter]) -> str | None:
        """The function for a call of the original; None where it has to stay a call of graph().

        `network` is the callee as the port spells it, `agent` or `agent.get_value`.
        """
        owner, _, method = network.partition(".")
        bound = self._made_at(node) if "." not in method else None
        if bound is None or any(param.name == owner for param in params):
            return None
        by_keyword = tuple(param.name for param in params if param.by_keyword)
        key = bound, network, len(params), by_keyword
        if key not in self.made:
            statement = self._statement(node, bound)
            names = [method, f"{owner}_{method}"] if method else [f"call_{owner}"]
            name = next(filter(self._is_free, names), None)
            if statement is None or name is None:
                return None
            self.made[key] = name
            self.spelling.taken.names.add(name)
            own = ", ".join(param.name for param in params)
            given = ", ".join(f"{p.name}={p.name}" if p.by_keyword else p.name for p in params)
            self.above.setdefault(statement, []).append((name, own, f"{network}({given})"))
        return self.made[key]

    def _made_at(self, node: cst.Call) -> cst.CSTNode | None:
        """The line that makes the network of a call, if it is the only one that binds the name."""
        name: Any = node.func
        while isinstance(name, cst.Attribute):
            name = name.value
        changes = self.facts.once(Changes)
        if not isinstance(name, cst.Name) or name.value in changes.declared:
            return None
        if isinstance(node.func, cst.Attribute) and node.func.attr.value in changes.attributes:
            return None
        owner = self.facts.variables.owner(name)
        if owner is not (self.facts.index.body(node) or self.facts.module):
            return None
        keeping = self.facts.once(Aliases).keeping
        bound = [
            (use, value)
            for use in self.facts.variables.uses(owner, name.value)
            if (value := keeping.bound_value(use)) is not NO_BINDING
        ]
        if len(bound) != 1 or not self._is_new(bound[0][1]):
            return None
        above = self.facts.index.above(bound[0][0])
        line = next((n for n in above if isinstance(n, cst.SimpleStatementLine)), None)
        return line if line is not None and isinstance(only(line), cst.Assign) else None

    def _is_new(self, value: Any) -> bool:
        """`Agent(envs).to(device)`, a network that nobody had before."""
        while isinstance(value, cst.Call) and self.facts.api(value).startswith("Module."):
            value = value.func.value if isinstance(value.func, cst.Attribute) else None
        if not isinstance(value, cst.Call) or not isinstance(self.facts.kind(value), Module):
            return False
        layer = self.facts.api(value).startswith("torch.nn.")
        return layer or isinstance(self.facts.kind(value.func), Class)

    def _statement(self, node: cst.CSTNode, bound: cst.CSTNode) -> cst.CSTNode | None:
        """The statement around a call in the suite that makes its network, behind that. For a call
        that is made once, and for networks that a loop makes, no function is worth it."""
        suite: Any = self.facts.index.parents[bound]
        turns = any(isinstance(above, _LOOPS) for above in self.facts.index.above(bound))
        if turns or not isinstance(suite, _SUITES) or suite not in self.facts.index.above(node):
            return None
        around = list(self.facts.index.above(node))
        around = around[: around.index(suite)]
        if not any(isinstance(above, _LOOPS) for above in around):
            return None
        found = next((i for i, s in enumerate(suite.body) if s in around), -1)
        made = next(i for i, s in enumerate(suite.body) if s is bound)
        return suite.body[found] if found > made else None

    def _is_free(self, name: str) -> bool:
        """Whether nothing but a method or an attribute is called so."""
        given = (*self.made.values(), *self.spelling.names.values())
        if name in self.taken or name in given:
            return False
        return all(map(self._is_members, self.facts.index.names.get(name, ())))

    def _is_members(self, node: cst.Name) -> bool:
        above = self.facts.index.parents[node]
        if isinstance(above, cst.FunctionDef):
            around = next(self.facts.index.above(above), None)
            return above.name is node and isinstance(self._owner(around), cst.ClassDef)
        if isinstance(above, cst.Attribute):
            return above.attr is node
        return isinstance(above, cst.Arg) and above.keyword is node

    def _owner(self, suite: cst.CSTNode | None) -> cst.CSTNode | None:
        """Whose suite it is."""
        return self.facts.index.parents.get(suite) if suite is not None else None

    def functions(
        self,
        statement: cst.CSTNode,
        new: list[Any],
        decorators: list[cst.Decorator],
        apart: lines.Lines,
    ) -> list[Any]:
        """What became of a statement, below the functions that stand above it."""
        for name, params, call in reversed(self.above.pop(statement, [])):
            text = f"def {name}({params}):\n    return {call}\n"
            definition = cst.ensure_type(cst.parse_statement(text), cst.FunctionDef)
            definition = definition.with_changes(decorators=decorators)
            new = [*lines.set_above(definition, new[0], apart), *new[1:]]
        return new
