"""Layers of Keras's own in a program with doubles: they would make floats of what they are given.

`keras.layers.ReLU(autocast=False)`; what porter has as a building block casts nothing anyway.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from porter.codegen import code
from porter.facts import Facts
from porter.kinds import Tensor, dtypes
from porter.rewrite.spelling import Spelling
from porter.tree import dotted, named

_NAMES = frozenset({"double", "float64", "DoubleTensor"})


def uncast(facts: Facts, built: cst.CSTNode) -> cst.CSTNode:
    """A layer of Keras's that was built, with the word that keeps its inputs as they are."""
    if not isinstance(built, cst.Call) or not _is_layer(built.func):
        return built
    known = any(arg.keyword is not None and arg.keyword.value == "autocast" for arg in built.args)
    return _kept(built) if not known and facts.once(has_doubles) else built


def uncast_class(facts: Facts, found: cst.BaseExpression, spelling: Spelling) -> cst.BaseExpression:
    """The same of a class that is handed on: `partial(keras.layers.ReLU, autocast=False)`."""
    if _is_layer(found) and facts.once(has_doubles):
        partial = spelling.module("functools", "partial")
        return _kept(cst.Call(partial, [cst.Arg(found)]))
    if isinstance(found, cst.Call) and found.args and _is_layer(found.args[0].value):
        return _kept(found) if facts.once(has_doubles) else found
    return found


def _is_layer(node: cst.CSTNode) -> bool:
    return isinstance(node, cst.Attribute) and code(node).startswith("keras.layers.")


def _kept(call: cst.Call) -> cst.Call:
    return call.with_changes(args=[*call.args, named("autocast", cst.Name("False"))])


def has_doubles(facts: Facts) -> bool:
    """Whether a tensor of the program may be of float64, for longer than until it is cast."""
    own = facts.index.all(cst.Attribute)
    names = {node.attr.value for node in own if dotted(node.value) not in ("np", "numpy")}
    if names & _NAMES or any(facts.said(name, facts.path) for name in _NAMES):
        return True
    return any("float64" in dtypes(tensor) for tensor in _lasting(facts))


def _lasting(facts: Facts) -> Iterator[Tensor]:
    """The tensors that have a name, and those that a call is given."""
    for node in facts.kinds.keys() & facts.index.parents.keys():
        named = isinstance(node, (cst.Name, cst.Attribute))
        if named or isinstance(facts.index.parents[node], cst.Arg):
            if isinstance(kind := facts.kinds[node], Tensor):
                yield kind
