"""Networks that copy.deepcopy() copies: their classes remember how they were constructed."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import libcst as cst

from porter.codegen import code
from porter.facts import Facts
from porter.kinds import Class, Kind, Module, Named, item_of, networks
from porter.rewrite.spelling import Spelling
from porter.rulebook import Rulebook

_BASE = Named("torch.nn.Module")


def classes(facts: Facts, book: Rulebook, kind: Kind) -> set[cst.ClassDef | None]:
    """The classes of this file that a copy of a value needs to make networks again; None among
    them where there is a network of another class. What is no network asks for nothing."""
    found: set[cst.ClassDef | None] = set()
    for network in networks(kind) or networks(item_of(kind)):
        if not book.offers(network.cls, "__deepcopy__"):
            found.add(_first(facts, network))
        elif isinstance(network.item, Module) and facts.class_info(network.item.cls) is not None:
            found |= classes(facts, book, network.item)  # a list copies its items
    return found


def _first(facts: Facts, network: Module) -> cst.ClassDef | None:
    """The class of this file that inherits from torch.nn.Module: the network's, or a base of it."""
    info = facts.classes.get(network.cls)
    while info is not None and _BASE not in info.bases:
        info = next((facts.classes.get(b.name) for b in info.bases if isinstance(b, Class)), None)
    top = info is not None and any(info.node is s for s in facts.module.body)
    return info.node if info is not None and top else None


def inherit(
    body: list[Any], classes: Iterable[cst.ClassDef | None], model: str, spelling: Spelling
) -> list[Any]:
    """The statements of the file; these classes of networks inherit from another model than
    Keras's own: one that copies itself, or is shared."""
    names = {node.name.value for node in classes if node is not None}
    if not names:
        return body
    keras = code(spelling.module("keras", "Model"))
    block = cst.Name(spelling.block(model))

    def base(arg: cst.Arg) -> cst.Arg:
        return arg.with_changes(value=block) if code(arg.value) == keras else arg

    return [
        s.with_changes(bases=[base(arg) for arg in s.bases])
        if isinstance(s, cst.ClassDef) and s.name.value in names
        else s
        for s in body
    ]
