"""Layers that are not the same at the next call: in another mode, with another setting, replaced.

The trace of a network would go on with the layers as it found them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import libcst as cst

from porter.changes import Changes
from porter.kinds import Kind, Module, Unknown, networks
from porter.layer_hooks import HOOKED, has_hooks

if TYPE_CHECKING:
    from porter.facts import Facts

_ANY_LAYER = frozenset({"torch.nn.Module", "torch.nn.Sequential"})
SETTINGS = {
    "p": "Dropout", "momentum": "Norm", "eps": "Norm", "negative_slope": "LeakyReLU",
    "reduction": "Loss", "delta": "HuberLoss", "beta": "SmoothL1Loss", "margin": "Loss",
    "label_smoothing": "Loss", "ignore_index": "Loss",
}  # fmt: skip
_FOUND_BY_NAME = frozenset({"p", "momentum", "negative_slope"})  # nobody else's


def changes_modes(own: Facts, facts: Facts) -> bool:
    return own.changes_modes or facts.changes_modes


def unfit(own: Facts, network: Module) -> str | None:
    """Why no call of the network can be traced, whatever stands in it."""
    if not network.cls:
        return "the class of a network is not known"
    return HOOKED if own.once(has_hooks) else None


def mode(own: Facts, facts: Facts, network: Module) -> str | None:
    """A layer whose mode changes between calls; containers and other files may hold one."""
    if not changes_modes(own, facts):
        return None
    modal = network.cls in facts.modal
    holds = facts.modal and network.cls in _ANY_LAYER
    if modal or holds or not network.cls.startswith("torch."):
        return f"train() and eval() may change {network.cls.rpartition('.')[2] or 'it'}"
    return None


def changed(own: Facts, facts: Facts, network: Module) -> str | None:
    """A layer that gets another setting, or one of a container, which are not all known."""
    for name in sorted(own.once(layer_changes) | facts.once(layer_changes)):
        if network.cls in _ANY_LAYER or SETTINGS.get(name, "Module") in network.cls:
            return f"the program changes {name} of its layers" if name else "its layers change"
    return None


def replaces_layers(facts: Facts) -> bool:
    """Whether a layer takes the place of another one while the program runs: a trace that goes over
    the parameters of a network would go on with those of the old one."""
    changes = facts.once(Changes)
    for info in (*facts.classes.values(), *facts.other_classes.values()):
        layers = {name for name, kind in info.attributes.items() if networks(kind)}
        if info.is_module and not layers.isdisjoint(changes.set_of_class(info.node.name.value)):
            return True
    return "" in facts.once(layer_changes)


def layer_changes(facts: Facts) -> frozenset[str]:
    """The settings of layers that the program changes; "" for the layers of a container."""
    found = {name for name in _FOUND_BY_NAME if name in facts.once(Changes).elsewhere}
    return frozenset(found).union(*(one.once(_changed) for one in (facts, *facts.importers())))


def _changed(facts: Facts) -> frozenset[str]:
    """Those that this file changes."""
    found = set[str]()
    for target in _targets(facts):
        if isinstance(target, cst.Subscript) and networks(facts.kind(target.value)):
            found.add("")
        elif isinstance(target, cst.Attribute) and target.attr.value in SETTINGS:
            if _may_be_layer(facts.kind(target.value), target.attr.value):
                found.add(target.attr.value)
    return frozenset(found)


def _targets(facts: Facts) -> Iterator[cst.CSTNode]:
    for node in facts.index.all(cst.Assign, cst.AugAssign):
        function = facts.index.function(node)
        if function is None or function.name.value != "__init__":
            places = node.targets if isinstance(node, cst.Assign) else (node,)
            yield from (place.target for place in places)


def _may_be_layer(kind: Kind, name: str) -> bool:
    return bool(networks(kind)) or (isinstance(kind, Unknown) and name in _FOUND_BY_NAME)
