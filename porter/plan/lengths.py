"""Which batches change their length: those that come from lists that grow as long as a loop runs.

A traced function is traced anew for each shape of its arguments. Where the length of a batch can
change, it is told to be traced for any length instead.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator
from dataclasses import replace
from functools import cached_property
from typing import Any

import libcst as cst

from porter.codegen import code
from porter.facts import Facts
from porter.findings import Severity
from porter.kinds import Array, Function, Module, Named, Sequence, Tensor, Tuple
from porter.plan.length_reads import reads_length
from porter.plan.model import Body, Plan, Problem
from porter.plan.passed import passed
from porter.tree import dotted, walk

_GROWING = frozenset("append appendleft extend insert".split())
_PASSING = frozenset(
    f"builtins.{name}" for name in "list tuple reversed zip enumerate map sorted len range".split()
)
_LOOPS = (cst.For, cst.While)
_FUNCTIONS = (cst.FunctionDef, cst.Lambda)


def with_lengths(facts: Facts, plan: Plan) -> Plan:
    """The plan with those train bodies marked whose batches have any length."""
    lengths = Lengths(facts)
    bodies: list[Body] = []
    problems: list[Problem] = []
    for body in plan.bodies:
        statements = (*body.replayed, *body.graph)
        any_length = lengths.vary(statements, {name for _, name in body.parameters})
        any_length = any_length or any(map(lengths.varies, body.data))
        fixed = reads_length(facts, statements) if any_length else None
        if fixed is not None:
            message = "it is traced anew for each length of its batch: it asks for a tensor's shape"
            problems.append(Problem(fixed, "N403", Severity.NOTE, message))
        bodies.append(replace(body, any_length=any_length and fixed is None))
    return replace(plan, bodies=tuple(bodies), problems=(*plan.problems, *problems))


class Lengths:
    """Answers for one file; with `given=False` as if all calls passed what never changes."""

    def __init__(self, facts: Facts, given: bool = True) -> None:
        self.facts = facts
        self.given = given
        self._known: dict[object, bool] = {}

    def vary(self, body: Iterable[cst.CSTNode], names: Container[str]) -> bool:
        """Whether one of these names, which a train body reads, is a batch of any length."""
        return any(
            dotted(node) in names
            and isinstance(self.facts.kind(node), (Tensor, Array, Tuple))
            and self.varies(node)
            for statement in body
            for node in walk(statement)
        )

    # -- expressions
    def varies(self, node: cst.CSTNode) -> bool:
        """Whether the length of what an expression gives changes."""
        kind = self.facts.kind(node)
        if isinstance(kind, Tensor) and kind.rank == 0:
            return False
        if isinstance(node, cst.Name):
            return self._once(
                (self.facts.variables.owner(node), node.value), lambda: self._name(node)
            )
        if isinstance(node, cst.Attribute):
            if self.facts.api(node):
                return self.varies(node.value)
            return self._once(node.attr.value, lambda: self._attribute(node.attr.value))
        if isinstance(node, cst.Call):
            return self._call(node)
        if isinstance(node, cst.Subscript):
            return self._subscript(node)
        if isinstance(node, (cst.ListComp, cst.GeneratorExp)):
            return bool(node.for_in.ifs) or self.varies(node.for_in.iter)
        if isinstance(node, cst.BinaryOperation):
            return self.varies(node.left) or self.varies(node.right)
        if isinstance(node, (cst.Tuple, cst.List)):
            return any(self.varies(element.value) for element in node.elements)
        if isinstance(node, cst.IfExp):
            return self.varies(node.body) or self.varies(node.orelse)
        if isinstance(node, cst.UnaryOperation):
            return self.varies(node.expression)
        return False

    def _call(self, node: cst.Call) -> bool:
        callee = self.facts.kind(node.func)
        arguments = any(self.varies(arg.value) for arg in node.args)
        if self.facts.api(node):
            owner = isinstance(node.func, cst.Attribute) and self.varies(node.func.value)
            return owner or arguments
        if isinstance(callee, Named):
            numpys = callee.name.startswith("numpy.") and "random" not in callee.name
            return (numpys or callee.name in _PASSING) and arguments
        if isinstance(callee, Function):
            return any(self._returned(node, value) for value in self._results(callee))
        return isinstance(callee, Module) and arguments

    def _returned(self, call: cst.Call, value: cst.BaseExpression) -> bool:
        """Whether what a call of a function gives back varies: by itself, or as its arguments."""
        if not self.given:
            return self.varies(value)
        arguments = any(self.varies(arg.value) for arg in call.args)
        return self._own.varies(value) or (arguments and self.varies(value))

    @cached_property
    def _own(self) -> Lengths:
        return Lengths(self.facts, given=False)

    def _subscript(self, node: cst.Subscript) -> bool:
        index = node.slice[0].slice
        if isinstance(index, cst.Slice):
            open_ = index.lower is None or index.upper is None
            last = isinstance(index.lower, cst.UnaryOperation)  # xs[-n:] has n items
            return open_ and not last and self.varies(node.value)
        assert isinstance(index, cst.Index)
        kind = self.facts.kind(index.value)
        if isinstance(kind, Tensor) and kind.dtype == "bool":
            return True
        return self.varies(index.value)

    def items_vary(self, node: cst.BaseExpression) -> bool:
        """Whether the lengths of a list's items change."""
        if isinstance(node, cst.Name):
            owner = self.facts.variables.owner(node)
            return self._once(("items", owner, node.value), lambda: self._name_items(node, owner))
        callee = self.facts.kind(node.func) if isinstance(node, cst.Call) else None
        if isinstance(callee, Function):
            return any(map(self.items_vary, self._results(callee)))
        return isinstance(node, cst.ListComp) and self.varies(node.elt)

    def _name_items(self, node: cst.Name, owner: cst.CSTNode) -> bool:
        added = (
            arg.value
            for call in self._growths(node.value, attribute=False)
            if self.facts.variables.owner(call.func.value) is owner
            for arg in call.args
        )
        bound = (b.value for _, b in self._binds(node.value, owner) if isinstance(b, cst.Assign))
        sources = (*bound, *self._passed(node, owner))
        return any(map(self.varies, added)) or any(map(self.items_vary, sources))

    def _results(self, function: Function) -> list[cst.BaseExpression]:
        """What the statements of a function of this file return."""
        info = self.facts.functions.get(function.name)
        found = walk(info.node.body) if info is not None else ()
        return [n.value for n in found if isinstance(n, cst.Return) and n.value is not None]

    def _once(self, key: object, answer: Callable[[], bool]) -> bool:
        """What is known of a name; while that is looked for, it does not vary."""
        if key not in self._known:
            self._known[key] = False
            self._known[key] = answer()
        return self._known[key]

    # -- names
    def _name(self, node: cst.Name) -> bool:
        owner = self.facts.variables.owner(node)
        if any(self._bound(place, binder) for place, binder in self._binds(node.value, owner)):
            return True
        given = [*self._passed(node, owner)]
        elsewhere = not given and self._from_elsewhere(node, owner)
        return self._grown(node, owner) or any(map(self.varies, given)) or elsewhere

    def _from_elsewhere(self, node: cst.Name, owner: cst.CSTNode) -> bool:
        """Whether another file passes a list, which may have grown there."""
        if not (self.given and isinstance(owner, cst.FunctionDef)):
            return False
        names = {param.name.value for param in owner.params.params}
        own = owner in self.facts.calls_of
        return node.value in names and not own and isinstance(self.facts.kind(node), Sequence)

    def _attribute(self, name: str) -> bool:
        """`self.rewards`, `memory.rewards`: filled by another function than that which makes it."""
        bound = any(self._bound(place, binder) for place, binder in self._binders.get(name, ()))
        return bound or any(True for _ in self._growths(name, attribute=True))

    def _bound(self, place: cst.CSTNode, binder: cst.CSTNode) -> bool:
        if isinstance(binder, cst.For):
            return self.items_vary(binder.iter)
        assert isinstance(binder, (cst.Assign, cst.AnnAssign, cst.AugAssign))
        if binder.value is None:
            return False
        value: cst.BaseExpression = binder.value
        display = self.facts.index.parents[self.facts.index.parents[place]]
        if isinstance(display, cst.Tuple):  # a, b = f(x)
            at = next(i for i, e in enumerate(display.elements) if e.value is place)
            return any(
                self._returned(value, item) if isinstance(value, cst.Call) else self.varies(item)
                for item in self._items(value, at)
            )
        return self.varies(value)

    def _items(self, value: cst.BaseExpression, at: int) -> Iterator[cst.BaseExpression]:
        """What `a, b = value` binds to the name in this place."""
        callee = self.facts.kind(value.func) if isinstance(value, cst.Call) else None
        info = self.facts.functions.get(callee.name) if isinstance(callee, Function) else None
        if info is not None:
            for node in walk(info.node.body):
                if isinstance(node, cst.Return) and node.value is not None:
                    yield from self._items(node.value, at)
        elif isinstance(value, cst.Tuple) and at < len(value.elements):
            yield value.elements[at].value
        else:
            yield value

    def _passed(self, node: cst.Name, owner: cst.CSTNode) -> Iterator[cst.BaseExpression]:
        """What the calls in this file pass for a parameter."""
        return passed(self.facts, owner, node.value) if self.given else iter(())

    # -- lists that grow
    def _grown(self, node: cst.Name, owner: cst.CSTNode) -> bool:
        return any(
            self.facts.variables.owner(call.func.value) is owner
            and (self._repeats(call) or self._goes_on(call, owner))
            for call in self._growths(node.value, attribute=False)
        )

    def _goes_on(self, call: Any, owner: cst.CSTNode) -> bool:
        """Whether a loop makes a tensor of the list again and again, but never empties it, or at
        one of several occasions."""
        name = call.func.value.value
        for above in self.facts.index.above(call):
            if isinstance(above, _FUNCTIONS):
                return False
            if isinstance(above, _LOOPS):
                inside = set(walk(above))
                anew = [place for place, _ in self._binders.get(name, ()) if place in inside]
                if anew:
                    return any(self._either(place, above) for place in anew)
                if any(self._is_read(node, name, owner) for node in inside):
                    return True
        return False

    def _either(self, node: cst.CSTNode, loop: cst.CSTNode) -> bool:
        """Whether one of two conditions is enough for a statement of a loop."""
        for above in self.facts.index.above(node):
            if above is loop:
                return False
            test = above.test if isinstance(above, cst.If) else None
            if isinstance(test, cst.BooleanOperation) and isinstance(test.operator, cst.Or):
                return True
        return False

    def _is_read(self, node: cst.CSTNode, name: str, owner: cst.CSTNode) -> bool:
        """An argument of torch's or NumPy's."""
        if not (isinstance(node, cst.Name) and node.value == name):
            return False
        parents = self.facts.index.parents
        arg = parents[node]
        call = parents[arg] if isinstance(arg, cst.Arg) else None
        if not isinstance(call, cst.Call) or self.facts.variables.owner(node) is not owner:
            return False
        return bool(self.facts.api(call)) or isinstance(self.facts.kind(call), Array)

    def _growths(self, name: str, attribute: bool) -> Iterator[Any]:
        """The calls `name.append(x)`."""
        yield from self._appends.get((name, attribute), ())

    def _repeats(self, call: Any) -> bool:
        """Whether the call runs as often as it happens: in a `while`, a loop with a `break`, over
        something that varies, or under a condition."""
        name = dotted(call.func.value)
        for above in self.facts.index.above(call):
            if isinstance(above, _FUNCTIONS):
                return False
            if isinstance(above, _LOOPS) and (
                isinstance(above, cst.While)
                or _breaks(above)
                or self._is_item(above.iter)
                or self.varies(above.iter)
            ):
                return True
            if isinstance(above, cst.If):
                return True
            if isinstance(above, cst.IndentedBlock) and any(
                dotted(place) == name
                for statement in above.body
                if isinstance(statement, cst.SimpleStatementLine)
                for small in statement.body
                if isinstance(small, cst.Assign)
                for target in small.targets
                for place in walk(target.target)
            ):
                return False  # the list begins anew here
        return False

    def _is_item(self, node: cst.BaseExpression) -> bool:
        """What a loop around goes through: one list of several, each as long as it happens."""
        loops = (n for n in self.facts.index.above(node) if isinstance(n, cst.For))
        return any(code(loop.target) == code(node) for loop in loops)

    @cached_property
    def _appends(self) -> dict[tuple[str, bool], list[Any]]:
        """Those calls by the last name, and whether that is an attribute."""
        found: dict[tuple[str, bool], list[Any]] = {}
        for call in self.facts.index.all(cst.Call):
            func = call.func
            if isinstance(func, cst.Attribute) and func.attr.value in _GROWING:
                if isinstance(func.value, (cst.Name, cst.Attribute)):
                    name = (dotted(func.value) or "").rpartition(".")[2]
                    key = name, isinstance(func.value, cst.Attribute)
                    found.setdefault(key, []).append(call)
        return found

    def _binds(self, name: str, owner: cst.CSTNode) -> Iterable[tuple[cst.CSTNode, cst.CSTNode]]:
        """Where a variable is bound and by what."""
        return self._owned.get((name, owner), ())

    @cached_property
    def _owned(self) -> dict[tuple[str, cst.CSTNode], list[tuple[cst.CSTNode, cst.CSTNode]]]:
        found: dict[tuple[str, cst.CSTNode], list[tuple[cst.CSTNode, cst.CSTNode]]] = {}
        for binders in self._binders.values():
            for place, binder in binders:
                if isinstance(place, cst.Name):
                    key = place.value, self.facts.variables.owner(place)
                    found.setdefault(key, []).append((place, binder))
        return found

    @cached_property
    def _binders(self) -> dict[str, list[tuple[cst.CSTNode, cst.CSTNode]]]:
        """For each name of a variable or an attribute, where it is bound and by what."""
        found: dict[str, list[tuple[cst.CSTNode, cst.CSTNode]]] = {}
        for node in self.facts.index.all(cst.Assign, cst.AnnAssign, cst.AugAssign, cst.For):
            targets = [t.target for t in getattr(node, "targets", ())] or [node.target]
            for target in targets:
                places = [e.value for e in target.elements] if _display(target) else [target]
                for place in places:
                    if isinstance(place, (cst.Name, cst.Attribute)):
                        name = (dotted(place) or "").rpartition(".")[2]
                        found.setdefault(name, []).append((place, node))
        return found


def _display(node: cst.CSTNode) -> bool:
    return isinstance(node, (cst.Tuple, cst.List))


def _breaks(loop: cst.For | cst.While) -> bool:
    """Whether a `break` ends this loop, not one inside it."""
    stack: list[cst.CSTNode] = [loop.body]
    while stack:
        node = stack.pop()
        if isinstance(node, cst.Break):
            return True
        if isinstance(node, (cst.IndentedBlock, cst.If, cst.Else, cst.With, cst.Try)):
            stack += [c for c in walk(node) if c is not node]
    return False
