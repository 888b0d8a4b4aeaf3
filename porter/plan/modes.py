"""The states that a train body depends on: a trace is right in one mode of its networks only."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import libcst as cst

from porter.codegen import code
from porter.facts import Facts, FunctionInfo
from porter.kinds import Function, Module, Parameter
from porter.layer_changes import switches
from porter.plan.freezing import CHANGES, Freezing
from porter.plan.model import Update
from porter.plan.region import Refusal, Region
from porter.plan.scopes import bindings
from porter.plan.unrolled import Unrolled
from porter.plan.weight_copies import weight_copy
from porter.tree import dotted, walk


def states_of(
    plain: Unrolled,
    region: Region,
    cls: cst.ClassDef | None,
    updates: Sequence[Update],
    parameters: Iterable[tuple[str, str]],
) -> Iterator[tuple[str, str]]:
    """The arguments for what a trace depends on beside its tensors, where the program changes it:
    the modes of networks, and which parameters are trained."""
    _by_value(plain.own, updates, {name for _, name in parameters})
    modes, freezing = _modes_of(plain, region, cls), plain.own.once(Freezing)
    if modes:
        yield "modes", modes
    if updates and freezing.changes:
        if any(update.by_hand for update in updates):
            raise Refusal(region.first, CHANGES)
        optimizers = dict.fromkeys(code(o) for update in updates for o in update.optimizers)
        yield "trained", f"trained:({', '.join(optimizers)})"


def _by_value(facts: Facts, updates: Sequence[Update], arguments: set[str]) -> None:
    """A trace gets the value of a variable that is an argument: no gradient goes further."""
    for statement in (s for u in updates for s in (*u.slice, *u.backwards)):
        for node in walk(statement):
            name = dotted(node)
            if name in arguments and isinstance(facts.kind(node), Parameter):
                raise Refusal(statement, f"{name} is a parameter that not all calls share")


def _modes_of(plain: Unrolled, region: Region, cls: cst.ClassDef | None) -> str:
    """The argument for the modes of the networks, "" where the program does not change them.

    `plain` answers as if the body had a trace for one mode only.
    """
    body = [s for s in (*region.replayed, *region.graph) if weight_copy(plain.own, s) is None]
    if not plain.own.once(switches) or all(plain.handed(statement) is None for statement in body):
        return ""
    found = _networks(plain.own, body, cls)
    if found is None or (found and region.replayed):
        raise Refusal(region.first, "train() and eval() may change the layers that it calls")
    return f"modes:({', '.join(found)})" if found else ""


def _networks(
    facts: Facts, body: Sequence[cst.CSTNode], cls: cst.ClassDef | None
) -> tuple[str, ...] | None:
    """How the caller of the body spells them; None if it can't."""
    bound = bindings(body)
    found: dict[str, None] = {}
    seen: set[str] = set()
    parts = [(statement, False) for statement in body]
    while parts:
        statement, inner = parts.pop(0)
        for node in walk(statement):
            kind, name = facts.kind(node), dotted(node)
            if isinstance(kind, Module) and name and not kind.cls.endswith("Loss"):
                own = name.partition(".")[0] == "self" and cls is not None
                if (inner and not own) or bound[name.partition(".")[0]]:
                    return None
                found[name] = None
            if isinstance(kind, Function) and kind.name not in seen:
                seen.add(kind.name)
                info = facts.functions.get(kind.name)
                if info is not None and _is_of_network(facts, node, info):
                    continue
                if info is None or (info.cls is not None and info.cls.node is not cls):
                    return None
                parts.append((info.node.body, True))
    return tuple(n for n in found if not any(n.startswith(f"{other}.") for other in found))


def _is_of_network(facts: Facts, method: cst.CSTNode, info: FunctionInfo) -> bool:
    """Whether this is `net.method` of a network, and all layers that it calls are the network's."""
    owner = facts.kind(method.value) if isinstance(method, cst.Attribute) else None
    if not isinstance(owner, Module) or info.cls is None or not info.cls.is_module:
        return False
    layers = {dotted(node) for node in walk(info.node.body) if isinstance(facts.kind(node), Module)}
    functions = [facts.kind(node) for node in walk(info.node.body)]
    others = [facts.functions.get(kind.name) for kind in functions if isinstance(kind, Function)]
    own = all(other is not None and other.cls is info.cls for other in others)
    return own and all(f"{name}.".startswith("self.") for name in layers)
