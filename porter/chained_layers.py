"""The layers that a call of an nn.Sequential runs: those of classes of one's own have a forward()
that does what it likes, such as keeping a state."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import libcst as cst

from porter.kinds import Class, Kind, Module, networks
from porter.tree import walk

if TYPE_CHECKING:
    from porter.facts import Facts

SEQUENTIAL = "torch.nn.Sequential"


def run_by(facts: Facts, kind: Kind) -> Iterator[Module]:
    """The networks that a call may run: the one that is called, and the parts of a Sequential."""
    for network in networks(kind):
        yield network
        if network.cls == SEQUENTIAL:
            for part in dict.fromkeys([network.item, *(part for _, part in network.entries)]):
                yield from run_by(facts, part)
        elif not network.cls.startswith("torch."):
            yield from _parts(facts, network)


def _parts(facts: Facts, heir: Module) -> Iterator[Module]:
    """The classes of layers that the constructor of an heir of nn.Sequential names."""
    made = facts.method(heir, "__init__")
    if made is None or facts.method(heir, "forward") is not None:
        return
    home = made.home or facts
    for node in walk(made.node.body):
        kind = home.kind(node) if isinstance(node, cst.Name) else None
        info = home.class_info(kind.name) if isinstance(kind, Class) else None
        if info is not None and info.is_module and info.name != heir.cls:
            yield Module(info.name)
