"""States that networks and other objects keep between calls: `self.h = tanh(self.h @ self.w + x)`.

A call before the tape opens leaves a state with a gradient, which the next one goes on from. It is
lost, unless the state is set anew in between.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import libcst as cst

from porter.chained_layers import run_by
from porter.codegen import code
from porter.facts import ClassInfo, Facts, FunctionInfo
from porter.kinds import Class, Function, Instance, Module
from porter.plan.no_grad import is_no_grad
from porter.tree import children, dotted, only, statements, walk

State = tuple[str, cst.BaseExpression]  # its attribute, and what is kept there
Recorded = Callable[[Facts, cst.BaseExpression], bool]
_SUITES = (cst.IndentedBlock, cst.Module)
_LOOPS = (cst.For, cst.While)
_WITHOUT = frozenset({"detach", "data", "shape", "size"})


class KeptStates:
    """Answers for one file; `recorded` says whether a value has a gradient."""

    def __init__(self, facts: Facts, recorded: Recorded) -> None:
        self.facts, self.recorded = facts, recorded
        self._kept: dict[str, dict[str, cst.BaseExpression]] = {}  # by function
        self._open: set[str] = set()

    def lost(
        self, suite: Sequence[cst.CSTNode], first: cst.CSTNode, at: int, again: bool
    ) -> Iterator[State]:
        """The states (".h") of the lines from `first` on that are not known to be set anew before;
        `again` of lines that are not followed by an update each time that they run."""
        start = next(i for i, s in enumerate(suite) if s is first)
        found: dict[str, cst.BaseExpression] = {}
        for statement in suite[start : at + 1]:
            found |= self._of(self.facts, statement)
        if not found:
            return
        home = self.facts.index.parents[first]
        last = suite[at]
        while self.facts.index.parents.get(last) not in (home, None):
            last = self.facts.index.parents[last]
            again = again or isinstance(last, (cst.If, cst.Try, *_LOOPS))
        for name, value in found.items():
            if self._goes_on(first, last, name, again):
                yield f".{name}", value

    def _goes_on(self, first: cst.CSTNode, last: cst.CSTNode, name: str, again: bool) -> bool:
        """Whether a call from before the first line may have left the state."""
        node, inner = first, True
        while True:
            home = self.facts.index.parents.get(node)
            body = list(home.body) if isinstance(home, _SUITES) else [node]
            place = next(i for i, s in enumerate(body) if s is node)
            for statement in reversed(body[:place]):
                if name in self._of(self.facts, statement):
                    return True
                if self._sets(statement, name):
                    return False
            around = self._around(node)
            if around is None:
                return again
            if inner and isinstance(around, _LOOPS):  # the lines after it run before it, too
                behind = next((i for i, s in enumerate(body) if s is last), len(body))
                for statement in reversed(body[behind + 1 :]):
                    if name in self._of(self.facts, statement):
                        return True
                    if self._sets(statement, name):
                        break
                else:
                    if again:
                        return True
            node, inner = around, False

    def _around(self, node: cst.CSTNode) -> cst.CSTNode | None:
        """The statement that a statement's suite belongs to, in the same function."""
        for one in self.facts.index.above(self.facts.index.parents[node]):
            if isinstance(one, (cst.FunctionDef, cst.ClassDef, cst.Module)):
                return None
            if isinstance(self.facts.index.parents.get(one), _SUITES):
                return one
        return None

    def _sets(self, statement: cst.CSTNode, name: str) -> bool:
        """Whether a line sets the state to what has no gradient, itself or in what it calls."""
        if not isinstance(statement, (cst.SimpleStatementLine, cst.With)):
            return False
        if any(self._is_new(self.facts, node, name) for node in walk(statement)):
            return True
        called = (info for node in walk(statement) for info in self._called(self.facts, node))
        return any(
            self._is_new(info.home or self.facts, node, name)
            for info in called
            for node in walk(info.node.body)
        )

    def _is_new(self, facts: Facts, node: cst.CSTNode, name: str) -> bool:
        if not isinstance(node, cst.Assign):
            return False
        ours = any(_attribute(target.target) == name for target in node.targets)
        return ours and not self.recorded(facts, node.value)

    # -- what goes on from a state
    def _of(self, facts: Facts, node: cst.CSTNode) -> dict[str, cst.BaseExpression]:
        """The states that the calls of a line go on from."""
        found: dict[str, cst.BaseExpression] = {}
        if is_no_grad(facts, node) or isinstance(node, (cst.FunctionDef, cst.ClassDef)):
            return found
        for part in children(node):
            found |= self._of(facts, part)
        for info in self._called(facts, node):
            found |= self._kept_by(info)
        return found

    def _called(self, facts: Facts, node: cst.CSTNode) -> Iterator[FunctionInfo]:
        """The function of the project that a call runs."""
        kind = facts.kind(node.func) if isinstance(node, cst.Call) else None
        if isinstance(kind, Function) and (info := facts.function(kind)) is not None:
            yield info
        elif kind is not None:
            called = [(kind.cls, "__call__")] if isinstance(kind, Instance) else []
            parts = run_by(facts, kind) if isinstance(kind, Module) else ()
            called += [(network.cls, "forward") for network in parts]
            for cls, name in called:
                method = _method(facts, facts.class_info(cls), name)
                yield from [method] if method is not None else ()

    def _kept_by(self, info: FunctionInfo) -> dict[str, cst.BaseExpression]:
        if info.name in self._kept or info.name in self._open:
            return self._kept.get(info.name, {})
        self._open.add(info.name)
        facts = info.home or self.facts
        switched = any("no_grad" in code(d) or "inference" in code(d) for d in info.node.decorators)
        found = self._of(facts, info.node.body) | dict(self._own(facts, info))
        found = {} if switched else found
        self._open.discard(info.name)
        self._kept[info.name] = found
        return found

    def _own(self, facts: Facts, info: FunctionInfo) -> Iterator[State]:
        """The attributes that a function both goes on from and sets, to what has a gradient."""
        read = {
            node.attr.value
            for node in walk(info.node.body)
            if isinstance(node, cst.Attribute) and self._is_read(facts, node)
        }
        for node in walk(info.node.body):
            if not isinstance(node, cst.Assign):
                continue
            names = {name for target in node.targets for name in _attributes(target.target)}
            if names & read and self.recorded(facts, node.value):
                kept = (name for name in sorted(names & read) if not self._set_first(info, name))
                yield from ((name, node.value) for name in kept)

    def _set_first(self, info: FunctionInfo, name: str) -> bool:
        """Whether each call sets it before it reads it: `self.h = f(x); return self.h`."""
        facts = info.home or self.facts
        for line in statements(info.node.body):
            reads = (n for n in walk(line) if isinstance(n, cst.Attribute) and n.attr.value == name)
            if any(self._is_read(facts, node) for node in reads):
                return False
            small = only(line)
            if isinstance(small, cst.Assign):
                targets = (t for target in small.targets for t in _attributes(target.target))
                if name in targets:
                    return True
        return False

    def _is_read(self, facts: Facts, node: cst.Attribute) -> bool:
        """`self.h`, but not what is set, asked for None or detached."""
        above = facts.index.parents.get(node)
        if not (isinstance(node.value, cst.Name) and node.value.value == "self"):
            return False
        if isinstance(above, cst.Attribute):
            return above.attr.value not in _WITHOUT
        return not isinstance(above, (cst.AssignTarget, cst.Comparison))


def _method(facts: Facts, info: ClassInfo | None, name: str) -> FunctionInfo | None:
    """A method of a class, or of the project's classes that it inherits from."""
    if info is None:
        return None
    if name in info.methods:
        return info.methods[name]
    bases = (facts.class_info(b.name) for b in info.bases if isinstance(b, Class))
    return next(filter(None, (_method(facts, base, name) for base in bases)), None)


def _attribute(target: cst.CSTNode) -> str:
    return target.attr.value if isinstance(target, cst.Attribute) else ""


def _attributes(target: cst.CSTNode) -> Iterator[str]:
    """h and c of `y, (self.h, self.c) = …`"""
    if isinstance(target, cst.Tuple):
        for element in target.elements:
            yield from _attributes(element.value)
    elif isinstance(target, cst.Attribute) and dotted(target.value) == "self":
        yield target.attr.value
