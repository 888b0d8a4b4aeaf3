"""Python's types as dtypes: torch's float is float64, TensorFlow's float32, and its int is none.

Where one is written in a call, its dtype is written. Here: those that come from elsewhere,
`torch.zeros(n, dtype=kind)` of a function that float is given to, or `dtype=type(x)`.
"""

from __future__ import annotations

import libcst as cst

from porter.facts import Facts, Port
from porter.infer.names import CALLERS
from porter.kinds import Kind, Named, Union, Unknown
from porter.rulebook import Argument
from porter.tree import dotted

_NAMES = frozenset({"float", "int", "bool"})
_TYPES = frozenset(f"builtins.{name}" for name in _NAMES)
_ASKING = frozenset({"isinstance", "issubclass", "field", "cast"}) | {
    name.removeprefix("builtins.") for name in CALLERS
}


def places(facts: Facts, port: Port) -> list[int]:
    """Which arguments of a call are dtypes that may be one of Python's types."""
    if port.rule.names[:1] == ("Tensor.to",):  # of a device or a tensor, too
        return [i for i, arg in enumerate(port.args) if i and _has_type(arg.kind)]
    return [i for i, arg in enumerate(port.args) if _is_dtype(port, i) and _is_open(facts, arg)]


def _is_dtype(port: Port, place: int) -> bool:
    name = port.args[place].keyword
    if name is None and place < len(port.rule.params):
        name = port.rule.params[place].name
    return name == "dtype"


def _is_open(facts: Facts, arg: Argument) -> bool:
    if not _may_be_type(arg.kind):
        return False
    return _is_asked(arg.node) or any(one.once(_handed_on) for one in (facts, *facts.importers()))


def _is_asked(node: cst.CSTNode) -> bool:
    """`type(x)`"""
    return isinstance(node, cst.Call) and dotted(node.func) == "type" and len(node.args) == 1


def _has_type(kind: Kind) -> bool:
    return isinstance(kind, Union) and any(
        isinstance(one, Named) and one.name in _TYPES for one in kind.kinds
    )


def _may_be_type(kind: Kind) -> bool:
    if isinstance(kind, Union):
        return any(map(_may_be_type, kind.kinds))
    return isinstance(kind, Unknown) or (isinstance(kind, Named) and kind.name in _TYPES)


def _handed_on(facts: Facts) -> bool:
    """Whether the program has such a type as a value: an argument, a default, an item, a name."""
    return any(_is_value(facts, node) for node in facts.index.all(cst.Name))


def _is_value(facts: Facts, node: cst.Name) -> bool:
    if node.value not in _NAMES:
        return node.value == "type" and _is_called_alone(facts, node)
    above = facts.index.parents.get(node)
    if isinstance(above, cst.Arg):
        call = facts.index.parents[above]
        asked = isinstance(call, cst.Call) and (dotted(call.func) or "").split(".")[-1] in _ASKING
        named = above.keyword is not None and above.keyword.value in ("type", "default_factory")
        return isinstance(call, cst.Call) and not asked and not named
    return isinstance(above, (cst.Param, cst.DictElement, cst.Element, cst.Assign, cst.Return))


def _is_called_alone(facts: Facts, node: cst.Name) -> bool:
    above = facts.index.parents.get(node)
    if not isinstance(above, cst.Call) or above.func is not node or len(above.args) != 1:
        return False
    return isinstance(facts.index.parents.get(above), (cst.Arg, cst.Assign, cst.Return))
