"""When the update may compute again what was computed while acting: it would get the same."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import libcst as cst

from porter.changes import Changes
from porter.facts import Facts, FunctionInfo
from porter.infer.in_place import assigns
from porter.kinds import Module, Parameter, networks
from porter.layer_hooks import HOOKED, has_hooks
from porter.plan.effects import effects, targets
from porter.plan.passed import passed
from porter.plan.random_numbers import draws
from porter.plan.region import Refusal
from porter.plan.scopes import bindings
from porter.plan.slices import Slices
from porter.plan.target_updates import repeats
from porter.plan.weight_changes import moves_parameters
from porter.recomputation.ahead import Ahead
from porter.recomputation.backward_slices import BackwardSlice, bound_in, is_draw, names_in
from porter.recomputation.update import Reading
from porter.recomputation.uses import Uses, emptied_behind, line_of
from porter.tree import walk

_LOADS = ("Module.load_state_dict", "Either.load_state_dict")


class Conditions:
    """Raises Refusal with the line that may make a difference."""

    def __init__(self, facts: Facts) -> None:
        self.facts = facts
        self.slices = Slices(facts)
        self._of_module = frozenset(bindings(facts.module.body))
        self._in_place: dict[str, frozenset[str]] = {}

    def check(self, sliced: BackwardSlice, found: Sequence[Uses], reading: Reading) -> None:
        """All of them, for the lists of one suite."""
        suite, first = reading.suite, reading.first
        if self.facts.once(has_hooks):
            raise Refusal(suite[first], HOOKED)
        for part in (*sliced.again, *(site.item for site in sliced.sites)):
            self._same_again(sliced.frame.local, part)
        for part in reading.loop.computed if reading.loop is not None else ():
            self._same_again(reading.frame.local, part)
        ahead = reading.loop.ahead if reading.loop is not None else Ahead()
        read = frozenset[str]().union(*(effects(line).reads for line in ahead.lines))
        for name in sorted({*ahead.collected, *read} & reading.frame.local):
            self._constant(name, reading.frame.function, suite[first], set())
        for name in sliced.given:
            self._constant(
                name, sliced.frame.function, line_of(self.facts, sliced.sites[0].at), set()
            )
        self._same_weights(suite, first)
        steps = [s for s in suite if self._steps(s)]
        for site, one in zip(sliced.sites, found):
            if site.owner and not (steps and emptied_behind(self.facts, one, steps[-1])):
                raise Refusal(suite[first], f"{site.name} is not emptied behind the update")

    # -- the weights
    def _same_weights(self, suite: Sequence[cst.CSTNode], first: int) -> None:
        """Nothing changes a weight between acting and the update."""
        inside = {n for statement in suite[first:] for n in walk(statement)}
        for call in self.facts.index.all(cst.Call):
            line = line_of(self.facts, call)
            if self.facts.api(call) == "Optimizer.step" and call not in inside:
                raise Refusal(line, "this step may come between acting and the update")
            changes = self.facts.api(call) in _LOADS or self._sets(call)
            if changes and repeats(self.facts, line):
                raise Refusal(line, "it may change weights between acting and the update")
        for loop in self.facts.index.all(cst.For):
            if moves_parameters(self.facts, loop) and repeats(self.facts, loop):
                raise Refusal(loop, "it may change weights between acting and the update")

    def _sets(self, call: cst.Call) -> bool:
        """`net.weight.data.fill_(0)`"""
        if not assigns(self.facts.api(call)) and not self.facts.api(call).endswith("_"):
            return False
        return any(isinstance(self.facts.kind(n), Parameter) for n in walk(call.func))

    def _steps(self, statement: cst.CSTNode) -> bool:
        return any(self.facts.api(node) == "Optimizer.step" for node in walk(statement))

    # -- the lines
    def _same_again(self, local: frozenset[str], part: cst.CSTNode) -> None:
        """A line gives the same on a batch, and at another time."""
        line = line_of(self.facts, part)
        for home, body, own in self._run_by(part, line):
            if draws(home, body):
                raise Refusal(line, "it draws random numbers (Dropout, noise)")
            kept = sorted(n for n in effects(body).writes if n.startswith("self."))
            if own and kept:
                raise Refusal(line, f"{kept[0]} is kept from call to call")
            for node in walk(body):
                self._unchanging(home, node, line, bound_in(own) if own is not None else local)
            for call in home.index.all(cst.Call):
                kind = home.kind(call)
                if isinstance(kind, Module) and kind.cls in home.modal:
                    name = kind.cls.rpartition(".")[2]
                    raise Refusal(line, f"{name} computes otherwise, for a batch or in a mode")

    def _unchanging(
        self, home: Facts, node: cst.CSTNode, line: cst.CSTNode, local: frozenset[str]
    ) -> None:
        """Attributes and globals that the lines read stay what they are; networks are objects."""
        if networks(home.kind(node)):
            return
        changed = home.once(Changes).attributes | self._changed_in_place(home)
        if isinstance(node, cst.Attribute) and node.attr.value in changed:
            raise Refusal(line, f"it reads {node.attr.value}, which changes")
        changing = home.once(Changes).declared | home.once(Changes).globals
        if isinstance(node, cst.Name) and node.value in changing - local:
            if home.variables.owner(node) is home.module:
                raise Refusal(line, f"it reads {node.value}, which changes")

    def _changed_in_place(self, home: Facts) -> frozenset[str]:
        """noise of `self.noise.normal_()`, where that is done again and again."""
        if home.path not in self._in_place:
            names: set[str] = set()
            for call in home.index.all(cst.Call):
                func = call.func
                changes = isinstance(func, cst.Attribute) and func.attr.value.endswith("_")
                if changes and repeats(home, call):
                    names |= {
                        n.attr.value for n in walk(func.value) if isinstance(n, cst.Attribute)
                    }
            self._in_place[home.path] = frozenset(names)
        return self._in_place[home.path]

    def _run_by(
        self, part: cst.CSTNode, line: cst.CSTNode
    ) -> Iterator[tuple[Facts, cst.CSTNode, cst.FunctionDef | None]]:
        """The line, and the bodies of the functions and networks that it calls."""
        open_: list[tuple[Facts, cst.CSTNode, cst.FunctionDef | None]] = [(self.facts, part, None)]
        seen: set[cst.CSTNode] = set()
        while open_:
            home, body, own = open_.pop()
            yield home, body, own
            for call in (n for n in walk(body) if isinstance(n, cst.Call)):
                kind = home.kind(call.func)
                infos = [home.function(kind)]
                for network in networks(kind):
                    infos += self._forwards(home, network, line)
                for info in infos:
                    if info is not None and info.node not in seen:
                        seen.add(info.node)
                        open_.append((info.home or home, info.node.body, info.node))

    def _forwards(
        self, home: Facts, network: Module, line: cst.CSTNode
    ) -> list[FunctionInfo | None]:
        """What a network runs; one of torch's may hold any that the file defines."""
        own = home.method(network, "forward")
        if own is not None:
            return [own]
        if not network.cls.startswith("torch.nn."):
            raise Refusal(line, "the class of the network is not known")
        return [info.methods.get("forward") for info in home.classes.values() if info.is_module]

    # -- what they are given
    def _constant(
        self, name: str, function: cst.FunctionDef | None, line: cst.CSTNode, seen: set[object]
    ) -> None:
        """No gradient comes through a name of a function."""
        if (name, function) in seen:
            return
        seen.add((name, function))
        values: list[tuple[cst.BaseExpression, cst.FunctionDef | None]] = []
        for node in walk(function.body if function is not None else self.facts.module):
            places = [t.target for t in node.targets] if isinstance(node, cst.Assign) else []
            if isinstance(node, (cst.AugAssign, cst.AnnAssign)) and node.value is not None:
                places = [node.target]
            if any(name in targets(place) for place in places):
                values.append((node.value, function))  # type: ignore[attr-defined]
            if isinstance(node, cst.For) and name in targets(node.target):
                values.append((node.iter, function))
        given = passed(self.facts, function or self.facts.module, name)
        values += [(value, self.facts.index.function(value)) for value in given]
        for value, where in values:
            if is_draw(self.facts, value):
                continue
            given = (n.value for n in walk(value) if isinstance(n, cst.Arg))
            if self.slices.trains(value) or any(networks(self.facts.kind(n)) for n in given):
                raise Refusal(line, f"a gradient comes through {name}, which is computed before")
            flowing = self.slices.differentiated(value)
            for inner in names_in([value]):
                known = bound_in(where) if where is not None else self._of_module
                if inner.value in flowing & known:
                    self._constant(inner.value, where, line, seen)
