"""Views of an attribute's tensor that end before it changes.

def update(self):
    states = self.states.reshape(-1, 3)  # a name of a function that ends ...

def add(self, state):
    self.states[self.place] = state  # ... before this runs
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import libcst as cst

from porter import callers
from porter.analysis.targets import Target, Targets
from porter.changes import Changes
from porter.infer.in_place import changes
from porter.remembered import remembered
from porter.tree import walk

if TYPE_CHECKING:
    from porter.aliases import Aliases
    from porter.facts import Facts

_DEPTH = 3  # of functions that give a view back
_BY_NAME = frozenset(
    ("getattr", "eval", "exec", "vars", "globals", "methodcaller", "__dict__", "__getattribute__")
)
_PATH = (cst.Attribute, cst.Subscript, cst.Call)
Function = cst.FunctionDef | cst.Lambda


class EndedViews:
    """Answers for one file: which functions run while another one does, and what they change."""

    def __init__(self, facts: Facts) -> None:
        self.facts = facts
        self._changing: dict[str, frozenset[cst.CSTNode]] = {}
        self._called: dict[Function, list[tuple[Facts, Function]]] = {}
        self._run: dict[cst.CSTNode, frozenset[cst.CSTNode] | None] = {}

    def ended(self, aliases: Aliases, use: cst.Attribute) -> bool:
        """Whether what the attribute holds gets names here that nobody reads once it changes."""
        name = use.attr.value
        if name not in self._changing:
            index = self.facts.index
            changed = (n for n in index.all(cst.Attribute) if n.attr.value == name)
            sites = (n for n in changed if _is_changed(self.facts, n))
            self._changing[name] = frozenset(index.scope(n) for n in sites)
        return _ends(aliases, use, self._changing[name], _DEPTH)

    def run_by(self, function: cst.FunctionDef) -> frozenset[cst.CSTNode] | None:
        """The function, and all of the project's that may run before it ends; None if one of them
        takes functions by names that nobody knows."""
        if function not in self._run:
            found, open_ = dict[cst.CSTNode, "Facts"](), [(self.facts, function), *self._anytime()]
            while open_:
                home, one = open_.pop()
                if one not in found:
                    found[one] = home
                    open_ += home.once(EndedViews).called(one)
            by_name = any(_takes_by_name(one) for one in found)
            self._run[function] = None if by_name else frozenset(found)
        return self._run[function]

    def called(self, function: Function) -> list[tuple[Facts, Function]]:
        """The functions that one of the file calls or asks as a property, and those that it defines
        or hands on."""
        if function not in self._called:
            found = self._called[function] = []
            targets = self.facts.once(Targets)
            for node in walk(function.body):
                run = list[Target]()
                if isinstance(node, cst.Call):
                    run += targets.of(node)
                    run += [one for arg in node.args for one in targets.handed(arg.value)]
                elif isinstance(node, cst.Attribute):
                    run += targets.getters(node)
                elif isinstance(node, (cst.FunctionDef, cst.Lambda)):
                    found.append((self.facts, node))
                found += [(target.home, target.node) for target in run]
        return self._called[function]

    def _anytime(self) -> Iterator[tuple[Facts, Any]]:
        """What is called by nobody in sight: functions that are handed over, here and where the
        file is imported, generators, and those of operators, loops and blocks."""
        for home in (self.facts, *self.facts.importers()):
            targets = home.once(Targets)
            for target in (*targets.passed_on, *targets.generators):
                yield target.home, target.node
        for function in self.facts.index.all(cst.FunctionDef):
            name = function.name.value
            if name.startswith("__") and name.endswith("__") and name != "__init__":
                yield self.facts, function


def _ends(
    aliases: Aliases, node: cst.BaseExpression, changing: frozenset[cst.CSTNode], depth: int
) -> bool:
    """The same of any expression; what a function gives back ends with those that call it."""
    facts, function, keeping = aliases.facts, aliases.function(node), aliases.keeping
    if not isinstance(function, cst.FunctionDef) or _pauses(function):
        return False
    run = facts.once(EndedViews).run_by(function)
    if run is None or changing & run:
        return False
    if keeping.kept(node):
        names = keeping.ended_with(function, node)
        uses = (n for n in walk(function.body) if isinstance(n, cst.Name) and n.value in names)
        outside = names & facts.once(Changes).declared
        return bool(names) and not outside and all(aliases.function(n) is function for n in uses)
    places = callers.calls(facts, function) if depth else None
    return places is not None and all(
        not home.once(type(aliases)).keeping.handed_out(call)
        or _ends(home.once(type(aliases)), call, changing, depth - 1)
        for home, call in places
    )


@remembered
def _takes_by_name(function: cst.CSTNode) -> bool:
    names = (n for n in walk(function) if isinstance(n, (cst.Name, cst.Attribute)))
    return any((n.attr if isinstance(n, cst.Attribute) else n).value in _BY_NAME for n in names)


def _is_changed(facts: Facts, node: cst.Attribute) -> bool:
    """Whether a line may change the tensor in place: it stores into it or into a view, calls a
    method that does, or hands it to a function that may."""
    parents, below, above = facts.index.parents, node, facts.index.parents.get(node)
    stored = False
    while isinstance(above, _PATH) or (isinstance(above, cst.Arg) and _is_torchs(facts, above)):
        if isinstance(above, cst.Attribute) and changes(above.attr.value):
            return True
        if isinstance(above, cst.Arg) and changes(facts.api(parents[above])):
            return True
        stored = stored or (isinstance(above, cst.Subscript) and above.value is below)
        stored = stored or (isinstance(above, cst.Attribute) and above.attr.value == "data")
        below, above = above, parents.get(above)  # type: ignore[assignment]
    if isinstance(above, cst.Arg):
        return True
    if isinstance(above, cst.AssignTarget):
        return stored
    return isinstance(above, (cst.AugAssign, cst.Del)) and above.target is below


def _is_torchs(facts: Facts, arg: cst.Arg) -> bool:
    """An argument of a function of torch's, which changes it by its name only."""
    call = facts.index.parents[arg]
    out = arg.keyword is not None and arg.keyword.value == "out"
    return isinstance(call, cst.Call) and bool(facts.api(call)) and not out


def _pauses(function: cst.FunctionDef) -> bool:
    """Whether other code may run between its lines."""
    pausing = (cst.Yield, cst.Await)
    return function.asynchronous is not None or any(isinstance(n, pausing) for n in walk(function))
