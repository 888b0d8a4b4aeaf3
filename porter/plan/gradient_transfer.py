"""Gradient transfer, between backward and step: loops over gradients, networks that give theirs.

`for p in net.parameters(): p.grad.clamp_(-1, 1)` works on the list that tape.gradient() gives, and
`for p, q in zip(local.parameters(), shared.parameters()): q.grad = p.grad` says whose list it is.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cached_property

import libcst as cst

from porter.codegen import code
from porter.facts import Facts, FunctionInfo
from porter.kinds import Function
from porter.plan import helpers
from porter.plan.grads import GRADS, changes_gradient
from porter.plan.handed_over import Handed, handed_over, loop_of, names_in, network_of
from porter.plan.model import Transplant, Update
from porter.plan.owners import Owners
from porter.tree import dotted, only, walk

_NEXT = frozenset({"Tensor.backward", "Optimizer.zero_grad", "Module.zero_grad"})


class GradientTransfer:
    """What happens to the gradients of one file's updates."""

    def __init__(self, facts: Facts, owners: Owners) -> None:
        self.facts = facts
        self.owners = owners

    # -- from one network to another
    @cached_property
    def sources(self) -> frozenset[str]:
        """The networks that hand gradients over anywhere in the file."""
        places = self.facts.index.all(cst.For, cst.SimpleStatementLine)
        return frozenset(code(found.source) for found in self.transplants(places))

    def transplants(self, suite: Sequence[cst.CSTNode]) -> Iterator[Transplant]:
        """The statements of a suite that hand gradients over, whole networks at a time."""
        for statement in suite:
            small = only(statement)
            call = small.value if isinstance(small, cst.Expr) else None
            kind = self.facts.kind(call.func) if isinstance(call, cst.Call) else None
            if isinstance(statement, cst.For):
                found = handed_over(statement)
                if found is not None:
                    yield Transplant(statement, *found)
            elif isinstance(kind, Function) and isinstance(call, cst.Call):
                info = self.facts.functions.get(kind.name) or self.facts.others.get(kind.name)
                given = self._handed_over(info, call) if info is not None else None
                if given is not None:
                    yield Transplant(statement, *given)

    def _handed_over(self, info: FunctionInfo, call: cst.Call) -> Handed | None:
        """The same for a call of a function that is such a loop."""
        found = loop_of(info.node)
        if found is None:
            return None
        names = [param.name.value for param in info.node.params.params]
        places = ((a.keyword.value if a.keyword else name, a) for name, a in zip(names, call.args))
        given = {name: arg.value for name, arg in places}
        source, shared = (given.get(dotted(network) or "") for network in found[:2])
        return (source, shared, found[2]) if source is not None and shared is not None else None

    # -- one by one
    def with_loops(self, suite: Sequence[cst.CSTNode], update: Update) -> Update:
        """The update with the loops over its gradients, if the rest of the file can follow them."""
        places = {s: i for i, s in enumerate(suite)}
        between = suite[places[update.backward] + 1 : places[update.steps[-1]]]
        loops: dict[cst.CSTNode, None] = {}
        worked: list[cst.CSTNode] = []
        for statement in between:
            used = [n for n in walk(statement) if self.facts.api(n) in GRADS]
            if not used or statement in update.parts() or len(update.steps) != 1:
                continue
            found = [self._over(n, update) for n in used]
            if None in found:
                continue
            loops.update(dict.fromkeys(n for n in found if n is not None))
            worked.append(statement)
        calls: list[cst.Call] = []
        for statement, call in helpers.calls_in(self.facts, between):
            found_ = helpers.called(self.facts, call)
            network = helpers.argument(found_, call) if found_ is not None else None
            if network is not None and len(update.steps) == 1 and self._whole(network, update):
                calls.append(call)
                worked.append(statement)
        shown = self._shown(suite[places[update.steps[-1]] + 1 :], update)
        helped, held = tuple(calls), frozenset(worked)
        return replace(update, loops=tuple(loops), shown=shown, helpers=helped, worked=held)

    def by_name(self, suite: Sequence[cst.CSTNode], update: Update) -> cst.CSTNode | None:
        """A line between backward and step that calls for gradients by their attribute's name."""
        places = {s: i for i, s in enumerate(suite)}
        between = suite[places[update.backward] + 1 : places[update.steps[-1]]]
        calls = ((s, node) for s in between for node in walk(s))
        return next((s for s, node in calls if helpers.asks_by_name(self.facts, node)), None)

    def _shown(self, behind: Sequence[cst.CSTNode], update: Update) -> tuple[cst.CSTNode, ...]:
        """The loops and calls behind the step that read the gradients, up to what changes or
        clears them."""
        found: dict[cst.CSTNode, None] = {}
        if len(update.steps) != 1:
            return ()
        for statement in behind:
            nodes = list(walk(statement))
            calls = {n: one for n in nodes if (one := helpers.called(self.facts, n)) is not None}
            if any(map(self._renews, nodes)) or not all(map(helpers.only_reads, calls.values())):
                break
            loops = (self._over(n, update) for n in nodes if self.facts.api(n) in GRADS)
            found.update((loop, None) for loop in loops if loop is not None)
            for call, one in calls.items():
                network = helpers.argument(one, call)  # type: ignore[arg-type]
                if network is not None and self._whole(network, update):
                    found[call] = None
        return tuple(found)

    def _renews(self, node: cst.CSTNode) -> bool:
        """Whether gradients are others behind this."""
        return self.facts.api(node) in _NEXT or changes_gradient(self.facts, node)

    def _over(self, node: cst.CSTNode, update: Update) -> cst.CSTNode | None:
        """The loop over an update's parameters that a `p.grad` stands in."""
        name = dotted(node.value)  # type: ignore[attr-defined]
        for above in self.facts.index.above(node):
            loops = [above] if isinstance(above, cst.For) else []
            if isinstance(above, (cst.ListComp, cst.GeneratorExp)):
                loops = [above.for_in]  # type: ignore[list-item]
            for loop in loops:
                if name in names_in(loop.target):
                    whole = isinstance(loop.target, cst.Name) and self._all(loop.iter, update)
                    return loop if whole else None
        return None

    def _whole(self, network: cst.BaseExpression, update: Update) -> bool:
        """Whether the gradients are of just the network's parameters."""
        if update.transplant is not None:
            return code(network) == code(update.transplant.source)
        return self.owners.has(network, update.optimizers[0])

    def _all(self, parameters: cst.BaseExpression, update: Update) -> bool:
        """Whether these are the parameters that the gradients are of."""
        network = network_of(parameters)
        if update.transplant is not None:
            return network is not None and self._whole(network, update)
        return self.owners.share(parameters, update.optimizers[0]) == "all"
