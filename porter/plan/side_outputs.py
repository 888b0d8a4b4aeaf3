"""Side outputs of a trace: what networks keep of a forward pass, `self.outputs["mu"] = mu`.

In a trace that is a symbol. A train body gives its value back, and the host puts it where the
symbol is:

    self.actor.outputs["mu"] = self._train_body(state)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import libcst as cst

from porter.chained_layers import run_by
from porter.codegen import code
from porter.facts import Facts, FunctionInfo
from porter.kept_outputs import KeptOutputs
from porter.kinds import networks
from porter.plan.effects import effects
from porter.plan.region import Refusal, Region
from porter.plan.traced_kinds import side_output
from porter.tree import dotted, statements, walk

_UNKNOWN = "?"
_SOMETIMES = (
    cst.BaseCompoundStatement,
    cst.IfExp,
    cst.BooleanOperation,
    cst.BaseComp,
    cst.Lambda,
)
Called = tuple[Facts, FunctionInfo, str]  # where it is defined, and what self is for the caller


class SideOutputs:
    """What the statements of a train body keep; where that can't be told is a Refusal."""

    def __init__(self, facts: Facts) -> None:
        self.facts = facts
        self._nothing: set[cst.CSTNode] = set()  # functions that keep nothing
        self._open: list[cst.CSTNode] = []  # those that are looked at

    def of(self, suite: Sequence[cst.CSTNode], region: Region) -> tuple[str, ...]:
        """The places, as the host calls them; host lines see in them what they saw."""
        traced = (*region.replayed, *region.graph)
        found: dict[str, cst.CSTNode] = {}  # with the last statement that writes them
        first: dict[str, cst.CSTNode] = {}
        for statement in traced:
            for place in self._kept(self.facts, statement, "", statement):
                found[place] = statement
                first.setdefault(place, statement)
        bound = frozenset[str]().union(*(effects(statement).writes for statement in traced))
        for place, statement in first.items():
            if place.partition(".")[0] in bound:
                raise Refusal(statement, f"{place} is not known outside of the body")
        at = {statement: i for i, statement in enumerate(suite)}
        for place, last in found.items():
            for line, _ in region.before:
                if at[line] > at[first[place]] and self._reads(line, place):
                    raise Refusal(line, f"it reads {place} between two steps")
            for line, _ in region.after:
                if at[line] < at[last] and self._reads(line, place):
                    raise Refusal(line, f"it reads {place} between two steps")
        return tuple(found)

    def _kept(self, facts: Facts, node: cst.CSTNode, own: str, at: cst.CSTNode) -> Iterator[str]:
        """What a statement keeps, if it is done whenever the body runs."""
        if isinstance(node, cst.With):
            for statement in statements(node.body):
                yield from self._kept(facts, statement, own, at)
            return
        nodes = list(walk(node))
        sometimes = any(isinstance(n, _SOMETIMES) for n in nodes)
        for below in nodes:
            let_out = below in facts.once(KeptOutputs).stores
            name = side_output(facts, below) if own and not let_out else None
            if name and (sometimes or own == _UNKNOWN):
                raise Refusal(at, f"what is kept as {name} is not always computed")
            if name:
                yield own + code(below.targets[0].target).removeprefix("self")  # type: ignore[attr-defined]
            for home, info, path in self._called(facts, below, own):
                inner = self._inside(home, info, path, at)
                if inner and sometimes:
                    raise Refusal(at, f"what is kept as {inner[0]} is not always computed")
                yield from inner

    def _inside(self, home: Facts, info: FunctionInfo, path: str, at: cst.CSTNode) -> list[str]:
        """What a function keeps; one that calls itself is not asked again meanwhile."""
        if info.node in self._nothing or info.node in self._open:
            return []
        self._open.append(info.node)
        found: list[str] = []
        left = False
        try:
            for statement in info.node.body.body:
                inner = list(self._kept(home, statement, path, at))
                if inner and left:
                    raise Refusal(at, f"what is kept as {inner[0]} is not always computed")
                found += inner
                left = left or any(isinstance(n, cst.Return) for n in walk(statement))
        finally:
            self._open.pop()
        if not found and not self._open:
            self._nothing.add(info.node)
        return found

    def _called(self, facts: Facts, node: cst.CSTNode, own: str) -> Iterator[Called]:
        """The functions that a call runs."""
        if not isinstance(node, cst.Call):
            return
        kind, name = facts.kind(node.func), dotted(node.func)
        for network in run_by(facts, kind):
            info = facts.method(network, "forward")
            if info is not None:
                part = network not in networks(kind)  # of an nn.Sequential
                yield info.home or facts, info, _UNKNOWN if part else _path(name or "", own)
        info = facts.function(kind)
        if info is not None:
            owner = (name or "").rpartition(".")[0]
            path = _path(owner, own) if info.cls is not None else _UNKNOWN
            yield info.home or facts, info, path

    def _reads(self, line: cst.CSTNode, place: str) -> bool:
        """Whether a host line may see what is kept there."""
        name = place.split("[")[0].rpartition(".")[2]
        open_, seen = [(self.facts, line)], set[cst.CSTNode]()
        while open_:
            facts, node = open_.pop()
            for below in walk(node):
                if isinstance(below, cst.Attribute) and below.attr.value == name:
                    return True
                for home, info, _ in self._called(facts, below, ""):
                    if info.node not in seen:
                        seen.add(info.node)
                        open_.append((home, info.node.body))
        return False


def _path(name: str, own: str) -> str:
    """self.critic.encoder: `self.encoder` of a network that the body knows as self.critic."""
    root, _, rest = name.partition(".")
    if not own:  # the body itself
        return name or _UNKNOWN
    if root != "self" or own == _UNKNOWN:
        return _UNKNOWN
    return f"{own}.{rest}" if rest else own
