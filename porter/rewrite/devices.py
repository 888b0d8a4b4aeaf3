"""Devices: `device = torch.device(…)` goes where nothing asks for the device any more."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable, Iterator, Sequence
from typing import Any

import libcst as cst

from porter.facts import Facts
from porter.rewrite import lines
from porter.tree import dotted, is_expression, mapped, only, statements, walk, walk_statements

COMPILERS = frozenset(
    f"torch.{name}"
    for name in "compile compiler.disable jit.script jit.export jit.ignore jit.unused".split()
)


def unasked(names: Iterable[str], facts: Facts) -> list[str]:
    """The devices' names without `args.device`, of an object that another file may ask for it, and
    without those of a class: `Config.DEVICE`."""
    parts = [(name, *name.rpartition(".")) for name in names]
    of_classes = _of_classes(facts) if parts else set()
    return [
        name
        for name, owner, _, attribute in parts
        if (owner in ("", "self") and name not in of_classes)
        or not facts.mentioned(attribute, facts.path)
    ]


def _of_classes(facts: Facts) -> set[str]:
    """The names that bodies of classes assign."""
    lines = (line for node in facts.index.all(cst.ClassDef) for line in statements(node.body))
    assigned = (small for line in lines if isinstance(small := only(line), cst.Assign))
    return {dotted(target.target) or "" for small in assigned for target in small.targets}


def without(module: cst.Module, names: Sequence[str]) -> cst.Module:
    """The module without assignments of devices to names that are never read."""
    if not names:
        return module
    mentions, gone = Counter(_mentions(module)), set[cst.CSTNode]()
    assignments = _assignments(module)
    for name, assigned in sorted(Counter(names).items()):
        attribute = name.rpartition(".")[2]
        if mentions[f".{attribute}"] + mentions[name] == assigned:
            for line in assignments.get(name, ()):
                gone.add(line)
                mentions.subtract(_mentions(line))
    return _removed(module, gone) if gone else module


def _assignments(module: cst.Module) -> dict[str | None, list[cst.CSTNode]]:
    """The lines of blocks that assign, by what they assign to."""
    found: dict[str | None, list[cst.CSTNode]] = {}
    for line in walk_statements(module):
        small = only(line)
        if isinstance(small, cst.Assign):
            found.setdefault(dotted(small.targets[0].target), []).append(line)
    return found


def chooses_gpu(statements: Iterable[cst.CSTNode]) -> bool:
    """Whether one of them is `device = "cuda:0" if … else "cpu"`, or the like."""
    return any(
        isinstance(part, cst.SimpleString) and "cuda" in part.value
        for statement in statements
        for part in walk(statement)
    )


def _mentions(tree: cst.CSTNode) -> Iterator[str]:
    """Names as they are, attributes with a dot in front."""
    for node in walk(tree):
        if type(node) is cst.Name:
            yield node.value
        elif type(node) is cst.Attribute:
            yield f".{node.attr.value}"


def _removed(module: cst.Module, gone: Container[cst.CSTNode]) -> cst.Module:
    """The module without these lines."""

    def change(node: Any) -> Any:
        new = mapped(node, change) if not is_expression(node) else node
        if not isinstance(new, (cst.Module, cst.IndentedBlock)):
            return new
        kept: list[Any] = []
        pending: lines.Lines = ()
        for statement in new.body:
            if statement in gone:
                pending = (*pending, *lines.comments(statement))
                continue
            if pending:
                above = lines.merged(pending, lines.leading(statement))
                statement, pending = lines.with_leading(statement, above), ()
            kept.append(statement)
        if len(kept) == len(new.body):
            return new
        return new.with_changes(body=kept or [cst.SimpleStatementLine([cst.Pass()])])

    found = change(module)
    assert isinstance(found, cst.Module)
    return found
