"""Dtypes that get out of sight: those of tensors that go where porter can't follow them.

What comes out there again may be of any of them: `fns["scale"](x.double(), w)` runs a function
whose parameters are not known. Where none was lost, two tensors of unknown dtypes are of the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

import libcst as cst

from porter.facts import Facts
from porter.kinds import (
    UNKNOWN,
    Class,
    Dictionary,
    Function,
    Instance,
    Kind,
    Module,
    Sequence,
    StateDict,
    Tensor,
    Tuple,
    Union,
    Unknown,
    dtypes,
)
from porter.promotion import DEFAULT
from porter.tree import children, dotted

_EVERY_FIELD = frozenset({"asdict", "astuple", "getattr", "vars"})
_DISPLAYS = (cst.List, cst.Tuple, cst.Set, cst.Dict)


def lost_dtypes(facts: Facts) -> frozenset[str]:
    """The dtypes of what this file loses sight of, one that imports it, or one that it imports."""
    files = (facts, *facts.importers(), *_imported(facts))
    found = frozenset[str]().union(*(one.once(_lost) for one in files))
    return found | {DEFAULT} if found else found


def _imported(facts: Facts) -> Iterator[Facts]:
    """The files that functions and classes of other files are from."""
    methods = (info.methods.values() for info in facts.other_classes.values())
    infos = chain(facts.others.values(), *methods)
    homes = {id(info.home): info.home for info in infos if info.home is not None}
    yield from homes.values()


def _lost(facts: Facts) -> frozenset[str]:
    found = set[str]()
    for node in facts.kinds.keys() & facts.index.parents.keys():
        for part in _into(facts, node):
            found |= _held(facts.kind(part)) | _chosen(facts, part)
        if isinstance(node, (cst.Call, cst.Attribute)):
            found |= _of_fields(facts, node)
        if isinstance(node, _DISPLAYS):
            items = (facts.kind(part) for element in node.elements for part in children(element))
            found |= frozenset().union(*map(_held, items)) - _held(facts.kind(node))
    return frozenset(found)


def _of_fields(facts: Facts, node: cst.Call | cst.Attribute) -> frozenset[str]:
    """The dtypes of an object's tensors that come out with all others: `astuple(batch)`."""
    if isinstance(node, cst.Attribute):
        above = facts.index.parents.get(node)
        filled = isinstance(above, cst.Attribute) and above.attr.value == "update"
        owner = node.value if node.attr.value == "__dict__" and not filled else None
    else:
        every = (dotted(node.func) or "").rpartition(".")[2] in _EVERY_FIELD
        owner = node.args[0].value if every and node.args else None
    kind = facts.kind(owner) if owner is not None else UNKNOWN
    info = facts.class_info(kind.cls) if isinstance(kind, (Instance, Module)) else None
    fields = info.attributes.values() if info is not None else ()
    return frozenset().union(*map(_held, fields))


def _chosen(facts: Facts, node: cst.CSTNode) -> frozenset[str]:
    """The dtype of `(x > 0).sum()`, where x may be a tensor or something else."""
    port = facts.ports.get(node) if node in facts.either else None
    return _held(port.decision.kind) if port is not None else frozenset()


def _into(facts: Facts, node: cst.CSTNode) -> Iterator[cst.CSTNode]:
    """The parts of an expression whose tensors may come out of it, or stay behind in it, unseen."""
    parent = facts.index.parents.get(node)
    if isinstance(node, cst.Call):
        if not _runs_known(facts, node) and _is_open(facts.kind(node)):
            if isinstance(node.func, cst.Attribute):
                yield node.func.value
            yield from (arg.value for arg in node.args)
        elif _keeps_anything(facts, facts.kind(node.func)):
            yield from (arg.value for arg in node.args)
    elif isinstance(node, cst.Subscript) and _is_open(facts.kind(node)):
        if not isinstance(facts.kind(node.value), Tensor):
            yield node.value
    if isinstance(parent, (cst.Yield, cst.Lambda)):
        yield node
    if isinstance(parent, cst.Return) and node is parent.value and not _is_followed(facts, parent):
        yield node
    if isinstance(parent, cst.Assign):
        for target in parent.targets:
            owner = target.target
            if isinstance(owner, (cst.Subscript, cst.Attribute)):
                if isinstance(facts.kind(owner.value), Unknown):
                    yield node


def _runs_known(facts: Facts, node: cst.Call) -> bool:
    """Whether it is known what becomes of the arguments of a call."""
    callee, found = facts.kind(node.func), facts.kind(node)
    owner = facts.kind(node.func.value) if isinstance(node.func, cst.Attribute) else UNKNOWN
    followed = isinstance(callee, Function) and isinstance(found, Tensor)
    torchs = facts.api(node) != "" or facts.is_distribution(owner)
    return torchs or followed or isinstance(callee, (Class, Module))


def _keeps_anything(facts: Facts, callee: Kind) -> bool:
    """Whether a class of the program has an attribute of which nothing is known."""
    info = facts.class_info(callee.name) if isinstance(callee, Class) else None
    return info is not None and any(map(_is_open, info.attributes.values()))


def _is_followed(facts: Facts, node: cst.Return) -> bool:
    """Whether all calls of its function are known to be that: no name of it is handed over, and no
    object that nothing is known of has a method of its name called."""
    above = facts.index.above(node)
    function = next((one for one in above if isinstance(one, cst.FunctionDef)), None)
    info = facts.defined_at(function)
    if function is None or info is None or function.name.value in facts.once(_unknown_methods):
        return False
    return all(isinstance(use, cst.Call) for use in facts.uses.get(info.name, ()))


def _unknown_methods(facts: Facts) -> frozenset[str]:
    """The names of the methods that are called of who knows what."""
    return frozenset(
        call.func.attr.value
        for call in facts.index.all(cst.Call)
        if isinstance(call.func, cst.Attribute) and not facts.api(call)
        if isinstance(facts.kind(call.func), Unknown)
    )


def _is_open(kind: Kind) -> bool:
    """Whether nothing is known of the dtype of what may be a tensor."""
    if isinstance(kind, Union):
        return any(map(_is_open, kind.kinds))
    return isinstance(kind, Unknown) or (isinstance(kind, Tensor) and not dtypes(kind))


def _held(kind: Kind) -> frozenset[str]:
    """The dtypes of the tensors in a value."""
    if isinstance(kind, Tensor):
        return dtypes(kind)
    if isinstance(kind, StateDict):
        return frozenset({DEFAULT})
    parts: list[Kind] = []
    if isinstance(kind, Sequence):
        parts = [kind.item]
    elif isinstance(kind, Tuple):
        parts = [*kind.items]
    elif isinstance(kind, Union):
        parts = [*kind.kinds]
    elif isinstance(kind, Dictionary):
        parts = [value for _, value in kind.entries]
    return frozenset().union(*map(_held, parts))
