"""Layers that are not the same at the next call: in another mode, with another setting, replaced.

The trace of a network would go on with the layers as it found them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import libcst as cst

from porter.changes import Changes
from porter.codegen import code
from porter.constructing import constructs
from porter.facts import keyword
from porter.kinds import UNKNOWN, Instance, Kind, Module, Named, Unknown, networks
from porter.layer_hooks import HOOKED, has_hooks
from porter.rulebook.bind import literal
from porter.tree import dotted

if TYPE_CHECKING:
    from porter.facts import Facts

_ANY_LAYER = frozenset({"torch.nn.Module", "torch.nn.Sequential"})
SETTINGS = {
    "p": "Dropout", "momentum": "Norm", "eps": "Norm", "negative_slope": "LeakyReLU",
    "reduction": "Loss", "delta": "HuberLoss", "beta": "SmoothL1Loss", "margin": "Loss",
    "label_smoothing": "Loss", "ignore_index": "Loss", "weight": "Loss", "pos_weight": "Loss",
}  # fmt: skip
_ADDING = ("add_module", "register_module")
_MODULES = tuple(f"Module.{name}" for name in _ADDING)
_LISTED = frozenset({"append", "extend", "insert", "pop", "__delitem__", "__setitem__"})
_FOUND_BY_NAME = frozenset({"p", "momentum", "negative_slope", "pos_weight"})  # nobody else's


def changes_modes(own: Facts, facts: Facts) -> bool:
    """Whether networks go into training or evaluation mode while the program runs."""
    return own.once(switches) or facts.once(switches)


def switches(facts: Facts) -> bool:
    """The same of a file and of those that run with it."""
    called = any(api.name in ("Module.train", "Module.eval") for api in facts.apis.values())
    return called or _sets_modes(facts) or facts.modes_elsewhere(facts.path)


def _sets_modes(facts: Facts) -> bool:
    """`m.training = False` of what may be a layer, by whatever name."""
    owners = [
        target.target.value
        for name, lines in facts.index.assigned.items()
        if name.endswith(".training")
        for target in (target for line in lines for target in line.targets)
        if isinstance(target.target, cst.Attribute) and target.target.attr.value == "training"
    ]
    owners += [
        call.args[0].value
        for call in facts.index.called.get("setattr", ())
        if len(call.args) > 1 and literal(call.args[1].value) == "training"
    ]
    return not all(isinstance(facts.kind(owner), Instance) for owner in owners)


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
    for call in facts.index.all(cst.Call):
        func = call.func
        if isinstance(func, cst.Attribute) and func.attr.value in _LISTED and _later(facts, call):
            if networks(facts.kind(func.value)) and not _is_made(facts, func.value):
                found.add("")
    if _by_name(facts):
        found.add("")
    for target in _targets(facts):
        if isinstance(target, cst.Subscript) and networks(facts.kind(target.value)):
            found.add("")
        elif isinstance(target, cst.Attribute) and target.attr.value in SETTINGS:
            if _may_be_layer(facts.kind(target.value), target.attr.value):
                found.add(target.attr.value)
    return frozenset(found)


def set_by_name(facts: Facts) -> dict[cst.CSTNode, tuple[cst.BaseExpression, ...]]:
    """The network, the name and the layer of `setattr(net, name, layer)`, `net.add_module(…)`;
    not where an object is constructed, which has no layer of the name yet."""
    found: dict[cst.CSTNode, tuple[cst.BaseExpression, ...]] = {}
    for call in facts.index.called.get("setattr", ()):
        if facts.kind(call.func) == Named("builtins.setattr") and len(call.args) == 3:
            given = tuple(arg.value for arg in call.args)
            kind, new = facts.kind(given[0]), facts.kind(given[2])
            known = bool(networks(new)) and (bool(networks(kind)) or isinstance(kind, Unknown))
            if known or (networks(kind) and new == UNKNOWN):
                found[call] = given
    for method in _ADDING:
        for node in facts.index.attributes.get(method, ()):
            added = facts.index.parents[node]
            if isinstance(added, cst.Call) and facts.api(added) in _MODULES:
                name, layer = keyword(added.args, "name", 0), keyword(added.args, "module", 1)
                if name is not None and layer is not None:
                    found[added] = node.value, name, layer
    return {
        call: given
        for call, given in found.items()
        if code(given[0]) != "self" or not constructs(facts, facts.index.function(call))
    }


def deleted_layers(facts: Facts, line: cst.Del) -> Iterator[cst.Attribute | cst.Subscript]:
    """net.head and net[0] of `del net.head, net[0]`; the name of a network is none."""
    whole = line.target
    elements = whole.elements if isinstance(whole, (cst.Tuple, cst.List)) else ()
    for target in [element.value for element in elements] or [whole]:
        if isinstance(target, (cst.Attribute, cst.Subscript)) and networks(facts.kind(target)):
            yield target


def _by_name(facts: Facts) -> bool:
    """Whether layers are set or taken away by a name, or deleted, when a network may have run."""
    calls = [*facts.once(set_by_name)]
    for call in facts.index.called.get("delattr", ()):
        kind = facts.kind(call.args[0].value) if call.args else UNKNOWN
        calls += [call] if networks(kind) or isinstance(kind, Unknown) else []
    deleted = [line for line in facts.index.all(cst.Del) if any(deleted_layers(facts, line))]
    functions = map(facts.index.function, (*calls, *deleted))
    return any(not constructs(facts, function) for function in functions)


def _targets(facts: Facts) -> Iterator[cst.CSTNode]:
    for node in facts.index.all(cst.Assign, cst.AugAssign, cst.Del):
        if _later(facts, node):
            places = node.targets if isinstance(node, cst.Assign) else (node,)
            yield from (place.target for place in places)


def _later(facts: Facts, node: cst.CSTNode) -> bool:
    """Whether this is done when a network may have been called."""
    function = facts.index.function(node)
    return function is None or function.name.value != "__init__"


def _is_made(facts: Facts, owner: cst.BaseExpression) -> bool:
    """Whether nobody has used a network yet that gets its layers one by one, under its name; a
    part of self is an attribute, of which `Changes` knows."""
    if not isinstance(owner, cst.Name):
        info = facts.class_around(owner)
        return info is not None and info.is_module and (dotted(owner) or "").startswith("self.")
    loops = [n for n in facts.index.above(owner) if isinstance(n, (cst.For, cst.While))]
    before = True
    for use in facts.once(_names).get((owner.value, facts.index.body(owner)), ()):
        before = before and use is not owner
        call = facts.index.parents[use]
        if isinstance(call, cst.Arg) or (isinstance(call, cst.Call) and call.func is use):
            if before or any(loop in facts.index.above(use) for loop in loops):
                return False
    assigned = facts.index.assigned.get(owner.value, ())
    return any(facts.index.body(line) is facts.index.body(owner) for line in assigned)


def _names(facts: Facts) -> dict[tuple[str, cst.CSTNode], list[cst.Name]]:
    """Where each name stands in a function, or in the module."""
    found: dict[tuple[str, cst.CSTNode], list[cst.Name]] = {}
    for name in facts.index.all(cst.Name):
        found.setdefault((name.value, facts.index.body(name)), []).append(name)
    return found


def _may_be_layer(kind: Kind, name: str) -> bool:
    return bool(networks(kind)) or (isinstance(kind, Unknown) and name in _FOUND_BY_NAME)
