"""What a program loads is what it saves: `self.net, n = pickle.load(f)` beside
`pickle.dump((self.net, n), f)`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

import libcst as cst

from porter.index import Index
from porter.tree import dotted, key_of

_LOADS = re.compile(r"_*(load|restore|set_state|from_checkpoint|__setstate__)")
_WRITES = {"pickle.load": "pickle.dump", "torch.load": "torch.save"}


def loaded(index: Index, call: cst.Call, name: str) -> Sequence[cst.BaseExpression]:
    """The places that a load is bound to, if the file saves what they are of; else none."""
    assign = index.parents.get(call)
    if name not in _WRITES or not isinstance(assign, cst.Assign) or len(assign.targets) > 1:
        return ()
    target = assign.targets[0].target
    places = _parts(target)
    names = [dotted(place) for place in places]
    if None in names or names not in _saved(index, _WRITES[name]):
        return ()
    return places


def restored(index: Index, target: cst.CSTNode) -> bool:
    """Whether a method that loads what another one has given sets an attribute to a part of that:
    `self.net = state["net"]` of `def load_state_dict(self, state)`."""
    assign = index.parents.get(index.parents.get(target, target))
    if not isinstance(assign, cst.Assign) or not isinstance(assign.value, cst.Subscript):
        return False
    function = index.function(assign)
    loads = isinstance(function, cst.FunctionDef) and _LOADS.match(function.name.value)
    return bool(loads) and key_of(assign.value) != ""


def _saved(index: Index, name: str) -> Iterator[list[str | None]]:
    for call in index.called.get(name, ()):
        if call.args:
            yield [dotted(part) for part in _parts(call.args[0].value)]


def _parts(node: cst.BaseExpression) -> list[cst.BaseExpression]:
    if isinstance(node, (cst.Tuple, cst.List)):
        return [element.value for element in node.elements]
    return [node]
