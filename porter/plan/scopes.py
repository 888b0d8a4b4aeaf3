"""How a train body gets at a name: through a closure, through self, or as a parameter."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any

import libcst as cst

from porter.changes import Changes
from porter.codegen import code
from porter.facts import Facts
from porter.index import Index
from porter.kinds import Kind, Number, Tensor, Union
from porter.plan.effects import effects, targets
from porter.plan.passed import changes, passed, passed_by_others
from porter.remembered import remembered
from porter.tree import children, named_parameters, walk_statements


def bindings(body: Iterable[cst.CSTNode]) -> Counter[str]:
    """How often each name is bound in a body, inner functions and classes left out."""
    found: Counter[str] = Counter()
    for statement in body:
        found.update(_bindings(statement))
    return found


@remembered
def _bindings(statement: cst.CSTNode) -> Counter[str]:
    """Those of one statement; several bodies of a file have it in them."""
    found: Counter[str] = Counter()
    stack = [statement]
    while stack:
        node: Any = stack.pop()
        kind = type(node)
        if kind in _DEFINITIONS:
            found[node.name.value] += 1
            continue
        if kind in _BINDING:
            found.update(effects(node).writes)
        elif kind is cst.For:
            found.update(targets(node.target))
        elif kind is cst.WithItem and node.asname is not None:
            found[code(node.asname.name)] += 1
        elif kind is cst.NamedExpr:
            found[code(node.target)] += 1
        stack += children(node)
    return found


@lru_cache(maxsize=16)
def _in_loops(index: Index) -> Counter[str]:
    """Those of the loops that run with the module."""
    return bindings(n for n in index.all(cst.For, cst.While) if index.function(n) is None)


_DEFINITIONS = frozenset({cst.FunctionDef, cst.ClassDef})
_BINDING = frozenset({cst.Assign, cst.AugAssign, cst.AnnAssign, cst.Import, cst.ImportFrom})


class Scopes:
    """Answers for one body: is this name safe to read from inside the tf.function?"""

    def __init__(
        self,
        facts: Facts,
        owner: cst.FunctionDef | None,
        around: Sequence[cst.FunctionDef],
        cls: cst.ClassDef | None,
        loop: cst.CSTNode | None,
    ) -> None:
        self.facts = facts
        self.cls = cls
        self.owner = owner
        self.parameters = parameters(owner) if owner is not None else set()
        self.local = bindings(owner.body.body) if owner is not None else Counter()
        self.changing = bindings([loop]) if owner is None and loop is not None else Counter()
        self.outer = [_bindings(facts.module), *(_bindings(f.body) for f in around)]
        self.outer_parameters = set().union(*(parameters(f) for f in around), set())
        mutated = facts.once(Changes).mutated
        if owner is None and loop is not None:  # what follows the loop comes too late
            mutated = facts.once(Changes).mutated_until(loop)
        self.declared = facts.once(Changes).declared | mutated
        self.turning = _in_loops(facts.index)
        self.attributes = facts.once(Changes).attributes

    def closure(self, name: str) -> bool:
        """Whether the traced function may read the name from around it."""
        if name.startswith("self."):
            return self.cls is not None and name[5:] not in self.attributes
        if name == "self" and self.cls is not None:
            return True
        if self.owner is None:
            return name not in self.changing and name not in self.declared
        if name in self.parameters or name in self.local:
            return False
        if name in self.outer_parameters:
            return True
        bound = sum(counter[name] for counter in self.outer)
        return bound <= 1 and name not in self.declared and name not in self.turning

    def own(self, name: str) -> bool:
        """Whether the function itself binds the name."""
        return name in self.parameters or name in self.local

    def wrapped(self, name: str, kind: Kind) -> str:
        """ "float" or "int" where a number must become a tensor, lest each value be traced."""
        if name in self.parameters and name not in self.local:
            return "float" if kind == Number("float") and self._anneals(name) else ""
        kinds = kind.kinds if isinstance(kind, Union) else {kind}
        numbers = [k for k in kinds if isinstance(k, Number)]
        if not numbers:
            return ""
        if any(n.type == "bool" for n in numbers):
            return ""
        tensors = [k for k in kinds if isinstance(k, Tensor)]  # it is one of them by now
        if tensors and all(k.dtype == "float32" for k in tensors):
            return "float"
        if tensors or any(n.type is None for n in numbers):
            return "number"
        return "float" if any(n.type == "float" for n in numbers) else "int"

    def _anneals(self, parameter: str) -> bool:
        """Whether the calls, also those in other files, pass a number that changes."""
        assert self.owner is not None
        given = [(self.facts, a) for a in passed(self.facts, self.owner, parameter)]
        given += passed_by_others(self.facts, self.owner, parameter)
        return any(changes(facts, argument) for facts, argument in given)


def rebound(facts: Facts, name: cst.Name) -> bool:
    """Whether the function around that binds a name does so again, or in a loop: what an inner
    function reads of it changes."""
    owner = facts.variables.owner(name)
    if not isinstance(owner, cst.FunctionDef):
        return False
    count = bindings(owner.body.body)[name.value]
    loops = (n for n in walk_statements(owner) if isinstance(n, (cst.For, cst.While)))
    given = name.value in parameters(owner)
    return count + given > 1 or bool(bindings(loops)[name.value])


def parameters(function: cst.FunctionDef) -> set[str]:
    """The names of a function's parameters."""
    params = function.params
    every = [*named_parameters(params)]
    every += [p for p in (params.star_arg, params.star_kwarg) if isinstance(p, cst.Param)]
    return {p.name.value for p in every}
