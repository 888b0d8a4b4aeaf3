"""Objects that an update is given: `update(batch)`, of which the body reads `batch.state`.

No trace takes an object that has no hash, as a dataclass has none, and each object would be a
trace. So the host reads off the object what the body needs of it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import libcst as cst

from porter.codegen import code
from porter.facts import Facts
from porter.kinds import HOST, UNKNOWN, Array, Instance, Kind, Number, Tensor
from porter.plan.scopes import bindings
from porter.tree import dotted

_VALUES = (Tensor, Array, Number)
_NOT_KNOWN = (UNKNOWN, HOST)
_OF_TENSORS = frozenset({"T", "data", "device", "dtype", "grad", "mT", "ndim", "shape", "size"})
_DATACLASS = ("dataclass", "dataclasses.dataclass")


def fields_of_objects(
    facts: Facts,
    body: Sequence[cst.CSTNode],
    nodes: Sequence[cst.CSTNode],
    closure: Callable[[str], bool],
) -> dict[str, Kind]:
    """`batch.state` with its kind, of all objects that the body takes nothing from but values.

    `nodes` are those that the body evaluates.
    """
    bound = bindings(body)
    written = {name.partition(".")[0] for name in bound if "." in name}
    whole: set[str] = set()
    found: dict[str, dict[str, Kind]] = {}
    for node in nodes:
        if not isinstance(node, cst.Name) or not _is_object(facts, node):
            continue
        if closure(node.value) or bound[node.value] or node.value in written:
            continue
        read = facts.index.parents.get(node)
        if isinstance(read, cst.Attribute) and read.value is node and _is_value(facts, read):
            found.setdefault(node.value, {})[dotted(read) or ""] = facts.kind(read)
        elif not (isinstance(read, cst.Attribute) and read.attr is node):
            whole.add(node.value)
    return {
        field: kind
        for name, fields in found.items()
        if name not in whole
        for field, kind in fields.items()
    }


def has_no_hash(facts: Facts, kind: Kind) -> bool:
    """Whether objects of this kind are no keys: those of a dataclass, unless it says otherwise."""
    info = facts.class_info(kind.cls) if isinstance(kind, Instance) else None
    if info is None or "__hash__" in info.methods:
        return False
    decorators = {code(decorator.decorator) for decorator in info.node.decorators}
    return "__eq__" in info.methods or not decorators.isdisjoint(_DATACLASS)


def _is_object(facts: Facts, node: cst.Name) -> bool:
    kind = facts.kind(node)
    if kind in _NOT_KNOWN:
        return True
    if not isinstance(kind, Instance) or facts.is_distribution(kind):
        return False
    return facts.class_info(kind.cls) is not None


def _is_value(facts: Facts, read: cst.Attribute) -> bool:
    """Whether an attribute is data, and no method or property."""
    kind = facts.kind(read.value)
    if kind in _NOT_KNOWN:
        called = facts.index.parents.get(read)
        methods = isinstance(called, cst.Call) and called.func is read
        found = facts.kind(read) in _NOT_KNOWN
        return found and not methods and read.attr.value not in _OF_TENSORS
    info = facts.class_info(kind.cls) if isinstance(kind, Instance) else None
    own = info is not None and read.attr.value in info.methods
    return not own and isinstance(facts.kind(read), _VALUES)
