"""Attributes that objects share: of their class, and of objects that are copied.

`self.total += x` of a tensor that the class holds changes it for all of its objects in torch; and
`copy.copy(a)` holds the tensors of `a`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import libcst as cst

from porter.kinds import Array, Dictionary, Instance, Named, Number, Sequence, Tensor, Text, Tuple
from porter.tree import dotted, only, statements

if TYPE_CHECKING:
    from porter.facts import Facts

_COPIES = frozenset({"copy.copy", "copy.replace", "dataclasses.replace"})
_NO_OBJECTS = (Array, Dictionary, Number, Sequence, Tensor, Text, Tuple)
_LITERALS = (cst.BaseNumber, cst.BaseString, cst.UnaryOperation)
_UPDATE = ".__dict__.update"


def why_shared(facts: Facts, target: cst.Attribute) -> str:
    """What else than this object sees a change of the tensor; "" if nothing does."""
    if _of_class(facts, target):
        return f"{target.attr.value} is an attribute of a class"
    if facts.once(_copies_objects):
        return f"{target.attr.value} may have another name: in a copy of the object"
    return ""


def _of_class(facts: Facts, target: cst.Attribute) -> bool:
    """Whether the class of an object may hold the tensor of this attribute."""
    kind = facts.kind(target.value)
    if isinstance(kind, Instance):
        family = facts.family(facts.class_info(kind.cls))
    else:
        family = facts.family_around(target)
    return any(
        _binds(line, target.attr.value) for info in family for line in statements(info.node.body)
    )


def _binds(line: cst.CSTNode, name: str) -> bool:
    """`name = value` in the body of a class, unless nothing can change the value in place."""
    small = only(line)
    if not isinstance(small, (cst.Assign, cst.AnnAssign)) or small.value is None:
        return False
    targets = [t.target for t in small.targets] if isinstance(small, cst.Assign) else [small.target]
    return name in map(dotted, targets) and not _is_constant(small.value)


def _is_constant(value: cst.BaseExpression) -> bool:
    """`None`, a number or a text; and `field(default_factory=…)`, which each object calls."""
    if isinstance(value, cst.Call):
        return any(arg.keyword and arg.keyword.value == "default_factory" for arg in value.args)
    return isinstance(value, _LITERALS) or dotted(value) in ("None", "True", "False")


def _copies_objects(facts: Facts) -> bool:
    """Whether a line of the file copies an object, which has the same tensors then."""
    return any(_copies(facts, call) for call in facts.index.all(cst.Call)) or any(
        _hands_out(facts, node) for node in facts.index.all(cst.Attribute)
    )


def _copies(facts: Facts, call: cst.Call) -> bool:
    kind = facts.kind(call.func)
    if not isinstance(kind, Named) or kind.name not in _COPIES or not call.args:
        return False
    return not isinstance(facts.kind(call.args[0].value), _NO_OBJECTS)


def _hands_out(facts: Facts, node: cst.Attribute) -> bool:
    """`b.__dict__.update(a.__dict__)`, `b.__dict__ = a.__dict__`; not `log(args.__dict__)`."""
    above = facts.index.parents[node]
    call = facts.index.parents[above] if isinstance(above, cst.Arg) else None
    given = isinstance(call, cst.Call) and (dotted(call.func) or "").endswith(_UPDATE)
    return node.attr.value == "__dict__" and (given or isinstance(above, cst.AssignTarget))
