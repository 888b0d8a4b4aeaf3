"""Values with named parts: collections.namedtuple and dicts, the batches of replay buffers."""

from __future__ import annotations

from collections.abc import Callable
from collections.abc import Sequence as Sequence_

import libcst as cst

from porter.codegen import code
from porter.infer.containers import joined
from porter.infer.optimizers import text_index
from porter.infer.registries import makes
from porter.kinds import (
    HOST,
    NEVER,
    TAINTED,
    UNKNOWN,
    Array,
    Dictionary,
    Kind,
    Module,
    Optimizer,
    Record,
    RecordClass,
    Sequence,
    Tensor,
    Text,
    Tuple,
    join,
    may_be_tensor,
    networks,
)
from porter.kinds_of_torch import is_of_torch
from porter.rulebook import Argument
from porter.tree import only, statements, walk


def named_tuple(args: Sequence_[Argument]) -> Kind:
    """What `namedtuple("Batch", ["state", "action"])` is; the names may be one string, too."""
    if len(args) != 2 or any(arg.star or arg.keyword for arg in args):
        return UNKNOWN
    node = args[1].node
    if isinstance(node, cst.SimpleString):
        return RecordClass(tuple(str(node.evaluated_value).replace(",", " ").split()))
    if isinstance(node, (cst.List, cst.Tuple)):
        texts = [e.value for e in node.elements]
        names = [str(t.evaluated_value) for t in texts if isinstance(t, cst.SimpleString)]
        return RecordClass(tuple(names)) if len(names) == len(texts) else UNKNOWN
    return UNKNOWN


def record(cls: RecordClass, args: Sequence_[Argument]) -> Record:
    """What a call of it gives; of `Batch(*rows)` the items of a tuple are known."""
    found: dict[str, Kind] = {}
    if len(args) == 1 and args[0].star == "**" and isinstance(args[0].kind, Dictionary):
        found = dict(args[0].kind.entries)
    if all(not arg.star or (arg.star == "*" and isinstance(arg.kind, Tuple)) for arg in args):
        given: list[Kind] = []
        for arg in args:
            spread = arg.kind.items if arg.star and isinstance(arg.kind, Tuple) else (arg.kind,)
            given += () if arg.keyword else spread
        found = dict(zip(cls.names, given))
        found |= {arg.keyword: arg.kind for arg in args if arg.keyword}
    return Record(tuple(found.get(name, UNKNOWN) for name in cls.names), cls.names)


def dictionary(node: cst.Dict, kind: Callable[[cst.CSTNode], Kind]) -> Kind:
    """What `{"state": x, "action": y}` is, of all that is no setting."""
    found: dict[str, Kind] = {}
    for element in node.elements:
        if not isinstance(element, cst.DictElement) or not isinstance(
            element.key, cst.SimpleString
        ):
            return UNKNOWN
        found[str(element.key.evaluated_value)] = _worth(kind(element.value))
    return Dictionary(tuple(found.items()))


def copied(args: list[Argument]) -> Kind | None:
    """What `dict(other)` is, and `dict(other, state=x)`; None if it is no copy of a dict."""
    first = args[0].kind if args else None
    if not isinstance(first, Dictionary) or any(not arg.keyword for arg in args[1:]):
        return None
    entries = dict(first.entries) | {arg.keyword or "": _worth(arg.kind) for arg in args[1:]}
    return Dictionary(tuple(entries.items()))


def of_keywords(args: list[Argument]) -> Kind:
    """What `dict(state=x, action=y)` is."""
    return Dictionary(tuple((arg.keyword or "", _worth(arg.kind)) for arg in args))


def read(base: Dictionary, method: str, args: Sequence_[cst.Arg]) -> Kind | None:
    """What a method of a dict gives, where its entries tell."""
    return _iterated(base, method) or _taken(base, method, args)


def _iterated(base: Dictionary, method: str) -> Kind | None:
    """What `items()`, `values()` and `keys()` give."""
    value: Kind = NEVER
    for _, kind in base.entries:
        value = join(value, kind)
    gives = {"items": Tuple((Text(), value)), "values": value, "keys": Text()}
    return Sequence(gives[method]) if method in gives and base.entries else None


def _taken(base: Dictionary, method: str, args: Sequence_[cst.Arg]) -> Kind | None:
    """What `pop("state")` and `get("state")` give, with a default or without."""
    name = args[0].value if method in ("pop", "get") and args else None
    if not isinstance(name, cst.SimpleString) or len(args) > 1:
        return None
    found = base.get(str(name.evaluated_value))
    return None if found == UNKNOWN else found


def of_pairs(pairs: Kind) -> Kind:
    """What `dict(net.named_parameters())` is: the same under any name."""
    pair = pairs.item if isinstance(pairs, Sequence) else UNKNOWN
    if not isinstance(pair, Tuple) or len(pair.items) != 2 or pair.items[0] != Text():
        return UNKNOWN
    return Dictionary((("", _worth(pair.items[1])),))


def stored(base: Dictionary, target: cst.Subscript, kind: Kind) -> Dictionary:
    """The dict after `batch["state"] = x`; under any other key the value may be any entry."""
    name, entries = text_index(target), dict(base.entries)
    for key in [name] if name else [*entries, ""]:
        entries[key] = join(entries[key], _worth(kind)) if key in entries else _worth(kind)
    return Dictionary(tuple(entries.items()))


def entry(base: Dictionary, node: cst.Subscript) -> Kind:
    """What `batch["state"]` is."""
    name = text_index(node)
    if name or [key for key, _ in base.entries] == [""]:
        return base.get(name)
    found = joined(kind for _, kind in base.entries)
    if isinstance(found, (Optimizer, Tensor)) or networks(found) or makes(found):
        return found  # `optimizers[name]`: all are
    return TAINTED if any(may_be_tensor(kind) for _, kind in base.entries) else UNKNOWN


def of_all(value: Kind) -> Kind:
    """What `{key: torch.tensor(row) for key, row in batch.items()}` is."""
    if isinstance(value, Tensor):
        return Dictionary((("", value),))
    return TAINTED if may_be_tensor(value) else UNKNOWN


def filled(node: cst.For, kind: Callable[[cst.CSTNode], Kind]) -> tuple[cst.Name, Kind] | None:
    """The dict and what it is after `for key in batch: batch[key] = torch.tensor(batch[key])`."""
    table = node.iter
    if isinstance(table, cst.Call) and isinstance(table.func, cst.Attribute):
        table = table.func.value if table.func.attr.value == "keys" else table
    if not isinstance(table, cst.Name) or not isinstance(node.target, cst.Name):
        return None
    if any(isinstance(below, (cst.Break, cst.Continue)) for below in walk(node.body)):
        return None
    entries = _entries(node.body, table.value, node.target.value, kind)
    known = entries is not None and all(isinstance(k, Tensor) for k in entries.values())
    return (table, Dictionary(tuple(entries.items()))) if entries and known else None


def _entries(
    body: cst.BaseSuite, table: str, key: str, kind: Callable[[cst.CSTNode], Kind]
) -> dict[str, Kind] | None:
    """What each turn of a loop puts in at its key, by that key's name where it is asked for."""
    found: dict[str, Kind] | None = None
    for statement in statements(body):
        small = only(statement)
        if isinstance(small, cst.Assign) and len(small.targets) == 1:
            if code(small.targets[0].target) == f"{table}[{key}]":
                found = {"": kind(small.value)}
        elif isinstance(statement, cst.If) and isinstance(statement.orelse, cst.Else):
            yes = _entries(statement.body, table, key, kind)
            no = _entries(statement.orelse.body, table, key, kind)
            if yes is None and no is None:
                continue
            if yes is None or no is None:
                return None
            name = _asked(statement.test, key)
            either = {n: join(yes.get(n, yes[""]), no.get(n, no[""])) for n in {**yes, **no}}
            found = {**no, name: yes.get(name, yes[""])} if name else either
    return found


def _asked(test: cst.BaseExpression, key: str) -> str:
    """The "u" of `key == "u"`."""
    if isinstance(test, cst.Comparison) and code(test.left) == key and len(test.comparisons) == 1:
        only_one = test.comparisons[0]
        if isinstance(only_one.operator, cst.Equal):
            if isinstance(only_one.comparator, cst.SimpleString):
                return str(only_one.comparator.evaluated_value)
    return ""


def _worth(kind: Kind) -> Kind:
    """Numbers and None in a dict are settings, which any function may change."""
    worth = isinstance(kind, (Tensor, Array, Module, Optimizer)) or kind in (TAINTED, HOST)
    worth |= isinstance(kind, (Sequence, Tuple)) and is_of_torch(kind)
    return kind if worth or makes(kind) else TAINTED if may_be_tensor(kind) else UNKNOWN
