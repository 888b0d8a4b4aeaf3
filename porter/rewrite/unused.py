"""Imports that nothing needs any more go, those in functions and branches too."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import libcst as cst

from porter.facts import Facts
from porter.infer.names import is_torch
from porter.kinds import Device
from porter.plan.effects import effects
from porter.rewrite import lines
from porter.tree import (
    bound_name,
    dotted,
    is_expression,
    is_for_missing,
    mapped,
    only,
    statements,
    walk,
)

_IMPORTS = (cst.Import, cst.ImportFrom)
_STAR = "*"  # from torch.nn import *


def without_unused(
    facts: Facts, module: cst.Module, used: Iterable[str], whole: bool
) -> cst.Module:
    """The module without imports of names that only the original read.

    Imports of torch and of devices go even if nothing ever used them; `import *` if the `whole`
    file is ported.
    The building blocks read `used`.
    """
    read: set[str] = set(used)
    imports: list[Any] = []
    stand_ins: set[cst.CSTNode] = set()
    for node in walk(module):
        kind = type(node)
        if kind is cst.Name and node not in stand_ins:
            read.add(node.value)  # type: ignore[attr-defined]
        elif kind is cst.ExceptHandler:
            stand_ins.update(_stand_ins(node))
        elif kind in _IMPORTS:
            imports.append(node)
    torch = {bound_name(alias) for node in imports for alias in of_torch(node)}
    read |= {dotted(node) or "" for node in stand_ins} - torch
    read -= _of_others(module, imports, torch & read - set(used))
    before = {name.value for name in facts.index.all(cst.Name)} | torch
    # A device of another file has gone there.
    before.update(name for name, kind in facts.names.items() if isinstance(kind, Device))
    unused = before - read | ({_STAR} if whole else set())
    if all(_stays(node, unused) for node in imports):
        return module
    body, comments = _filtered(module.body, unused)
    return module.with_changes(body=body, footer=[*comments, *module.footer])


def imported_for_nothing(facts: Facts) -> bool:
    """Whether the file imports names of torch's that neither it nor another file asks for."""
    imports = facts.index.all(*_IMPORTS)
    names = {bound_name(alias) for node in imports for alias in of_torch(node)}
    stars = (node for node in imports if isinstance(node.names, cst.ImportStar))
    if not names or any(map(comes_from_torch, stars)):
        return False
    if not names.isdisjoint(_read(facts)) or not names.isdisjoint(_texts(facts)):
        return False
    if facts.is_library():
        return False
    return all(names.isdisjoint(_taken(other)) for other in facts.importers())


def _read(facts: Facts) -> set[str]:
    """The names that a file reads, or shares by `global`."""
    read = {
        node.value
        for node in facts.index.all(cst.Name)
        if not any(isinstance(above, _IMPORTS) for above in facts.index.above(node))
    }
    shared = facts.index.all(cst.Global, cst.Nonlocal)
    return read | {item.name.value for node in shared for item in node.names}


def _texts(facts: Facts) -> set[object]:
    """What it may ask for by a text: `__all__ = ["torch"]`, `globals()["torch"]`."""
    return {node.evaluated_value for node in facts.index.all(cst.SimpleString)}


def _taken(facts: Facts) -> set[str]:
    """What a file takes of others: `from utils import torch`, `utils.torch`."""
    imported = (node for node in facts.index.all(cst.ImportFrom) if not of_torch(node))
    taken = {
        dotted(alias.name) or ""
        for node in imported
        if not isinstance(node.names, cst.ImportStar)
        for alias in node.names
    }
    return (
        taken
        | {node.attr.value for node in facts.index.all(cst.Attribute)}
        | {str(text) for text in _texts(facts)}
    )


def _stand_ins(handler: Any) -> Iterable[cst.CSTNode]:
    """The names that stand for what could not be imported: `except ImportError: torch = None`."""
    for line in statements(handler.body) if is_for_missing(handler) else ():
        small = only(line)
        if isinstance(small, cst.Assign) and dotted(small.value) == "None":
            yield from (target.target for target in small.targets)


def _of_others(module: cst.Module, imports: Sequence[Any], names: set[str]) -> set[str]:
    """The names whose import nothing reads: `data` of functions that get or make data."""
    outside = {only(statement) for statement in module.body}
    inside = (node for node in imports if node not in outside)
    names = names - {bound_name(alias) for node in inside for alias in of_torch(node)}
    if not names:
        return names
    hints = (hint for hint in walk(module) if isinstance(hint, cst.Annotation))
    hinted = {n.value for hint in hints for n in walk(hint) if isinstance(n, cst.Name)}
    return names - hinted - set[str]().union(*(effects(line).reads for line in module.body))


def of_torch(node: Any) -> list[cst.ImportAlias]:
    """The parts of an import statement that name something of torch's."""
    if isinstance(node.names, cst.ImportStar):
        return []
    whole = isinstance(node, cst.ImportFrom) and comes_from_torch(node)
    plain = isinstance(node, cst.Import)
    return [alias for alias in node.names if whole or (plain and _is_torch(alias.name))]


def comes_from_torch(node: cst.ImportFrom) -> bool:
    """`from torch import …`, `from torch.nn import …`, but not `from .torch import …`."""
    return node.module is not None and not node.relative and _is_torch(node.module)


def _is_torch(module: cst.CSTNode) -> bool:
    return is_torch(dotted(module) or "")


def _stays(node: Any, unused: set[str]) -> bool:
    """Whether an import is needed as it is."""
    if isinstance(node.names, cst.ImportStar):
        return _STAR not in unused or not comes_from_torch(node)
    return len(_kept(node, unused)) == len(node.names)


def _kept(node: Any, unused: set[str]) -> list[cst.ImportAlias]:
    return [alias for alias in node.names if bound_name(alias) not in unused]


def _filtered(body: Sequence[Any], unused: set[str]) -> tuple[list[Any], lines.Lines]:
    """The statements that stay, and the comments that stood at the last ones that go."""
    kept: list[Any] = []
    pending: lines.Lines = ()
    for statement in body:
        found = _without(statement, unused)
        if found is None:
            pending = (*pending, *lines.comments(statement))
            continue
        if found is not statement and isinstance(found, cst.Try) and _always_there(found):
            pending = (*pending, *lines.leading(found))
            body, comments = _unguarded(found)
            kept += _below(pending, body)
            pending = comments if body else (*pending, *comments)
            continue
        kept += _below(pending, [found])
        pending = ()
    return kept, tuple(line for line in pending if line.comment is not None)


def _below(above: lines.Lines, body: list[Any]) -> list[Any]:
    """The statements, with the comments that stood at those that went."""
    if not above or not body:
        return body
    leading = lines.merged(above, lines.leading(body[0]))
    return [lines.with_leading(body[0], leading), *body[1:]]


def _always_there(node: cst.Try) -> bool:
    """Whether an import of torch was all that could be missing: nothing is imported any more.

    What torch had is TensorFlow's now, which the file imports above.
    """
    guarded = all(is_for_missing(handler) for handler in node.handlers)
    small = [only(line) for line in statements(node.body)]
    plain = all(isinstance(line, (cst.Assign, cst.Pass)) for line in small)
    called = any(isinstance(n, cst.Call) for line in small if line is not None for n in walk(line))
    return guarded and plain and not called and bool(node.handlers)


def _unguarded(node: cst.Try) -> tuple[list[Any], lines.Lines]:
    """What a `try` runs where nothing is missing, and the comments of what handled it."""
    body = [line for line in statements(node.body) if not isinstance(only(line), cst.Pass)]
    for part in (node.orelse, node.finalbody):
        body += statements(part.body) if part is not None else []
    return body, tuple(line for handler in node.handlers for line in lines.comments(handler))


def _without(statement: Any, unused: set[str]) -> Any:
    """The statement without names that nothing reads any more; None if none is left."""
    small = only(statement)
    if isinstance(small, _IMPORTS):
        if _stays(small, unused):
            return statement
        kept = [] if isinstance(small.names, cst.ImportStar) else _kept(small, unused)
        if not kept:
            return None
        kept[-1] = kept[-1].with_changes(comma=cst.MaybeSentinel.DEFAULT)
        return statement.with_changes(body=[small.with_changes(names=kept)])
    if isinstance(statement, cst.BaseCompoundStatement):
        return _nested(statement, unused)
    return statement


def _nested(node: Any, unused: set[str]) -> Any:
    """A compound statement, or a part of one."""
    if is_expression(node):
        return node
    if not isinstance(node, cst.IndentedBlock):
        return mapped(node, lambda child: _nested(child, unused))
    body, comments = _filtered(node.body, unused)
    if len(body) == len(node.body) and all(a is b for a, b in zip(body, node.body)):
        return node
    body = body or [cst.SimpleStatementLine([cst.Pass()])]
    return node.with_changes(body=body, footer=[*comments, *node.footer])
