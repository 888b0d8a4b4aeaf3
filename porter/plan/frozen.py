"""Attributes that the program replaces: a trace would keep what it read first."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

import libcst as cst

from porter.changes import Changes
from porter.codegen import code
from porter.facts import Facts
from porter.kinds import (
    UNKNOWN,
    Class,
    Device,
    Dictionary,
    Function,
    Kind,
    Named,
    Number,
    Tensor,
    Tuple,
    Unknown,
)
from porter.kinds import Sequence as ListKind
from porter.plan.grads import gradient_of
from porter.plan.host_data import fresh, without
from porter.plan.objects import fields_of_objects
from porter.plan.scopes import bindings
from porter.plan.traced_kinds import is_torchs
from porter.promotion import is_float
from porter.state_variables import StateVariables
from porter.tree import dotted, item_owner, key_of, walk


class Changing(Exception):
    """What no trace can read, because it changes."""

    def __init__(self, node: cst.CSTNode, name: str) -> None:
        super().__init__(f"it reads {name}, which changes")
        self.node = node


def is_value(facts: Facts, node: cst.CSTNode) -> bool:
    """Whether a name or attribute stands for data, or for one of the functions kept there."""
    if not isinstance(facts.kind(node), (Named, Function, Class, Device)):
        return True
    if not isinstance(node, cst.Attribute) or facts.api(node).startswith("torch."):
        return False  # torch.max, where a class has a max of its own
    return facts.holds(node.attr.value)


def frozen(facts: Facts, node: cst.Attribute) -> bool:
    """Whether an attribute that is read here changes, and is none of torch's own objects."""
    if not facts.once(Changes).changes(node) or is_torchs(facts.kind(node.value)):
        return False
    replaced = isinstance(facts.kind(node), Function) and facts.once(Changes).sets(node)
    return facts.api(node) != "Parameter.data" and (replaced or is_value(facts, node))


def is_deep(facts: Facts, node: cst.CSTNode) -> bool:
    """`self.cfg.clip`, which changes, of an object that does not."""
    name = dotted(node) if isinstance(node, cst.Attribute) else None
    if name is None or name.count(".") <= name.startswith("self."):
        return False
    assert isinstance(node, cst.Attribute)
    if facts.once(StateVariables).keeps(node):
        return False
    return frozen(facts, node) and gradient_of(facts, node) is None


def is_item(facts: Facts, node: cst.CSTNode) -> bool:
    """`self.weights["vf"]`, which changes, and `self.weights["vf"][0]`."""
    if not isinstance(node, cst.Subscript):
        return False
    if dotted(item_owner(node.value)) is None:
        return False
    kind = facts.kind(node.value)
    if isinstance(node.value, cst.Attribute) and (
        isinstance(kind, Tuple) or node.value.attr.value == "shape"
    ):
        of_program = not is_torchs(facts.kind(node.value.value))
        return of_program and facts.once(Changes).changes(node.value)
    held = isinstance(kind, (Dictionary, ListKind, Unknown))
    return held and facts.once(Changes).changes_item(node)


def is_replaced(facts: Facts, node: cst.CSTNode) -> bool:
    """Whether a trace of a condition would not notice that this changes."""
    return is_deep(facts, node) or is_item(facts, node)


def _number(facts: Facts, node: cst.CSTNode, name: str) -> Number | None:
    """What is a number, or counts as one: arithmetic gives it, and it meets tensors of floats."""
    kind, parent = facts.kind(node), facts.index.parents.get(node)
    if isinstance(kind, Number):
        return kind
    if kind != UNKNOWN or name not in facts.once(Changes).numbers:
        return None
    if not isinstance(parent, cst.BinaryOperation):
        return None
    other = facts.kind(parent.right if node is parent.left else parent.left)
    met = isinstance(other, Tensor) and is_float(other.dtype)
    return Number("float") if met else None


def items_of_containers(
    facts: Facts,
    body: Sequence[cst.CSTNode],
    known: Collection[cst.CSTNode],
    closure: Callable[[str], bool],
) -> list[cst.CSTNode]:
    """The numbers that a body takes out of lists and dicts that change. Raises Changing where
    that is no number, and the list or dict is no argument of the body either."""
    bound = bindings(body)
    found: list[cst.CSTNode] = []
    for node in (node for statement in body for node in without(statement, known)):
        assert isinstance(node, cst.CSTNode)
        if is_item(facts, node) and isinstance(node, cst.Subscript):
            names = {n.value for n in walk(node) if isinstance(n, cst.Name)}
            if _number(facts, node, key_of(node)) and not any(bound[name] for name in names):
                found.append(node)
            elif closure(dotted(node.value) or ""):
                raise Changing(node, code(node))
    return found


def values_of_objects(
    facts: Facts,
    body: Sequence[cst.CSTNode],
    known: Collection[cst.CSTNode],
    closure: Callable[[str], bool],
) -> dict[str, tuple[str, Kind]]:
    """What a body reads off objects, each with a name and its kind: the caller gives it.

    Raises Changing where that changes and is no number, or of an object that the body makes.
    """
    found: dict[str, tuple[str, Kind]] = {}
    nodes = [node for statement in body for node in without(statement, known)]
    taken = {node.value for node in nodes if isinstance(node, cst.Name)}
    taken |= {n.attr.value for n in nodes if isinstance(n, cst.Attribute) and _of_self(n)}
    fields = fields_of_objects(facts, body, nodes, closure)
    for node in nodes:
        name = dotted(node) if isinstance(node, cst.Attribute) else None
        if name in fields:
            found.setdefault(name, (fresh(name.rpartition(".")[2], taken), fields[name]))
            continue
        if not is_deep(facts, node):
            continue
        name = dotted(node) or ""
        kind = _number(facts, node, name.rpartition(".")[2])
        if kind is None or bindings(body)[name.partition(".")[0]]:
            raise Changing(node, name)
        if name not in found:
            found[name] = (fresh(name.rpartition(".")[2], taken), kind)
    return found


def _of_self(node: cst.Attribute) -> bool:
    return isinstance(node.value, cst.Name) and node.value.value == "self"
