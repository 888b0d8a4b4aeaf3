"""Objects that an update is given: `update(batch)`, of which the body reads `batch.state`.

No trace takes an object that has no hash, as a dataclass has none, and each object would be a
trace. So the host reads off the object what the body needs of it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import libcst as cst

from porter.codegen import code
from porter.facts import Facts
from porter.kinds import HOST, UNKNOWN, Array, Instance, Kind, Number, Tensor, Union
from porter.plan.scopes import bindings
from porter.tree import dotted, only

_VALUES = (Tensor, Array, Number)
_NOT_KNOWN = (UNKNOWN, HOST)
_OF_TENSORS = frozenset({"T", "data", "device", "dtype", "grad", "mT", "ndim", "shape", "size"})
_DATACLASSES = frozenset({"dataclass", "define", "attrs", "s"})  # of dataclasses, of attrs
_HASHED = frozenset({"bool", "float", "int", "str"})


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
    written |= {name.rpartition(".")[0] for name in bound if name.count(".") > 1}
    whole: set[str] = set()
    found: dict[str, dict[str, Kind]] = {}
    for node in nodes:
        name = _name(node)
        if not name or not _is_object(facts, node):
            continue
        if closure(name) or bound[name] or name in written:
            continue
        read = facts.index.parents.get(node)
        if isinstance(read, cst.Attribute) and read.value is node and _is_value(facts, read):
            found.setdefault(name, {})[dotted(read) or ""] = facts.kind(read)
        elif not (isinstance(read, cst.Attribute) and read.attr is node):
            whole.add(name)
    return {
        field: kind
        for name, fields in found.items()
        if name not in whole
        for field, kind in fields.items()
    }


def _name(node: cst.CSTNode) -> str:
    """`batch`, and `self.args`, which is another object later."""
    name = dotted(node) or ""
    return name if name.count(".") == name.startswith("self.") else ""


def has_no_hash(facts: Facts, kind: Kind) -> bool:
    """Whether objects of this kind are no keys: those of a dataclass, unless it says otherwise."""
    if isinstance(kind, Union):
        return any(has_no_hash(facts, one) for one in kind.kinds)
    info = facts.class_info(kind.cls) if isinstance(kind, Instance) else None
    for one in facts.family(info):  # what a class does not say its bases do
        if "__hash__" in one.methods:
            return False
        if "__eq__" in one.methods or any(map(_compares, one.node.decorators)):
            return not _has_plain_fields(one.node)
    return False


def _compares(decorator: cst.Decorator) -> bool:
    """`@dataclass(slots=True)` makes an `__eq__`, which takes the hash away."""
    made = decorator.decorator
    name = dotted(made.func if isinstance(made, cst.Call) else made) or ""
    return name.rpartition(".")[2] in _DATACLASSES and not _says(made, "eq=False")


def _has_plain_fields(cls: cst.ClassDef) -> bool:
    """Whether objects of a frozen dataclass have the hash of their fields: numbers and texts."""
    if not any(_says(decorator.decorator, "frozen=True") for decorator in cls.decorators):
        return False
    small = (part for line in cls.body.body if (part := only(line)) is not None)
    fields = (code(n.annotation.annotation) for n in small if isinstance(n, cst.AnnAssign))
    return all(field in _HASHED for field in fields)


def _says(made: cst.BaseExpression, option: str) -> bool:
    given = made.args if isinstance(made, cst.Call) else ()
    return any(code(arg).replace(" ", "").rstrip(",") == option for arg in given)


def _is_object(facts: Facts, node: cst.CSTNode) -> bool:
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
