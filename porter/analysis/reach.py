"""What a statement reads and changes: by its text, and through what it calls."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import libcst as cst

from porter.analysis.doing import ANY, Doing
from porter.analysis.doings import Doings
from porter.analysis.things import inside
from porter.plan.effects import Effects, effects
from porter.tree import only

if TYPE_CHECKING:  # it imports this
    from porter.facts import Facts


class Reach:
    """Effects of the statements of one file, the attributes among them as ".x" for any owner."""

    def __init__(self, facts: Facts) -> None:
        self.facts = facts
        self._statements: dict[cst.CSTNode, Effects] = {}
        self._read: dict[cst.CSTNode, frozenset[str]] = {}  # by functions

    @property
    def doings(self) -> Doings:
        return self.facts.once(Doings)

    def effects(self, statement: cst.CSTNode) -> Effects:
        """What a statement reads, writes and replaces."""
        if statement not in self._statements:
            self._statements[statement] = self._effects(statement)
        return self._statements[statement]

    def _effects(self, statement: cst.CSTNode) -> Effects:
        if isinstance(statement, (cst.FunctionDef, cst.ClassDef)):
            return effects(statement)  # it does not run yet
        small = only(statement)
        call = small.value if isinstance(small, cst.Expr) else None
        # What a method changes of its object is known better than by its text
        known = isinstance(call, cst.Call) and bool(self.doings.targets.of(call))
        text = effects(call if known and call is not None else statement)
        reads, done = set(text.reads), Doing()
        whole = self.doings.whole
        whole(self.facts.index.module)
        for node in inside(statement):
            reads |= self._reads(node)
            done.add(self.doings.direct(node))
            if isinstance(node, cst.Call) or self._gets(node):
                done.add(self.doings.call(node))
        things = self.doings.things
        written = things.seen_at(statement, done.bound | things.same(done.changed | done.weak))
        writes = {*text.writes, *map(_plain, written)} - {""}
        if any(name.startswith(".") for name in (*reads, *writes)):
            reads.add(ANY)
        return Effects(frozenset(reads), frozenset(writes), text.kills)

    def _gets(self, node: cst.CSTNode) -> bool:
        return isinstance(node, cst.Attribute) and bool(self.doings.targets.getters(node))

    def _reads(self, node: cst.CSTNode) -> frozenset[str]:
        """What a node reads besides its parts."""
        if isinstance(node, cst.Attribute):
            found = frozenset() if self.facts.api(node) else frozenset({f".{node.attr.value}"})
            targets = self.doings.targets.getters(node)
        elif isinstance(node, cst.Call):
            found, targets = frozenset(), self.doings.targets.of(node)
            for arg in node.args:
                targets = targets + self.doings.targets.handed(arg.value)
        else:
            return frozenset()
        return found.union(*(target.home.once(Reach).of(target.node) for target in targets))

    def called(self, call: cst.Call) -> frozenset[str]:
        """What the functions that a call runs read."""
        return self._reads(call)

    def of(self, function: cst.CSTNode) -> frozenset[str]:
        """What a function reads of attributes and of names around it."""
        if function not in self._read:
            self._read[function] = frozenset()  # while it is looked at: it may call itself
            things, found = self.doings.things, set[str]()
            for node in inside(function):
                found |= self._reads(node)
                if isinstance(node, cst.Name):
                    name = things.name(node)
                    own = things.local(node.value, function) == name
                    found |= set() if own else {_plain(name)}
            self._read[function] = frozenset(found)
        return self._read[function]


def _plain(name: str) -> str:
    """The name as a program has it."""
    return "" if name[:1] == "?" and name[1:].isdigit() else name.partition("@")[0]


def conflict(one: Effects, others: Iterable[Effects]) -> bool:
    """Whether the order of a statement against others matters."""
    return any(
        one.writes & (other.reads | other.writes) or one.reads & other.writes for other in others
    )
