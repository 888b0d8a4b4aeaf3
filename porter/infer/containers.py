"""Containers of networks and parameters: nn.Sequential, nn.ModuleList, nn.ModuleDict …"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

import libcst as cst

from porter.chained_layers import SEQUENTIAL
from porter.facts import Facts
from porter.infer.names import is_torch
from porter.kinds import (
    DICTS,
    NEVER,
    TENSOR,
    UNKNOWN,
    Dictionary,
    Kind,
    Module,
    Parameter,
    Tensor,
    Text,
    Tuple,
    Unknown,
    item_of,
    join,
    networks,
)
from porter.kinds import Sequence as Items
from porter.rewrite.keras_names import RESERVED
from porter.rulebook import Argument

PARAMETERS = ("torch.nn.ParameterList", "torch.nn.ParameterDict")
_ADDING = ("append", "extend", "insert", "add_module")
CONTAINERS = frozenset({SEQUENTIAL, "torch.nn.ModuleList", "torch.nn.ModuleDict", *PARAMETERS})


def container(name: str, args: Sequence[Argument], facts: Facts) -> Module:
    """What the constructor of a container gives."""
    if name in PARAMETERS:
        item = item_of(args[0].kind) if args else UNKNOWN
        return Module(name, Parameter(item.dtype if isinstance(item, Tensor) else "float32"))
    if name == SEQUENTIAL:
        found = [item_of(a.kind) if a.star else a.kind for a in args]
        own = any(not is_torch(k.cls) for part in found for k in networks(part))
        chain = own and not any(a.star for a in args)
        entries = tuple((str(i), part) for i, part in enumerate(found)) if chain else ()
        return Module(name, joined(found), entries=entries)
    if not args:
        return Module(name, NEVER)
    given, kind = args[0].node, args[0].kind
    entries = _readable(kind) if name in DICTS else ()
    if isinstance(given, cst.Dict):
        items = joined(facts.kind(element.value) for element in given.elements)
        return Module(name, items, entries=entries)
    if entries:
        return Module(name, joined(part for _, part in entries), entries=entries)
    return Module(name, UNKNOWN if name in DICTS else item_of(args[0].kind))


def _readable(kind: Kind) -> tuple[tuple[str, Kind], ...]:
    """What may be read as attributes: names that are spelled out, and not Keras's own."""
    parts = kind.entries if isinstance(kind, Dictionary) else ()
    return () if "" in dict(parts) else tuple(p for p in parts if p[0] not in RESERVED)


def joined(kinds: Iterable[Kind]) -> Kind:
    """One kind for all items: layers of torch's of several classes are just that."""
    found: Kind = NEVER
    for kind in kinds:
        found = join(found, kind)
        layers = {k.cls for k in networks(found)}
        if len(layers) > 1 and all(map(is_torch, layers)):
            found = Module("torch.nn.Module")
    return found


def chained(base: Module, given: Kind, call: Callable[[Module, Kind], Kind]) -> Kind:
    """What the parts of an nn.Sequential make of a tensor, one behind the other; those that are
    classes of the program's own learn what they are called with. UNKNOWN where they are not known
    one by one."""
    parts = [part for _, part in base.entries]
    if base.cls != SEQUENTIAL or not parts or not all(isinstance(p, Module) for p in parts):
        return UNKNOWN
    for part in parts:
        assert isinstance(part, Module)
        found = call(part, given)
        given = TENSOR if isinstance(found, Unknown) and is_torch(part.cls) else found
    return given


def may_give_else(base: Module) -> bool:
    """Whether the last part of an nn.Sequential is of a class of one's own, which may give
    something else than a tensor: a distribution."""
    last = base.entries[-1][1] if base.cls == SEQUENTIAL and base.entries else base
    return isinstance(last, Module) and not is_torch(last.cls)


def replaced(base: Items | Tuple, target: cst.Subscript, kind: Kind) -> Kind:
    """The list after `outs[i] = x`: any item may be x."""
    whole = len(target.slice) == 1 and isinstance(target.slice[0].slice, cst.Slice)
    item = item_of(kind) if whole else kind
    if isinstance(base, Items) or whole:
        return Items(join(item_of(base), item))
    return Tuple(tuple(join(old, item) for old in base.items))


def added(base: Module, name: str, args: Sequence[Argument]) -> Module | None:
    """The container after append(), extend() and their like; None for any other method."""
    if base.cls not in CONTAINERS or not args or name not in _ADDING:
        return None
    new = args[-1].kind
    if base.cls in PARAMETERS:
        return base
    return Module(base.cls, joined([base.item, item_of(new) if name == "extend" else new]))


def given(base: Module, name: str) -> Kind:
    """What keys(), values() and items() of a dictionary give."""
    pairs = {"keys": Text(), "values": base.item, "items": Tuple((Text(), base.item))}
    return Items(pairs[name]) if base.cls in DICTS and name in pairs else UNKNOWN
