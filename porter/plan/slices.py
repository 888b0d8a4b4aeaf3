"""The backward slice of a loss: which statements gradients flow through, and into what."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import libcst as cst

from porter.analysis.reach import Reach
from porter.changed_names import MUTATORS
from porter.facts import Facts, FunctionInfo, getter, is_abstract
from porter.kinds import (
    Array,
    Function,
    Kind,
    Number,
    Parameter,
    Parameters,
    Text,
    Union,
    Unknown,
    item_of,
    may_be_tensor,
    networks,
)
from porter.network_methods import NetworkMethods, holds_data
from porter.plan.callees import lambda_called, really_called
from porter.plan.caller_tape import caller_tape_call
from porter.plan.carrying import carrying
from porter.plan.detached_results import DetachedResults
from porter.plan.effects import comprehended, effects, targets
from porter.plan.gradient_ends import is_end
from porter.plan.no_grad import calls_without_gradient, is_no_grad
from porter.plan.possible_networks import PossibleNetworks
from porter.plan.reading import network_called
from porter.plan.scopes import bindings
from porter.tree import children, dotted, only, statements, walk

# What is done to a network, and gives nothing that a gradient could flow through.
_SILENT = frozenset(
    f"Module.{name}" for name in "load_state_dict zero_grad train eval requires_grad_".split()
)


def makes_variable(facts: Facts, node: cst.CSTNode) -> bool:
    """`nn.Parameter(x)`, `torch.zeros(3, requires_grad=True)`"""
    port = facts.ports.get(node)
    if port is None or port.decision.returns_input:  # `Variable(self.noise)` is the buffer
        return False
    return isinstance(port.decision.kind, Parameter) and facts.api(node).startswith("torch.")


def makes_leaf(facts: Facts, statement: cst.CSTNode) -> bool:
    """Whether a line only makes parameters: no gradient goes further than these."""
    small = only(statement)
    value = small.value if isinstance(small, cst.Assign) else None
    made = [e.value for e in value.elements] if isinstance(value, cst.Tuple) else [value]
    return all(one is not None and makes_variable(facts, one) for one in made)


def _holds_parameters(kind: Kind) -> bool:
    """Whether these are, or may be, parameters: `fast` of `fast = list(net.parameters())`, which
    is `[w - g for …]` behind an inner step."""
    if isinstance(kind, Union):
        return any(map(_holds_parameters, kind.kinds))
    return isinstance(kind, Parameters) or isinstance(item_of(kind), Parameter)


class Slices:
    """Follows gradients backwards through the statements of a suite."""

    def __init__(
        self,
        facts: Facts,
        functions: dict[str, bool] | None = None,
        items: dict[str, tuple[bool, ...]] | None = None,
        detached: DetachedResults | None = None,
    ) -> None:
        self.facts = facts
        # Whether gradients come out of a function's networks, in all files: they call each other
        self._functions: dict[str, bool] = {} if functions is None else functions
        self._items: dict[str, tuple[bool, ...]] = {} if items is None else items  # of its result
        self.detached = detached or DetachedResults()
        self._ends: dict[cst.CSTNode, bool] = {}
        self.carrying: set[str] = set()  # the names that a gradient comes through so far …
        self._inside: set[str] = set()  # … and those of them that functions called read
        self.open: frozenset[str] = frozenset()  # what the last slice needs from before its suite

    def slice(
        self,
        suite: Sequence[cst.CSTNode],
        at: int,
        loss: cst.BaseExpression | frozenset[str],
        known: frozenset[str] = frozenset(),
    ) -> tuple[cst.CSTNode | None, cst.CSTNode | None, frozenset[cst.CSTNode]]:
        """First and last statement of the loss's backward slice that need the tape, and all; also
        of names, and where the names `known` come in with a gradient."""
        self._inside = set()
        with carrying(self, suite[:at], known):
            return self._slice(suite, at, loss, known)

    def _slice(
        self,
        suite: Sequence[cst.CSTNode],
        at: int,
        loss: cst.BaseExpression | frozenset[str],
        known: frozenset[str],
    ) -> tuple[cst.CSTNode | None, cst.CSTNode | None, frozenset[cst.CSTNode]]:
        chain: list[tuple[cst.CSTNode, frozenset[str]]] = []  # with the names that are needed of it
        first = last = None
        if isinstance(loss, frozenset):
            needed = set(loss)
        else:
            needed = self.differentiated(loss)
            first = last = suite[at] if self.trains(loss) else None
        for statement in reversed(suite[:at]):
            found, needed = effects(statement), needed - self._silent(statement)
            if self.goes_back(statement):
                needed -= self._inside & found.writes
                if not self.carried(statement, set(known)) & needed:
                    continue
            if not found.writes & needed or self._steps(statement):
                continue
            if is_no_grad(self.facts, statement) or makes_leaf(self.facts, statement):
                needed -= found.writes
                continue
            last = last or statement
            chain.insert(0, (statement, frozenset(needed)))
            needed = (needed - found.kills) | self.differentiated(statement)
        self.open = frozenset(needed)
        flowing = self._flowing(chain, known)
        first = next((s for s, _ in chain if s in flowing and (known or self.trains(s))), first)
        return first, last, flowing

    def _flowing(
        self, chain: Sequence[tuple[cst.CSTNode, frozenset[str]]], known: frozenset[str]
    ) -> frozenset[cst.CSTNode]:
        """The statements of a slice that a gradient really comes through."""
        found: set[cst.CSTNode] = set()
        names = set(known)
        for statement, needed in chain:
            carried = self.carried(statement, names)
            if carried & needed:
                found.add(statement)
                names |= carried
        return frozenset(found)

    def carried(self, node: cst.CSTNode, names: set[str]) -> set[str]:
        """What a statement writes that a gradient flows through, if it does through these names."""
        if is_no_grad(self.facts, node) or self._steps(node):
            return set()
        if isinstance(node, cst.SimpleStatementLine):
            return {*self.written(node)} if self.flows(node, names) else set()
        found: set[str] = set()
        if isinstance(node, cst.For) and (self.trains(node.iter) or self._reads(node.iter, names)):
            found |= targets(node.target)
        for _ in range(2):  # a loop's second turn reads what the first one wrote
            for part in (getattr(node, name, None) for name in ("body", "orelse", "finalbody")):
                inner: list[cst.CSTNode] = []
                if isinstance(part, (cst.If, cst.Else, cst.Finally)):
                    inner = [part]
                elif isinstance(part, (cst.IndentedBlock, cst.SimpleStatementSuite)):
                    inner = [*statements(part)]
                for below in inner:
                    if not isinstance(
                        below, (cst.FunctionDef, cst.ClassDef)
                    ):  # they do not run here
                        found |= self.carried(below, names | found)
            if found <= names:
                break  # it would find the same
        return found

    def written(self, line: cst.SimpleStatementLine) -> frozenset[str]:
        """What a line writes that may have a gradient."""
        return effects(line).writes - self._silent(line)

    def flows(self, line: cst.SimpleStatementLine, names: set[str]) -> bool:
        """Whether a gradient flows through a line, if it does through these names."""
        return self.trains(line) or not names.isdisjoint(self.differentiated(line))

    def _reads(self, node: cst.CSTNode, names: set[str]) -> bool:
        return not names.isdisjoint(self.differentiated(node))

    def networks_in(self, nodes: Iterable[cst.CSTNode]) -> frozenset[str] | None:
        """The names of the networks that gradients come through; None if not all have one."""
        found: set[str] = set()
        for below in (n for node in nodes for n in walk(node)):
            if isinstance(self.facts.kind(below), Parameter):
                return None
            if not isinstance(below, cst.Call) or not self.trains(below):
                continue
            called: cst.CSTNode = below.func
            if isinstance(called, cst.Attribute) and called.attr.value == "forward":
                called = called.value
            name = dotted(called)
            if networks(self.facts.kind(called)) and name is not None:
                found.add(name)
            elif not self.facts.api(below):
                return None
        return frozenset(found)

    def trains(self, node: cst.CSTNode) -> bool:
        """Whether a gradient could flow from here into a network or a leaf."""
        if self.ends(node):
            return False
        if isinstance(node, cst.Call):
            if calls_without_gradient(self.facts, node) or self.facts.api(node) in _SILENT:
                return False
            network = self._network(node.func)
            if network is not None and self.foreign(network):
                return any(self.trains(arg.value) for arg in node.args)
            if network_called(self.facts.kind(node.func)):
                return True
            if self.facts.once(PossibleNetworks).asked(node) and not self.facts.api(node):
                return True
            callee = really_called(self.facts, node.func)
            given = lambda_called(self.facts, node.func)
            if given is not None and self.trains(given):
                return True
            if isinstance(callee, Unknown) and self._may_have_networks(node):
                return True
            if any(_holds_parameters(self.facts.kind(a.value)) for a in node.args):
                return True
            if isinstance(callee, Function) and self._function(callee.name):
                return not isinstance(self.facts.kind(node), (Array, Number, Text))
            func = node.func
            if isinstance(func, cst.Attribute) and networks(self.facts.kind(func.value)):
                if self.facts.function(callee) is None:  # a method that is not known
                    return True
        if isinstance(self.facts.kind(node), Parameter):
            return not self.foreign(node)
        if isinstance(node, cst.Attribute):
            read = getter(self.facts, node)
            if read is not None and self._function(read.name):
                return True
        return any(self.trains(child) for child in children(node))

    def _network(self, func: cst.BaseExpression) -> cst.BaseExpression | None:
        """The net of `net(x)` and `net.forward(x)`."""
        for one in (func, func.value if isinstance(func, cst.Attribute) else None):
            if one is not None and networks(self.facts.kind(one)):
                return one
        return None

    def foreign(self, network: cst.CSTNode) -> bool:
        """Whether gradients of a network's parameters, or of a parameter alone, do not matter;
        `Finder` knows whose do."""
        return False

    def ends(self, node: cst.CSTNode) -> bool:
        """Whether no gradient goes through: it is detached, or is a number or an integer."""
        if node not in self._ends:
            self._ends[node] = is_end(self, node)
        return self._ends[node]

    def forget_ends(self) -> None:
        """What was found on an assumption that does not hold."""
        self._ends.clear()

    def _may_have_networks(self, call: cst.Call) -> bool:
        """`self.encoder(x)`, `self.mac.evaluate(x)`: an object that is not known is called with a
        tensor, or has a method of a name whose functions call networks."""
        name = dotted(call.func) or ""
        if not name or self.facts.api(call):
            return False
        tensors = any(may_be_tensor(self.facts.kind(a.value)) for a in call.args)
        if name.count(".") <= name.startswith("self."):
            return tensors
        assert isinstance(call.func, cst.Attribute)
        owner, method = call.func.value, call.func.attr.value
        silent = method in MUTATORS or f"Module.{method}" in _SILENT
        if silent or not isinstance(self.facts.kind(owner), Unknown):
            return False
        methods = self.facts.once(NetworkMethods)
        known = method in methods.names if method in methods.defined else tensors
        return known and not holds_data(name)

    def _function(self, name: str) -> bool:
        """Whether gradients come out of a function or property of the project."""
        if name not in self._functions:
            self._functions[name] = False  # for calls of itself
            info = self.facts.function(Function(name))
            if info is not None:
                inside = self.in_file(info)
                self._functions[name] = inside._hands_on(info.node)
        return self._functions[name]

    def in_file(self, info: FunctionInfo) -> Slices:
        """The slices of the file that a function stands in."""
        if info.home is None:
            return self
        return Slices(info.home, self._functions, self._items, self.detached)

    def _steps(self, node: cst.CSTNode) -> bool:
        """`self._step(optimizer, loss)`: with the step the graph of the loss is gone."""
        return caller_tape_call(self.facts, node) is not None

    def _silent(self, node: cst.CSTNode) -> set[str]:
        """b of `a, b = f(x)` where f returns `…, y.detach()`: no gradient comes with it."""
        line = only(node)
        if not isinstance(line, cst.Assign) or not isinstance(line.value, cst.Call):
            return set()
        place = line.targets[0].target
        info = self.facts.function(self.facts.kind(line.value.func))
        if info is None or not isinstance(place, cst.Tuple) or len(line.targets) > 1:
            return set()
        if info.name not in self._items:
            self._items[info.name] = ()  # for calls of itself
            inside = self.in_file(info)
            self._items[info.name] = inside._given(info.node)
        flows = self._items[info.name]
        if len(flows) != len(place.elements):
            return set()
        return {
            name
            for element, flow in zip(place.elements, flows)
            if not flow
            for name in targets(element.value)
        }

    def _given(self, function: cst.FunctionDef) -> tuple[bool, ...]:
        """Whether a gradient may come with each item of the tuple that is returned; empty if it is
        no tuple, or not always as long."""
        inside = [*walk(function.body)]
        found = [n.value for n in inside if isinstance(n, cst.Return)]
        tuples = [value.elements for value in found if isinstance(value, cst.Tuple)]
        if len(tuples) < len(found) or len({*map(len, tuples)}) != 1:
            return ()
        if any(isinstance(n, (cst.FunctionDef, cst.Lambda, cst.Yield)) for n in inside):
            return ()
        given = {n.name.value for n in walk(function.params) if isinstance(n, cst.Param)}
        names = self.carried(function, given)
        safe = bindings(statements(function.body)).keys() - given - names
        return tuple(
            any(self.trains(e.value) or self.differentiated(e.value) - safe for e in items)
            for items in zip(*tuples)
        )

    def _hands_on(self, function: cst.FunctionDef) -> bool:
        """Whether what gradients flow through is returned, or put where others see it. Of a method
        that heirs have to write nobody knows."""
        if is_abstract(function):
            return True
        names = self.carried(function, set())
        given = {n.name.value for n in walk(function.params) if isinstance(n, cst.Param)}
        own = bindings(statements(function.body)).keys() - given
        out = (n for n in walk(function.body) if isinstance(n, (cst.Return, cst.Yield)))
        return not names <= own or any(self.trains(n) or self._reads(n, names) for n in out)

    def _read_inside(self, call: cst.Call) -> set[str]:
        """What a call reads besides its arguments, of what a gradient comes through here: by the
        function that it runs, or kept by the lambda or the object that is called."""
        if not self.carrying or self.facts.api(call):
            return set()
        reads = self.facts.once(Reach).called(call)
        func = ".".join((dotted(call.func) or "").split(".")[:2])
        found = {
            name
            for name in self.carrying
            if name == func or name in reads or ("." in name and name[name.index(".") :] in reads)
        }
        self._inside |= found
        return found

    def goes_back(self, statement: cst.CSTNode) -> bool:
        """Whether a block has an update of its own: behind that its graph is gone."""
        compound = not isinstance(statement, cst.SimpleStatementLine)
        return compound and any(self.facts.api(n) == "Tensor.backward" for n in walk(statement))

    def differentiated(self, node: cst.CSTNode) -> set[str]:
        """The names that a gradient can flow through."""
        if self.ends(node):
            return set()
        if isinstance(node, cst.Assign):
            return self.differentiated(node.value)
        if isinstance(node, cst.Name):
            return {node.value}
        if isinstance(node, cst.Attribute):
            name = dotted(node)
            if name is not None and name.startswith("self."):
                return {".".join(name.split(".")[:2])}
        if isinstance(node, cst.Call):
            if calls_without_gradient(self.facts, node):
                return set()
            parts: set[str] = set()
            if isinstance(node.func, cst.Attribute):
                parts |= self.differentiated(node.func.value)
            parts |= self._read_inside(node)
            return parts.union(*(self.differentiated(a.value) for a in node.args), set())
        inside = set[str]().union(*(self.differentiated(child) for child in children(node)))
        if isinstance(node, cst.BaseComp):
            return inside - comprehended(node) | self.differentiated(node.for_in.iter)
        return inside
