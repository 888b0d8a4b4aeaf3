"""Networks that come later than their optimizer: `agent.net = copy.deepcopy(agent.net)`.

torch's optimizer goes on with the parameters of the old one, and nothing clears the gradients of
the new one. The port has only the gradients that the optimizer applies: whoever asks for others
needs the general form, in which the parameters hold theirs.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

import libcst as cst

from porter.changes import Changes
from porter.codegen import code
from porter.facts import Facts
from porter.kinds import Optimizer
from porter.plan.model import Update
from porter.plan.not_found import NotFound
from porter.plan.owners import Owners, bare, parts
from porter.plan.traceable import CLIPS
from porter.reloaded import unmoved
from porter.tree import dotted, walk
from porter.views import DEEP_COPIES


class Outlived:
    """Answers for the optimizers of one file."""

    def __init__(self, facts: Facts, owners: Owners) -> None:
        self.facts, self.owners = facts, owners
        self._networks: dict[str, list[cst.BaseExpression]] = {}  # by the optimizer's name

    def refuse(self, update: Update, *others: cst.BaseExpression) -> None:
        """Raises NotFound if an update has an optimizer of an earlier network, and somebody looks
        at gradients that it does not apply."""
        if not self._looked_at:
            return
        for optimizer in others or update.optimizers:
            name = next(filter(None, self._replaced(optimizer)), "")
            why = f"has the parameters of an earlier {name}" if name else ""
            why = why or ("is replaced by one of others" if self._changes(optimizer) else "")
            if why:
                raise NotFound(update.backward, "P201", f"{code(optimizer)} {why}")

    def _replaced(self, optimizer: cst.BaseExpression) -> Iterator[str]:
        name = dotted(optimizer) or ""
        if name not in self._networks:
            self._networks[name] = [*self._networks_of(optimizer)]
        for network in self._networks[name]:
            yield self._is_replaced(network, optimizer)

    def _networks_of(self, optimizer: cst.BaseExpression) -> Iterator[cst.BaseExpression]:
        """The networks that optimizers of this name are made of; of attributes those that the
        program sets."""
        made = self.owners.made_of(optimizer)
        for part in (bare(part) for one in made for part in parts(bare(one))):
            if self.facts.api(part) == "Module.parameters":
                assert isinstance(part, cst.Call)
                assert isinstance(part.func, cst.Attribute)
                network = part.func.value
                if isinstance(network, cst.Attribute):
                    if not self.facts.once(Changes).sets(network):
                        continue
                yield network

    def _is_replaced(self, network: cst.BaseExpression, optimizer: cst.BaseExpression) -> str:
        """The name of a network that the program replaces, and the optimizer not with it."""
        if isinstance(network, cst.Attribute) and isinstance(optimizer, cst.Attribute):
            return "" if self.facts.once(Changes).sets(optimizer) else code(network)
        if not isinstance(network, cst.Name) or not isinstance(optimizer, cst.Name):
            return ""
        lines, built = self.facts.index.assigned, self.facts.index.assigned[optimizer.value]
        if len(built) > 1:
            return ""
        order = {id(line): i for i, line in enumerate(self.facts.index.all(cst.Assign))}
        of = self.facts.variables.owner(network)
        for line in lines.get(network.value, ()):
            later = order[id(line)] > order[id(built[0])]
            target = line.targets[0].target
            same = isinstance(target, cst.Name) and self.facts.variables.owner(target) is of
            if later and same and self._is_new(line.value, network.value):
                return network.value
        return ""

    def _is_new(self, value: cst.BaseExpression, name: str) -> bool:
        """Whether this is another network, and not the same one moved or wrapped."""
        value = unmoved(self.facts, value)
        if isinstance(value, cst.Call) and dotted(value.func) in DEEP_COPIES:
            return True
        return not any(isinstance(n, cst.Name) and n.value == name for n in walk(value))

    def _changes(self, optimizer: cst.BaseExpression) -> bool:
        """Whether somebody gives its object another optimizer, of other parameters:
        `agent.opt = SGD(agent.net.head.parameters())`."""
        if not isinstance(optimizer, cst.Attribute) or not self.facts.once(Changes).sets(optimizer):
            return False
        ending, cls = f".{optimizer.attr.value}", self._class(optimizer)
        names = (name for name in self.facts.index.assigned if name.endswith(ending))
        found: set[str] = set()
        for name, line in ((n, line) for n in names for line in self.facts.index.assigned[n]):
            own = not name.startswith("self.") or self._class(line) is cls
            call = line.value
            if own and isinstance(self.facts.kind(call), Optimizer) and isinstance(call, cst.Call):
                whose = code(call.args[0].value) if call.args else ""
                found.add(whose.removesuffix(".parameters()").rpartition(".")[2])
        return len(found) > 1

    def _class(self, node: cst.CSTNode) -> cst.CSTNode | None:
        above = self.facts.index.above(node)
        return next((n for n in above if isinstance(n, cst.ClassDef)), None)

    @cached_property
    def _looked_at(self) -> bool:
        """Whether the file asks for gradients by the parameters, or clears them so."""
        if any(node.attr.value == "grad" for node in self.facts.index.all(cst.Attribute)):
            return True
        asked = {*CLIPS, "Module.zero_grad"}
        return any(self.facts.api(call) in asked for call in self.facts.index.all(cst.Call))
