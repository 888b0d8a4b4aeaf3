"""What each function of a file changes, also through what it calls; conservative where unknown."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import TYPE_CHECKING, Any

import libcst as cst

from porter.analysis import library
from porter.analysis.doing import ANY, ARGUMENT, NOTHING, OUTPUT, RANDOM, Doing
from porter.analysis.schedules import is_schedule
from porter.analysis.targets import Target, Targets
from porter.analysis.things import RATES, Things
from porter.kinds import Class, Derived, Instance, Named, Optimizer, Passed, Tensor, networks
from porter.rulebook.bind import literal
from porter.supers import on_torchs_super
from porter.tree import dotted, walk

if TYPE_CHECKING:  # it imports this
    from porter.facts import Facts

_CHANGING = (cst.Assign, cst.AugAssign, cst.AnnAssign, cst.Del, cst.For)


# What was known of a function when it was read: how many names, how much its file had joined.
_Read = dict[tuple["Doings", cst.CSTNode], tuple[int, int]]
_Seen = tuple[Doing, list[tuple[str, bool]]]


class Doings:
    """Answers for one file; asks those of other files about their functions."""

    def __init__(self, facts: Facts) -> None:
        self.facts = facts
        self.targets = Targets(facts)
        self.things = Things(facts, self.targets)
        self._seen_of: dict[tuple[Doings, cst.CSTNode], tuple[tuple[int, int], _Seen]] = {}
        self._own: dict[cst.CSTNode, Doing] = {}  # of a function's body, without its calls
        self._calls: dict[cst.CSTNode, list[cst.CSTNode]] = {}
        self._whole: dict[cst.CSTNode, Doing] = {}
        self._given: dict[cst.CSTNode, list[cst.BaseExpression]] = {}  # what functions return
        self._read: _Read = {}  # of functions, by the call that is being answered
        self._answered: dict[cst.CSTNode, _Read] = {}  # the same of each call, when it was solved
        self._done: dict[cst.CSTNode, Doing] = {}
        self._joined: dict[Target, int] = {}  # how much its file had joined when it was kept
        self._closed: dict[cst.CSTNode, tuple[int, int]] = {}  # what was known, with all its names
        self._anyone = cst.Ellipsis()  # stands for all functions that are used as values
        self._solved = False

    # -- one function
    def _collect(self) -> None:
        index = self.facts.index
        for function in (*index.all(cst.FunctionDef, cst.Lambda), index.module):
            self._own[function] = Doing()
            self._calls[function] = []
        for node in index.all(*_CHANGING):
            self._own[self.things.function(node)].add(self.direct(node))
        getters = [n for n in index.all(cst.Attribute) if self.targets.getters(n)]
        for node in (*index.all(cst.Call), *getters):
            self._calls[self.things.function(node)].append(node)
        for node in index.all(cst.Return, cst.Yield):
            if isinstance(node.value, cst.BaseExpression):
                self._given.setdefault(self.things.function(node), []).append(node.value)
        for node in index.all(cst.Lambda):
            self._given[node] = [node.body]

    def direct(self, node: cst.CSTNode) -> Doing:
        """What a statement changes by itself."""
        found = Doing()
        targets: list[Any] = []
        if isinstance(node, cst.Assign):
            targets = [target.target for target in node.targets]
        elif isinstance(node, (cst.AugAssign, cst.For, cst.Del)):
            targets = [node.target]
        elif isinstance(node, cst.AnnAssign) and node.value is not None:
            targets = [node.target]
        if isinstance(node, cst.AugAssign):
            found.changed |= self.things.of(node.target)  # `w *= 0.5` of an array
        while targets:
            target = targets.pop()
            if isinstance(target, (cst.Tuple, cst.List)):
                targets += [element.value for element in target.elements]
            elif isinstance(target, cst.Subscript):
                found.changed |= self.things.of(target.value)
                found.changed |= self.things.by_name(target.value, target.slice)
            elif isinstance(target, cst.Attribute) and not self.facts.api(target):
                found.bound.add(f".{target.attr.value}")
            elif isinstance(target, cst.Name):
                found.bound.add(self.things.name(target))
        return found

    # -- calls
    def call(self, node: cst.CSTNode, making: bool = True) -> Doing:
        """What a call, or a property, changes; without the attributes that are changed while an
        object is made, if it is not asked for `making`."""
        found = Doing()
        if isinstance(node, cst.Attribute):
            for target in self.targets.getters(node):
                found.add(self._through(target, None))
            return found
        assert isinstance(node, cst.Call)
        targets = self.targets.of(node)
        for target in targets:
            done = self._through(target, node)
            if target.made and not making:
                done = self._settled(done)
            found.add(done)
        for arg in node.args:  # it may be called
            for target in self.targets.handed(arg.value):
                found.add(self._through(target, node, handed=True))
        if not targets or (isinstance(node.func, cst.Attribute) and self._open(node)):
            found.add(self._unseen(node))
        return found

    def _open(self, call: cst.Call) -> bool:
        """Whether the methods that were found by their name may not be all."""
        kind = self.facts.kind(call.func)
        known = isinstance(kind, (Class, Instance)) or networks(kind)
        return not known and self.facts.function(kind) is None

    def _through(self, target: Target, call: cst.Call | None, handed: bool = False) -> Doing:
        """What a function of the project changes, in the names of its caller; one that is handed
        over may get whatever the call has."""
        home = self if target.home is self.facts else target.home.once(Doings)
        inner = home.whole(target.node)
        self._read[home, target.node] = home.known(target.node)
        given = target.arguments(call) if call is not None and not handed else None
        if call is None and target.receiver is not None and target.parameters:
            given = {target.parameters[0]: [target.receiver]}
        seen, arguments = self._seen(target, home, inner)
        found = Doing({*seen.changed}, {*seen.bound}, {*seen.weak})
        for variable, weak in arguments:
            into = found.weak if weak else found.changed
            into |= self._arguments(variable, given, call)
            if given is None or variable not in given:
                if default := home.things.of_default(variable, target.node):
                    into.update(*(self._here(one, home) for one in home.things.same(default)))
        return found

    def _by_anyone(self, call: cst.Call) -> Doing:
        """What the functions of the file that are used as values change, if a call runs them."""
        self._read[self, self._anyone] = self.known(self._anyone)
        whole = self._whole.get(self._anyone, Doing())
        found = Doing(whole.changed - {ARGUMENT}, {*whole.bound}, whole.weak - {ARGUMENT})
        given = self._all(arg.value for arg in call.args)
        found.changed |= given if ARGUMENT in whole.changed else set()
        found.weak |= given if ARGUMENT in whole.weak else set()
        return found

    def _learn_anyone(self) -> bool:
        """Find these anew, in no caller's names; whether that is news."""
        whole = self._whole.setdefault(self._anyone, Doing())
        before = whole.size
        for target in self.targets.passed_on:
            home = self if target.home is self.facts else target.home.once(Doings)
            seen, arguments = self._seen(target, home, home.whole(target.node))
            whole.add(seen)
            for variable, weak in arguments:
                kept = home.things.same(home.things.of_default(variable, target.node))
                into = whole.weak if weak else whole.changed
                into.update({ARGUMENT}, *(self._here(one, home) for one in kept))
        return before < whole.size

    def _seen(self, target: Target, home: Doings, inner: Doing) -> _Seen:
        """What callers see of a function, whatever they give it, and which of its arguments it
        changes, or may change. Found anew where more is known of the function."""
        known = home.known(target.node)
        before = self._seen_of.get((home, target.node))
        if before is not None and before[0] == known:
            return before[1]
        own = home.things.local("", target.node)  # the end of the names that are its own
        found, arguments = Doing(), list[tuple[str, bool]]()
        for names, into in (
            (inner.changed, found.changed),
            (inner.bound, found.bound),
            (inner.weak, found.weak),
        ):
            for name in names:
                variable, _, number = name.partition("@")
                if not number:
                    into |= self._here(name, home)
                elif f"@{number}" != own:
                    into |= {name} if home is self else set()  # of a function around it
                elif into is not found.bound:
                    arguments.append((variable, into is found.weak))
        self._seen_of[home, target.node] = known, (found, arguments)
        return found, arguments

    def _here(self, name: str, home: Doings) -> set[str]:
        """What a variable of another file is called here."""
        if home is self or name[0] in ".?":
            return {name}
        return {name, f".{name}", *self._renamed.get(name, ())}

    def _arguments(
        self,
        name: str,
        given: dict[str, list[cst.BaseExpression]] | None,
        call: cst.Call | None,
    ) -> frozenset[str]:
        if given is None:
            values = [arg.value for arg in call.args] if call is not None else []
        else:
            values = given.get(name, [])
        return frozenset().union(*map(self.things.of, values))

    def _unseen(self, call: cst.Call) -> Doing:
        """What a function changes that is none of the project's."""
        found, func = Doing(), call.func
        kind, values = self.facts.kind(func), [arg.value for arg in call.args]
        if isinstance(func, cst.Attribute) and is_schedule(self.facts.kind(func.value)):
            return Doing(bound={RATES})
        torchs = self.facts.api(call) or networks(kind) or on_torchs_super(self.facts, call)
        if torchs or isinstance(kind, (Derived, Passed)):
            return found
        if isinstance(kind, Named):
            if kind.name == "builtins.next":
                for target in self.targets.generators:
                    found.add(self._through(target, call, handed=True))
            found.changed |= self._all(library.changed(kind.name, call))
            if library.draws(kind.name):
                found.bound.add(RANDOM)
            if library.tells(kind.name) or not library.known(kind.name):
                found.bound.add(OUTPUT)
            if not library.known(kind.name):
                found.weak |= self._all(values)
            if kind.name in ("builtins.setattr", "builtins.delattr"):
                found.bound |= self._named(values)
            return found
        if isinstance(func, cst.Attribute):
            name, owner = func.attr.value, self.facts.kind(func.value)
            if isinstance(owner, Tensor) or self.facts.is_distribution(owner):
                return found
            if name in library.READERS:
                out = [a.value for a in call.args if a.keyword and a.keyword.value == "out"]
                found.changed |= self._all(out)
            elif name in library.CHANGERS:
                found.changed |= self.things.of(func.value)
                found.changed |= self.things.by_name(func.value, call.args)
            else:
                found.weak |= self._all([func.value, *values])
                found.bound |= {RANDOM, OUTPUT} | self._whole_objects(values)
            if isinstance(func.value, cst.Name) and func.value.value == "self":  # self.callback()
                found.add(self._by_anyone(call))
            return found
        found.weak |= self._all([func, *values])
        found.bound |= {RANDOM, OUTPUT} | self._whole_objects(values)
        found.add(self._by_anyone(call))
        return found

    def _all(self, values: Iterable[cst.BaseExpression]) -> frozenset[str]:
        return frozenset().union(*map(self.things.of, values))

    def _named(self, values: list[cst.BaseExpression]) -> set[str]:
        """The attribute of `setattr(x, "name", value)`; any, where it is not spelled out."""
        name = literal(values[1]) if len(values) > 1 else None
        return {f".{name}"} if isinstance(name, str) else {ANY}

    def _whole_objects(self, values: Iterable[cst.BaseExpression]) -> set[str]:
        """An unknown function may change every attribute of an object of the program."""
        kinds = map(self.facts.kind, values)
        owned = any(isinstance(k, Instance) and self.facts.class_info(k.cls) for k in kinds)
        rates = {RATES} if any(isinstance(self.facts.kind(v), Optimizer) for v in values) else set()
        return ({ANY} if owned else set()) | rates

    # -- all functions
    def whole(self, function: cst.CSTNode) -> Doing:
        """What a function changes, with all that it calls; so far, for functions that call it."""
        if not self._solved:
            self._solved = True
            self._collect()
            self._solve()
        return self._whole.get(function, NOTHING)

    @cached_property
    def mutated(self) -> frozenset[str]:
        """The names, and ".attributes", of what changes in place; not while its owner is made."""
        return frozenset().union(*self._mutated_by.values())

    def mutated_until(self, loop: cst.CSTNode) -> frozenset[str]:
        """The same, without what the module does once a loop of it has ended."""
        index = self.facts.index
        behind = index.behind(loop)
        if not behind:
            return self.mutated
        found, module = dict(self._mutated_by), index.module
        own = [n for n in index.all(*_CHANGING) if self.things.function(n) is module]
        late = {node for statement in behind for node in walk(statement)}
        early = [n for n in (*own, *self._calls[module]) if n not in late]
        changed = set[str]().union(*(self.direct(n).changed for n in early))
        calls = [n for n in early if not isinstance(n, _CHANGING)]
        found[module] = self._mutated(module, changed, calls)
        return frozenset().union(*found.values())

    @cached_property
    def _mutated_by(self) -> dict[cst.CSTNode, frozenset[str]]:
        self.whole(self.facts.index.module)
        return {f: self._mutated(f, self._own[f].changed, c) for f, c in self._calls.items()}

    def _mutated(
        self, function: cst.CSTNode, changed: set[str], calls: Iterable[cst.CSTNode]
    ) -> frozenset[str]:
        """What a function that changes these names by itself, and has these calls, changes."""
        done = Doing({*changed})
        for node in calls:
            makes = isinstance(node, cst.Call) and any(t.made for t in self.targets.of(node))
            new = makes or self._open_again(node)
            done.add(self.call(node, making=False) if new else self._done[node])
        if isinstance(function, cst.FunctionDef) and function.name.value == "__init__":
            done = self._settled(done)
        names = (name.partition("@")[0] for name in self.things.same(done.changed | done.weak))
        return frozenset(name for name in names if not name.startswith("?"))

    def _settled(self, done: Doing) -> Doing:
        """What still changes once an object is made: none of its attributes."""
        names = done.changed | done.weak
        own = self.things.same(name for name in names if name.startswith("."))
        return Doing(done.changed - own, done.bound, done.weak - own)

    def _solve(self) -> None:
        """Go round until no function changes more than was known."""
        for function, own in self._own.items():
            self._whole[function] = Doing({*own.changed}, {*own.bound})
        news = True
        while news:
            news = self._keep() | self._learn_anyone()
            for function, calls in self._calls.items():
                whole = self._whole[function]
                for node in filter(self._open_again, calls):
                    self._read = self._answered[node] = {}
                    self._done[node] = self.call(node)
                    news |= whole.add(self._done[node])
                if self._closed.get(function) != self.known(function):
                    whole.changed |= self.things.same(whole.changed)
                    whole.weak |= self.things.same(whole.weak)
                    self._closed[function] = self.known(function)

    def known(self, function: cst.CSTNode) -> tuple[int, int]:
        """How much is known of a function: it only becomes more."""
        return self._whole.get(function, NOTHING).size, self.things.joined

    def _open_again(self, call: cst.CSTNode) -> bool:
        """Whether a call was not solved yet, or more is known of what it runs since."""
        read = self._answered.get(call)
        return read is None or any(home.known(node) != now for (home, node), now in read.items())

    def _keep(self) -> bool:
        """Join what functions keep of their arguments, or give back, with its names where they are
        called; whether that is news."""
        news = False
        for call in self.facts.index.all(cst.Call):
            for target in self.targets.of(call):
                home = self if target.home is self.facts else target.home.once(Doings)
                if self._joined.get(target) == home.things.joined:
                    continue  # nothing that it goes by is new
                self._joined[target] = home.things.joined
                given = target.arguments(call) or {}
                for name, values in given.items():
                    kept = home.elsewhere({home.things.local(name, target.node)})
                    if kept:
                        here = frozenset().union(*(self._here(one, home) for one in kept))
                        news |= self.things.join(self._all(values), here)
                returned = home.returned(target.node)
                result = {self.things.result(call)}
                for name in home.elsewhere(returned):
                    news |= self.things.join(result, self._here(name, home))
                for name in target.parameters:
                    if home.things.local(name, target.node) in returned:
                        news |= self.things.join(result, self._all(given.get(name, [])))
        return news

    def returned(self, function: cst.CSTNode) -> frozenset[str]:
        """All names of the things that a function returns."""
        self.whole(function)
        return self.things.same(self._all(self._given.get(function, [])))

    def elsewhere(self, names: Iterable[str]) -> set[str]:
        """The names of these things that others see: attributes, variables of the module."""
        found = self.things.same(names)
        return {name for name in found if "@" not in name and not name.startswith("?")}

    @cached_property
    def _renamed(self) -> dict[str, set[str]]:
        """`from stats import history as past`: past, by history."""
        found: dict[str, set[str]] = {}
        for node in self.facts.index.all(cst.ImportFrom):
            for alias in () if isinstance(node.names, cst.ImportStar) else node.names:
                if alias.asname is not None:
                    new = dotted(alias.asname.name) or ""
                    found.setdefault(dotted(alias.name) or "", set()).add(new)
        return found
