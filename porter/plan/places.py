"""Where update steps stand: the suites with a backward(), and the functions and loops around."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import libcst as cst

from porter.facts import Facts
from porter.plan.model import Update
from porter.plan.together import span
from porter.tree import has_decorator


@dataclass(frozen=True)
class Place:
    """Where a suite with an update stands."""

    suite: cst.CSTNode
    owner: cst.FunctionDef | None
    cls: cst.ClassDef | None
    around: tuple[cst.FunctionDef, ...]  # functions around the owner
    loop: cst.CSTNode | None  # the outermost loop of the owner around the suite

    @property
    def receiver(self) -> str:
        """Of what a method beside the owner is called there: `self`, or the class."""
        return receiver(self.owner, self.cls)


class Places:
    """Finds the suites, and what is around one."""

    def __init__(self, facts: Facts) -> None:
        self.parents = facts.index.parents
        self._known: dict[cst.CSTNode, Place] = {}

    def suites(
        self, calls: Iterable[cst.CSTNode], wider: Iterable[cst.CSTNode] = ()
    ) -> dict[cst.CSTNode, list[cst.CSTNode]]:
        """The outermost suites with a backward, each with the statements of its backwards; suites
        in which a tape opens before the branch of its backward are among them."""
        lines = [self.line(call) for call in calls]
        suites = {*(self.parents[line] for line in lines), *wider}
        found: dict[cst.CSTNode, list[cst.CSTNode]] = {}
        for line in lines:
            top = node = self.parents[line]
            while isinstance(node, (cst.IndentedBlock, cst.If, cst.Else)) and node in self.parents:
                node = self.parents[node]
                if node in suites:
                    top = node
            found.setdefault(top, []).append(line)
        return found

    def parts(
        self, place: Place, updates: list[Update]
    ) -> list[tuple[cst.CSTNode, cst.CSTNode | None, list[Update]]]:
        """The updates by the suite that they stand in, with the statement of `place` around it;
        nothing where a tape of one reaches into another."""
        found: dict[cst.CSTNode, tuple[cst.CSTNode | None, list[Update]]] = {}
        for update in updates:
            suite = self.parents[update.backward]
            body = body_of(suite)
            if not all(any(s is part for s in body) for part in (update.first, update.last)):
                return []
            top = None if suite is place.suite else self.top(place.suite, suite)
            found.setdefault(suite, (top, []))[1].append(update)
        return [(suite, top, part) for suite, (top, part) in found.items()]

    def line(self, node: cst.CSTNode) -> cst.CSTNode:
        """The statement that an expression stands in."""
        while not isinstance(node, (cst.BaseCompoundStatement, cst.SimpleStatementLine)):
            node = self.parents[node]
        return node

    def top(self, suite: cst.CSTNode, node: cst.CSTNode) -> cst.CSTNode:
        """The statement of a suite that a node stands in."""
        while self.parents[node] is not suite:
            node = self.parents[node]
        return node

    def around(self, statement: cst.CSTNode) -> Sequence[cst.CSTNode]:
        """The statements of the suite that a statement stands in."""
        return body_of(self.parents[statement])

    def span(self, first: cst.CSTNode, last: cst.CSTNode) -> Sequence[cst.CSTNode]:
        """The statements of a suite from one to another."""
        return span(self.around(first), first, last)

    def owner(self, statement: cst.CSTNode) -> cst.FunctionDef | None:
        """The function around a statement."""
        return self.place(self.parents[statement]).owner

    def beside(self, statement: cst.CSTNode, place: Place) -> bool:
        """Whether a statement is in the same function, or in a method of the same class."""
        other = self.place(self.parents[statement])
        return other.owner is place.owner or (place.cls is not None and other.cls is place.cls)

    def place(self, suite: cst.CSTNode) -> Place:
        """What is around a suite."""
        if suite not in self._known:
            self._known[suite] = self._place(suite)
        return self._known[suite]

    def _place(self, suite: cst.CSTNode) -> Place:
        functions: list[cst.FunctionDef] = []
        loop: cst.CSTNode | None = None
        cls: cst.ClassDef | None = None
        node = suite
        while node in self.parents:
            if isinstance(node, (cst.For, cst.While)) and not functions:
                loop = node
            elif isinstance(node, cst.FunctionDef):
                functions.append(node)
                above = self.parents.get(self.parents[node])
                if len(functions) == 1 and isinstance(above, cst.ClassDef):
                    cls = above
            node = self.parents[node]
        owner = functions[0] if functions else None
        return Place(suite, owner, cls, tuple(functions[1:]), loop)


def receiver(owner: cst.FunctionDef | None, cls: cst.ClassDef | None) -> str:
    """`self`, what a classmethod calls its class, or a staticmethod's class; "" of a function."""
    if owner is None or cls is None:
        return ""
    if has_decorator(owner, "staticmethod"):
        return cls.name.value
    first = next((param.name.value for param in owner.params.params), "")
    return first if first == "self" or has_decorator(owner, "classmethod") else ""


def body_of(suite: cst.CSTNode) -> Sequence[cst.CSTNode]:
    """The statements of a suite."""
    return suite.body  # type: ignore[attr-defined,no-any-return]
