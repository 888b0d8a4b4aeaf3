"""Networks that train() and eval() change nothing of: a traced function may call these. And lines
that put one into a mode behind its last run in an update: they may stand behind the step."""

from __future__ import annotations

from collections.abc import Iterable

import libcst as cst

from porter.facts import ClassInfo, Facts, getter
from porter.kinds import (
    Class,
    Function,
    Kind,
    Module,
    Nothing,
    Sequence,
    Tuple,
    Union,
    Unknown,
    networks,
)
from porter.layer_hooks import has_hooks
from porter.plan.reading import Reading, network_called
from porter.tree import dotted, only, walk


def switches_nothing(facts: Facts, call: cst.CSTNode) -> bool:
    """Whether this is train() or eval() of a network without dropout, normalisation or any other
    layer that has a mode, in a program that does not ask for the mode."""
    if facts.api(call) not in _SWITCHES or facts.modal:
        return False
    assert isinstance(call, cst.Call)
    assert isinstance(call.func, cst.Attribute)
    return _modeless(facts, facts.kind(call.func.value), frozenset()) and not _asks(facts)


def is_for_its_effect(facts: Facts, call: cst.CSTNode) -> bool:
    """Whether a call in traced code draws noise into variables, say, or updates a target: a trace
    does so each time. It would switch a mode only once."""
    given = facts.kind(call)
    updates = bool(networks(given)) and facts.api(call) not in _SWITCHES
    return updates or isinstance(given, Nothing)


def _asks(facts: Facts) -> bool:
    """Whether something reads `.training`."""
    assigned = {t.target for node in facts.index.all(cst.Assign) for t in node.targets}
    reads = (n for n in facts.index.all(cst.Attribute) if n.attr.value == "training")
    return any(node not in assigned for node in reads) or facts.read("training", facts.path)


def _modeless(facts: Facts, kind: Kind, seen: frozenset[str]) -> bool:
    """Whether a value holds no layer with a mode; `facts` are of the file that builds it."""
    if isinstance(kind, Union | Tuple):
        parts = kind.kinds if isinstance(kind, Union) else kind.items
        return all(_modeless(facts, part, seen) for part in parts)
    if isinstance(kind, Sequence):
        return _modeless(facts, kind.item, seen)
    if not isinstance(kind, Module):
        return not isinstance(kind, Unknown)
    if kind.cls in seen:
        return True
    info = facts.classes.get(kind.cls)
    if info is None:
        return kind.cls.startswith("torch.nn.") and _modeless_layer(facts, kind, seen)
    inherited = any(isinstance(base, Class) for base in info.bases)
    return not inherited and all(
        _modeless(facts, attribute, seen | {kind.cls})
        or (isinstance(attribute, Unknown) and not _called(info, name))
        for name, attribute in info.attributes.items()
    )


def _modeless_layer(facts: Facts, layer: Module, seen: frozenset[str]) -> bool:
    """What a container holds has to be known, too; layers of several classes are torch's."""
    if isinstance(layer.item, Unknown):
        return layer.cls not in _CONTAINERS
    return layer.item == Module("torch.nn.Module") or _modeless(facts, layer.item, seen)


def _called(info: ClassInfo, name: str) -> bool:
    """Whether an attribute that may be anything is used as a function is."""
    calls = (node for node in walk(info.node) if isinstance(node, cst.Call))
    return any((dotted(call.func) or "").startswith(f"self.{name}") for call in calls)


_SWITCHES = ("Module.train", "Module.eval")
_CONTAINERS = frozenset(
    f"torch.nn.{name}" for name in "Module Sequential ModuleList ModuleDict".split()
)


def switches_last(reading: Reading, line: cst.CSTNode, later: Iterable[cst.CSTNode]) -> bool:
    """Whether a line does that, and none of the later ones of its region runs a network."""
    facts, small = reading.facts, only(line)
    call = small.value if isinstance(small, cst.Expr) else None
    if not isinstance(call, cst.Call) or facts.api(call) not in _SWITCHES:
        return False
    asks = any(reading.networks(arg.value) for arg in call.args)
    return not asks and not facts.once(has_hooks) and not any(_runs(reading, one) for one in later)


def _runs(reading: Reading, line: cst.CSTNode) -> bool:
    """Whether a network runs here, or what is not known."""
    facts = reading.facts
    return any(
        _is_run(reading, facts, node)
        if isinstance(node, cst.Call)
        else isinstance(node, cst.Attribute) and bool(getter(facts, node))
        for node in walk(line)
    )


def _is_run(reading: Reading, facts: Facts, call: cst.Call) -> bool:
    kind = facts.kind(call.func)
    if isinstance(kind, Function):
        return reading.networks(call.func)
    return network_called(kind) if networks(kind) else not facts.api(call)
