"""Which names own their tensor: nobody else could see that it changes.

torch changes tensors in place. TensorFlow's don't change, so the port binds the name anew, which
is the same only if the tensor has no other name: no `y = x`, no view, no list or attribute that
holds it, no caller that passed it. All is decided for one name in one function, by the order of
its statements; what can't be followed counts as another name.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

import libcst as cst

from porter import callers, keeping, same_again
from porter.bindings import NO_BINDING, NO_NAME
from porter.changes import Changes
from porter.ended_views import EndedViews
from porter.keeping import Part
from porter.kinds import Array, Instance, Named, Tensor
from porter.let_go import let_go
from porter.shared_attributes import why_shared
from porter.tree import dotted, is_expression, named_parameters, walk

if TYPE_CHECKING:
    from porter.facts import Facts

Shared = Callable[[cst.CSTNode], bool]
# What a run can deny: that something else holds the tensor
OF_OTHERS = ("another name", OF_CALLERS := "belongs to the caller")
_SUITES = (cst.IndentedBlock, cst.SimpleStatementSuite, cst.Module)
_COMPOUND = (cst.If, cst.For, cst.While, cst.With, cst.Try, cst.FunctionDef, cst.ClassDef)
_LOOPS = (cst.For, cst.While)


def _nobody(use: cst.CSTNode) -> bool:
    return False


@dataclass
class Scope:
    """A function's body or the module's: where each node stands, and the uses of each name."""

    node: cst.CSTNode
    order: dict[cst.CSTNode, int] = field(default_factory=dict)  # of statements
    names: dict[str, list[cst.CSTNode]] = field(default_factory=dict)


class Aliases:
    """Answers for one name at one statement."""

    def __init__(self, facts: Facts) -> None:
        self.facts = facts
        self.keeping = keeping.Keeping(
            facts, self.unaliased, lambda home: home.once(Aliases).keeping
        )
        self._scopes: dict[cst.CSTNode, Scope] = {}
        self._attributes: dict[str, str] = {}
        self._unseen_by_callers: dict[tuple[cst.CSTNode, str, int, Part | None], bool] = {}
        self._depth = 0  # functions that a tensor came through

    def problem(self, target: cst.CSTNode, shared: Shared = _nobody) -> str:
        """Why the tensor of this name may not be replaced at this place, "" if it may.

        `shared` tells of uses where whoever gets the tensor sees the change in the port, too.
        """
        if isinstance(target, cst.Name):
            scope = self.scope(target)
            name = target.value
            if isinstance(scope.node, cst.ClassDef):
                return f"{name} is an attribute of a class"
            if not isinstance(scope.node, cst.Module) and name in self.facts.once(Changes).declared:
                return f"{name} is a global name"
            return self._seen(scope, name, target, shared)
        if isinstance(target, cst.Attribute) and self._is_held(target):
            return self._attribute(target)
        return NO_NAME

    def dead_after(self, node: cst.CSTNode, depth: int, part: Part | None = None) -> bool:
        """Whether nobody reads the tensor of an expression behind the line that it stands in; or
        the tensor of this part."""
        if not isinstance(node, cst.Name):
            return self._is_new(node, part)
        scope, line = self.scope(node), self.statement(node)
        loops = [n for n in self._above(node, scope) if isinstance(n, _LOOPS)]
        outer, self._depth = self._depth, depth
        held = self._seen(scope, node.value, node, _nobody, None if loops else line, part)
        self._depth = outer
        declared = node.value in self.facts.once(Changes).declared
        if held or declared or not isinstance(scope.node, (cst.FunctionDef, cst.Module)):
            return False
        uses = [u for u in scope.names[node.value] if u is not node]
        uses = [u for u in uses if self.belongs(u, scope, node.value)]
        bound = [u for u in uses if self.keeping.bound_value(u) is not NO_BINDING]
        reads = [u for u in uses if u not in bound]
        if any(self.function(u) is not scope.node or self.statement(u) is line for u in reads):
            return False
        if any(self.statement(u) is line for u in bound):  # `x = f(x)`
            return True
        again = any(not self.rebound(scope, bound, node, -1, loop) for loop in loops)
        return not again and not any(
            self.reaches(scope, bound, node, read)
            for read in reads
            if not self.facts.index.apart(line, self.statement(read))
        )

    def _is_new(self, value: object, part: Part | None) -> bool:
        new = isinstance(value, cst.CSTNode) and self.keeping.allocates(value)
        return new or (part is not None and self.keeping.makes_part(value, part))

    def dead_after_callers(self, scope: Scope, name: str, part: Part | None = None) -> bool:
        """Whether all callers give this parameter a tensor that nobody reads again; or a tuple
        with such a part."""
        key = scope.node, name, self._depth, part
        if key not in self._unseen_by_callers:
            self._unseen_by_callers[key] = False  # for calls of itself

            def dead_after(home: Facts, node: cst.CSTNode, depth: int) -> bool:
                return home.once(Aliases).dead_after(node, depth, part)

            found = callers.unseen(self.facts, scope.node, name, self._depth, dead_after)
            self._unseen_by_callers[key] = found
        return self._unseen_by_callers[key]

    def unaliased(self, node: cst.Name) -> bool:
        """Whether a tensor that is returned by its name has no other."""
        return not self.problem(node)

    # -- names
    def _seen(
        self,
        scope: Scope,
        name: str,
        target: cst.CSTNode,
        shared: Shared,
        last: cst.CSTNode | None = None,  # a line that binds the name after the change
        part: Part | None = None,  # of what the name holds
    ) -> str:
        fresh: list[cst.CSTNode] = []
        events: list[tuple[cst.CSTNode, str]] = []
        bound = False
        for use in scope.names.get(name, ()):
            if not self.belongs(use, scope, name):
                continue
            value = self.keeping.bound_value(use)
            if value is NO_BINDING:
                kept = use is not target and self.keeping.kept(use) and not shared(use)
                if kept and not self._unseen(scope, use, target, {name}):
                    events.append((use, f"{name} has another name, which would not change"))
                continue
            bound = True
            if last is not None and self.statement(use) is last:
                continue
            own = self.keeping.part(use) or part
            new = self._is_new(value, own)
            if new or (isinstance(value, cst.CSTNode) and let_go(self, scope, value, own)):
                fresh.append(use)
            elif not same_again.binds(self.keeping, use, name):
                events.append(
                    (use, f"{name} may be another name of a tensor that is held elsewhere")
                )
        if self.is_parameter(scope, name):
            bound = True
            again = self.rebound(scope, fresh, target, -1, None)
            if not again and not self.dead_after_callers(scope, name):
                return f"{name} belongs to the caller, who would not see the change"
        if not bound:
            return f"{name} is not bound in this function"
        anew = {self.statement(use) for use in fresh}  # `x = f(x)`: another x from there on
        for use, why in events:
            read = self.keeping.bound_value(use) is NO_BINDING
            if not (read and self.statement(use) in anew) and (
                self.reaches(scope, fresh, use, target)
            ):
                return why
        return ""

    def _unseen(self, scope: Scope, use: cst.CSTNode, target: cst.CSTNode, seen: set[str]) -> bool:
        """Whether the other name that the tensor gets here is not read after the change, before
        it is bound to something else."""
        name = self.keeping.alias(use)
        if not name or name in seen or name in self.facts.once(Changes).declared:
            return False
        bound, reads = list[cst.CSTNode](), list[cst.CSTNode]()
        for other in scope.names.get(name, ()):
            if self.belongs(other, scope, name):
                read = self.keeping.bound_value(other) is NO_BINDING
                (reads if read else bound).append(other)
        return not any(
            self.function(read) is not scope.node
            or self._reads_behind(scope, bound, target, read)
            or (self.keeping.kept(read) and not self._unseen(scope, read, target, seen | {name}))
            for read in reads
        )

    def _reads_behind(
        self, scope: Scope, bound: list[cst.CSTNode], change: cst.CSTNode, read: cst.CSTNode
    ) -> bool:
        """Whether a name may be read behind the change. `x[i] = f(last)` reads before, another
        branch at another turn; `last = x[i]` below it binds the name before that."""
        line, index = self.statement(change), self.facts.index
        value = line.value if isinstance(line, cst.Assign) else None
        before = value in (read, *index.above(read))  # but in `z = f(z, last)`
        before = before and value not in (None, change, *index.above(change))
        if not before and not index.apart(line, self.statement(read)):
            return self.reaches(scope, bound, change, read)
        sure = self._sure(bound)
        return not all(
            self.rebound(scope, bound, read, -1, loop) or self._bound_behind(sure, line, loop)
            for loop in self._above(read, scope)
            if isinstance(loop, _LOOPS)
        )

    def _bound_behind(self, sure: set[cst.CSTNode], line: cst.CSTNode, loop: cst.CSTNode) -> bool:
        """Whether each turn of a loop ends with a statement that binds, behind this line."""
        parents, behind = self.facts.index.parents, self.facts.index.behind(line)
        lines = (s if isinstance(s, _COMPOUND) else parents[s] for s in sure)
        own = (one in behind and parents[one] is getattr(loop, "body", 0) for one in lines)
        return any(own) and not any(isinstance(node, cst.Continue) for node in walk(loop))

    def reaches(
        self, scope: Scope, fresh: list[cst.CSTNode], use: cst.CSTNode, target: cst.CSTNode
    ) -> bool:
        """Whether the change can come after the use, with no new tensor bound in between."""
        if self.function(use) is not scope.node:
            return True  # in a function inside: it may run at any time
        here, there = self.statement(use), self.statement(target)
        before, after = scope.order[here], scope.order[there]
        if before <= after and not self.rebound(scope, fresh, target, before, None):
            return True
        around = set(self._above(use, scope))
        return any(
            not self.rebound(scope, fresh, target, -1, loop)
            for loop in self._above(target, scope)
            if isinstance(loop, _LOOPS) and loop in around
        )

    def rebound(
        self,
        scope: Scope,
        fresh: list[cst.CSTNode],
        target: cst.CSTNode,
        after: int,
        loop: cst.CSTNode | None,
    ) -> bool:
        """Whether a statement that surely runs before the change binds a new tensor."""
        above = set(self._above(target, scope)) | {scope.node}
        for statement in self._sure(fresh):
            suite = self._suite(statement)
            inside = loop is None or loop in set(self._above(statement, scope))
            place = scope.order[statement]
            if suite in above and inside and after < place < scope.order[self.statement(target)]:
                return True
        return False

    def _suite(self, statement: cst.CSTNode) -> cst.CSTNode:
        """The block that a statement runs with: that around `with torch.no_grad():` as well."""
        suite = next(self.facts.index.above(statement))
        if isinstance(suite, cst.SimpleStatementLine):
            suite = self.facts.index.parents[suite]
        block = self.facts.index.parents.get(suite)
        if isinstance(block, cst.With):
            if all(self.facts.api(one.item).startswith("torch.") for one in block.items):
                return self._suite(block)
        return suite

    def binders(self, node: cst.Name) -> list[cst.CSTNode]:
        """What binds this name in its function: assignments, loops."""
        scope = self.scope(node)
        uses = scope.names.get(node.value, ())
        bound = [n for n in uses if self.keeping.bound_value(n) is not NO_BINDING]
        found = [self.facts.index.parents[n] for n in bound]
        return [scope.node, *found] if self.is_parameter(scope, node.value) else found

    def _sure(self, uses: list[cst.CSTNode]) -> set[cst.CSTNode]:
        """The statements of these bindings, and each `if` that binds in all of its branches."""
        found = {self.statement(use) for use in uses}
        for statement in list(found):
            for above in self.facts.index.above(statement):
                if not isinstance(above, cst.If) or above.orelse is None:
                    continue
                orelse = above.orelse
                other = (
                    orelse in found if isinstance(orelse, cst.If) else self._binds(orelse, found)
                )
                if other and self._binds(above, found):
                    found.add(above)
        return found

    def _binds(self, branch: cst.If | cst.Else, found: set[cst.CSTNode]) -> bool:
        lines = branch.body.body
        return any(
            line in found
            or (isinstance(line, cst.SimpleStatementLine) and any(s in found for s in line.body))
            for line in lines
        )

    def _is_held(self, target: cst.Attribute) -> bool:
        """`self.x`, and `storage.x` of an object whose class is known."""
        own = dotted(target) == f"self.{target.attr.value}"
        return own or (bool(dotted(target)) and isinstance(self.facts.kind(target.value), Instance))

    def _attribute(self, target: cst.Attribute) -> str:
        """`self.x`: no line of the file may give its tensor another name."""
        name = target.attr.value
        if name not in self._attributes:
            self._attributes[name] = self._attribute_problem(name)
        return self._attributes[name] or why_shared(self.facts, target)

    def _attribute_problem(self, name: str) -> str:
        for use in self.facts.index.all(cst.Attribute):
            if use.attr.value != name or self._is_method(use):
                continue
            value = self.keeping.bound_value(use)
            full = f"self.{name}"
            if value is NO_BINDING:
                handed_out = self.keeping.handed_out(use)
                if handed_out and not self.facts.once(EndedViews).ended(self, use):
                    return f"{full} has another name, which would not change"
            elif not (
                isinstance(value, cst.CSTNode)
                and (self.keeping.allocates(value) or self.keeping.of_itself(value, full))
            ):
                return f"{full} may be another name of a tensor that is held elsewhere"
        return ""

    def _is_method(self, use: cst.Attribute) -> bool:
        """`x.mean()`, `options.values()`, where no tensor that is kept can be called."""
        above = self.facts.index.parents[use]
        called = isinstance(above, cst.Call) and above.func is use
        return called or isinstance(self.facts.kind(use.value), (Tensor, Array, Named))

    # -- places
    def scope(self, node: cst.CSTNode) -> Scope:
        owner = self.function(node)
        if owner not in self._scopes:
            scope = self._scopes[owner] = Scope(owner)
            for place, below in enumerate(walk(owner)):
                if type(below) is cst.Name:
                    scope.names.setdefault(below.value, []).append(below)
                elif not is_expression(below):
                    scope.order[below] = place
        return self._scopes[owner]

    def belongs(self, use: cst.CSTNode, scope: Scope, name: str) -> bool:
        """Not to a function inside that has a name of its own that is the same."""
        owner = self.function(use)
        if owner is scope.node:
            return True
        inner = self.scope(use)
        if self.is_parameter(inner, name):
            return False
        uses = (n for n in inner.names.get(name, ()) if self.function(n) is owner)
        if name not in self.facts.once(Changes).declared and any(
            self.keeping.bound_value(n) is not NO_BINDING for n in uses
        ):
            return False
        return self.belongs(owner, scope, name)

    def function(self, node: cst.CSTNode) -> cst.CSTNode:
        return self.facts.index.scope(node)

    @cached_property
    def calls(self) -> dict[cst.CSTNode, list[cst.Call]]:
        """The calls of each function, and of the module."""
        found: dict[cst.CSTNode, list[cst.Call]] = {}
        for call in self.facts.index.all(cst.Call):
            found.setdefault(self.function(call), []).append(call)
        return found

    def _above(self, node: cst.CSTNode, scope: Scope) -> list[cst.CSTNode]:
        found: list[cst.CSTNode] = []
        for above in self.facts.index.above(node):
            if above is scope.node:
                break
            found.append(above)
        return found

    def statement(self, node: cst.CSTNode) -> cst.CSTNode:
        if isinstance(node, _COMPOUND):
            return node
        found = node
        for above in self.facts.index.above(node):
            if isinstance(above, (cst.SimpleStatementLine, cst.SimpleStatementSuite)):
                return found
            if isinstance(above, _COMPOUND):
                return above
            found = above
        return found

    @staticmethod
    def is_parameter(scope: Scope, name: str) -> bool:
        if not isinstance(scope.node, (cst.FunctionDef, cst.Lambda)):
            return False
        params = scope.node.params
        stars = [p for p in (params.star_arg, params.star_kwarg) if isinstance(p, cst.Param)]
        return any(p.name.value == name for p in (*named_parameters(params), *stars))
