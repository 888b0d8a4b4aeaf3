"""Whether a tensor that was made of an array is read after somebody writes into the array.

What is used up in its own line never is. What a name holds is, if a write can come behind the line
and a read behind the write, before the name is bound anew. What a container or an attribute holds
lives on, and what a function returns is its callers'.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import takewhile
from typing import TYPE_CHECKING, Any

import libcst as cst

from porter.aliases import Aliases
from porter.bindings import NO_BINDING
from porter.changes import Changes
from porter.infer.flagged import reaches
from porter.kinds import Named
from porter.sharing.flows import Place
from porter.sharing.places import passed
from porter.sharing.writes import Writes
from porter.tree import walk

if TYPE_CHECKING:
    from porter.facts import Facts

_LOOPS = (cst.For, cst.While, cst.ListComp, cst.GeneratorExp, cst.DictComp, cst.SetComp)
_DISPLAYS = (cst.Tuple, cst.List, cst.Set, cst.Dict, cst.Element, cst.DictElement, cst.IfExp)
_CONTAINERS = frozenset(f"builtins.{n}" for n in "list tuple dict set map zip reversed".split())
_DEPTH = 4  # functions that hand it on


class Lifetime:
    """Follows one tensor, or array, whose memory torch shares: `node` of `places`."""

    def __init__(
        self, writes: Writes, places: Iterable[Place], array: cst.CSTNode | None = None
    ) -> None:
        self.writes = writes
        self.places = list(places)
        self.array = array  # the name that it was made of
        self._followed: set[tuple[cst.CSTNode, int | None]] = set()
        self._returned: set[cst.CSTNode] = set()

    def write(
        self, facts: Facts, node: cst.CSTNode, depth: int = 0, part: int | None = None
    ) -> cst.CSTNode | None:
        """The write that comes between this expression and a read of what it gave, or of that
        `part` of the tuple that it gave."""
        if (node, part) in self._followed or depth > _DEPTH:
            return None
        self._followed.add((node, part))
        keeping = facts.once(Aliases).keeping
        if isinstance(facts.index.parents[node], cst.Lambda):
            return self._of_callers(facts, facts.index.parents[node], depth)
        if not keeping.stays(node):
            function = facts.index.function(node)
            back = function is not None and keeping.given_back(node)
            part = _part_returned(facts, node, part)
            return self._of_callers(facts, function, depth, part, node) if back else None
        above = facts.index.parents[node]
        if isinstance(above, (cst.For, cst.CompFor)) and above.iter is node:
            return self._items(facts, above, depth)
        names = holders(facts, node, part) or own_list(facts, node)
        if not names or names & facts.once(Changes).declared or not self._plain(facts, node):
            return self._later(facts, node)
        found = (self._named(facts, node, name, depth) for name in sorted(names))
        return next((write for write in found if write is not None), None)

    def _items(self, facts: Facts, loop: cst.For | cst.CompFor, depth: int) -> cst.CSTNode | None:
        """`for row in x`: what the names of the loop hold."""
        names = [n for n in walk(loop.target) if isinstance(n, cst.Name)]
        if isinstance(loop, cst.For):
            found = (self._named(facts, name, name.value, depth) for name in names)
        else:
            above = facts.index.parents[loop]
            uses = (u for u in walk(above) if isinstance(u, cst.Name) and u not in names)
            wanted = {name.value for name in names}
            found = (self.write(facts, u, depth) for u in uses if u.value in wanted)
        return next((write for write in found if write is not None), None)

    def behind(self, facts: Facts, name: cst.Name) -> cst.CSTNode | None:
        """The write that comes behind the line of this name and before another read of it."""
        self._followed.add((name, None))
        return self._named(facts, name, name.value, 0)

    def _plain(self, facts: Facts, node: cst.CSTNode) -> bool:
        """Whether names that are bound here are a function's or the script's, not a class's."""
        scope = facts.once(Aliases).scope(node).node
        return isinstance(scope, (cst.FunctionDef, cst.Module))

    def _of_callers(
        self,
        facts: Facts,
        function: cst.CSTNode | None,
        depth: int,
        part: int | None = None,
        given: cst.CSTNode | None = None,
    ) -> cst.CSTNode | None:
        """The same for what a function gives back, to the calls that may come to that return."""
        calls = self.writes.places.calls.get(function or facts.module, ())
        info = facts.defined_at(function) if function is not None and given is not None else None
        if info is not None and given is not None:
            end = next((n for n in facts.index.above(given) if isinstance(n, cst.Return)), given)
            calls = [(home, call) for home, call in calls if reaches(info, passed(home, call), end)]
        found = (self.write(home, call, depth + 1, part) for home, call in calls)
        return next((write for write in found if write is not None), None)

    def _named(self, facts: Facts, node: cst.CSTNode, name: str, depth: int) -> cst.CSTNode | None:
        """The same for what is bound to a name of the function around."""
        aliases = facts.once(Aliases)
        scope = aliases.scope(node)
        uses = [u for u in scope.names.get(name, ()) if aliases.belongs(u, scope, name)]
        bound = [u for u in uses if aliases.keeping.bound_value(u) is not NO_BINDING]
        reads = [u for u in uses if u not in bound]
        here = aliases.statement(node)
        for event in self.writes.within(facts, scope.node, self.places, self.array):
            if aliases.statement(event) is here:
                if any(isinstance(n, _LOOPS[2:]) for n in _up_to(facts, node, here)):
                    return event
                continue  # the name is bound behind it
            if not self._again(facts, node, event) and aliases.reaches(scope, bound, node, event):
                for read in reads:
                    apart = aliases.function(read) is not scope.node
                    if apart or self._behind(facts, bound, event, read):
                        return event
        later = (
            read
            for read in reads
            if aliases.function(read) is not scope.node or self._behind(facts, bound, node, read)
        )
        found = (self.write(facts, read, depth) for read in later)
        return next((write for write in found if write is not None), None)

    def _behind(
        self, facts: Facts, bound: list[cst.CSTNode], event: cst.CSTNode, read: cst.CSTNode
    ) -> bool:
        """Whether a read comes after a write, before the name is bound anew. Within a line what is
        read comes first."""
        aliases = facts.once(Aliases)
        scope = aliases.scope(read)
        if aliases.statement(event) is not aliases.statement(read):
            return aliases.reaches(scope, bound, event, read)
        around = (n for n in facts.index.above(read) if isinstance(n, _LOOPS))
        loops = [n for n in around if aliases.function(n) is scope.node]
        return any(not aliases.rebound(scope, bound, read, -1, loop) for loop in loops)

    def _again(self, facts: Facts, node: cst.CSTNode, event: cst.CSTNode) -> bool:
        """Whether the write can only come behind the line if that runs again, and has a new array
        then."""
        if not isinstance(self.array, cst.Name) or facts.index.function(self.array) is not (
            facts.index.function(node)
        ):
            return False
        scope = facts.once(Aliases).scope(node)
        made = self.writes.made(facts, self.array)
        return bool(made) and not facts.once(Aliases).reaches(scope, made, node, event)

    def _later(self, facts: Facts, node: cst.CSTNode) -> cst.CSTNode | None:
        """A write that can come behind this line, in its function or in what calls that."""
        aliases = facts.once(Aliases)
        scope = aliases.scope(node)
        here = aliases.statement(node)
        for event in self.writes.within(facts, scope.node, self.places, self.array):
            if aliases.statement(event) is here:
                if any(isinstance(n, _LOOPS) for n in facts.index.above(node)):
                    return event
            elif not self._again(facts, node, event) and aliases.reaches(scope, [], node, event):
                return event
        if scope.node in self._returned or self.writes.places.own_to(scope.node, self.places):
            return None
        self._returned.add(scope.node)
        if isinstance(scope.node, cst.Module):
            return None
        calls = self.writes.places.calls.get(scope.node, ())
        if not calls:
            lines = self.writes.lines(self.places)
            others = (w for w in lines if w[0].once(Aliases).function(w[1]) is not scope.node)
            return next((n for home, n, a in others if not self.writes.is_new(home, a)), None)
        found = (self._later(home, call) for home, call in calls)
        return next((write for write in found if write is not None), None)


def _up_to(facts: Facts, node: cst.CSTNode, last: cst.CSTNode) -> Iterator[cst.CSTNode]:
    """What is around a node in its statement."""
    return takewhile(lambda above: above is not last, facts.index.above(node))


def _part_returned(facts: Facts, node: cst.CSTNode, part: int | None) -> int | None:
    """Which item of `return mean, deviation` an expression is; None where that is not known."""
    parents, viewed = facts.index.parents, facts.once(Aliases).keeping.viewed
    above = parents[node]
    while isinstance(above, (cst.Attribute, cst.Call)):  # mean of `mean.squeeze(0)`
        outer = parents[above] if isinstance(parents[above], cst.Call) else above
        if viewed(outer) is not node:
            return None
        node, above = outer, parents[outer]
    if isinstance(above, cst.Return):
        return part
    whole = facts.index.parents.get(above)
    if not isinstance(whole, cst.Tuple) or not isinstance(facts.index.parents[whole], cst.Return):
        return None
    plain = all(isinstance(element, cst.Element) for element in whole.elements)
    return [*whole.elements].index(above) if plain and isinstance(above, cst.Element) else None


def holders(facts: Facts, node: cst.CSTNode, part: int | None = None) -> set[str]:
    """The names that an expression, or that `part` of it, is bound to, also in a list or a dict;
    none where it gets a place elsewhere, too."""
    found = held_by(facts, node)
    line = facts.index.parents[node]
    if part is not None and isinstance(line, cst.Assign) and len(line.targets) == 1:
        places = getattr(line.targets[0].target, "elements", ())
        if part < len(places) and all(isinstance(one, cst.Element) for one in places):
            found = [places[part].value]
    names = {target.value for target in found if isinstance(target, cst.Name)}
    return names if all(isinstance(target, cst.Name) for target in found) else set()


def own_list(facts: Facts, node: cst.CSTNode) -> set[str]:
    """The name of a list that `rows.append(x)` puts the expression into: one that the function made
    and that no other name, container or attribute holds."""
    call = facts.index.parents.get(facts.index.parents[node])
    func = call.func if isinstance(call, cst.Call) else None
    if not isinstance(func, cst.Attribute) or func.attr.value != "append":
        return set()
    if not isinstance(func.value, cst.Name):
        return set()
    aliases, name = facts.once(Aliases), func.value.value
    keeping, scope = aliases.keeping, aliases.scope(node)
    uses = [use for use in scope.names.get(name, ()) if aliases.belongs(use, scope, name)]
    values = {use: keeping.bound_value(use) for use in uses}
    made = [value for value in values.values() if value is not NO_BINDING]
    if not made or not all(isinstance(value, cst.List) for value in made):
        return set()
    reads = (use for use in uses if values[use] is NO_BINDING and not _is_appended_to(facts, use))
    return set() if any(map(keeping.stays, reads)) else {name}


def _is_appended_to(facts: Facts, node: cst.CSTNode) -> bool:
    above = facts.index.parents[node]
    return isinstance(above, cst.Attribute) and above.attr.value == "append"


def held_by(facts: Facts, node: cst.CSTNode) -> list[cst.BaseExpression]:
    """The targets of the assignment that an expression ends up in."""
    above: Any = facts.index.parents[node]
    while not isinstance(above, (cst.Assign, cst.AnnAssign)):
        inside = isinstance(above, (*_DISPLAYS, *_LOOPS[2:], cst.Arg, cst.Subscript, cst.Attribute))
        if not inside and not (isinstance(above, cst.Call) and _passes(facts, above, node)):
            return []
        node, above = above, facts.index.parents[above]
    if isinstance(above, cst.AnnAssign):
        return [above.target]
    return [part for target in above.targets for part in _parts(target.target)]


def _passes(facts: Facts, call: cst.Call, arg: cst.CSTNode) -> bool:
    """`list(x)`, `x.view(-1)` and what else has its argument, or its owner, in it."""
    kind = facts.kind(call.func)
    if isinstance(kind, Named):
        return kind.name in _CONTAINERS
    keeping = facts.once(Aliases).keeping
    if keeping.viewed(call) is not None:
        return True
    return isinstance(arg, cst.Arg) and keeping.passed_on(arg)


def _parts(target: cst.BaseExpression) -> list[cst.BaseExpression]:
    if isinstance(target, (cst.Tuple, cst.List)):
        return [part for element in target.elements for part in _parts(element.value)]
    return [target]
