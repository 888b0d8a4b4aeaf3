"""What the program calls an object: the target of the assignment that creates it."""

from __future__ import annotations

import ast
import functools
from collections.abc import Iterable, Sequence
from pathlib import Path
from weakref import WeakValueDictionary

from porter.equivalence.events import Site


class Names:
    """Names for the objects of a run, each given once: "actor", "critic", "critic#2"."""

    def __init__(self) -> None:
        self.objects: WeakValueDictionary[str, object] = WeakValueDictionary()
        self.given: dict[str, int] = {}

    def give(self, thing: object, site: Site, otherwise: str) -> str:
        """Name a new object that was created at this line."""
        name = assigned_name(site, otherwise) or otherwise
        self.given[name] = self.given.get(name, 0) + 1
        if self.given[name] > 1:
            name = f"{name}#{self.given[name]}"
        self.objects[name] = thing
        return name

    def adopt(self, thing: object, name: str) -> None:
        """Use the other side's name."""
        self.objects[name] = thing


def is_slice(
    parts: Iterable[object],
    weights: Iterable[object],
    networks: Sequence[object],
    known: Iterable[object],
) -> bool:
    """Whether a new network is but `self.layers[:-1]` of a forward pass: its weights are `known`,
    those of `networks`, and it has none of these as a part, as nn.Sequential(encoder, head) has."""
    own, theirs, whole = {*map(id, weights)}, {*map(id, known)}, {*map(id, networks)}
    return bool(own) and own <= theirs and whole.isdisjoint(map(id, parts))


def assigned_name(site: Site, cls: str = "") -> str:
    """The last part of the target in `self.actor = Actor(...)`: "actor"; "" if there is none.

    Of several statements on a line, the one that calls `cls` is meant, else the last.
    """
    names = _targets(site.path).get(site.line, {"": ""})
    return names.get(cls, names[""])


@functools.cache
def _targets(path: str) -> dict[int, dict[str, str]]:
    """The names that every line of a file assigns to, for all lines of the statement: by what is
    called for it, and under "" the last."""
    names: dict[int, dict[str, str]] = {}
    for node in ast.walk(ast.parse(Path(path).read_bytes())):
        if isinstance(node, ast.Assign | ast.AnnAssign):
            target = node.targets[0] if isinstance(node, ast.Assign) else node.target
            name = {ast.Name: "id", ast.Attribute: "attr"}.get(type(target))
            if name:
                own = dict.fromkeys(("", _called(node.value)), getattr(target, name))
                for line in range(node.lineno, (node.end_lineno or node.lineno) + 1):
                    names[line] = names.get(line, {}) | own
    return names


def _called(value: ast.expr | None) -> str:
    """Adam of `torch.optim.Adam(...)`."""
    match value:
        case ast.Call(ast.Attribute(attr=name)) | ast.Call(ast.Name(id=name)):
            return name
    return ""
