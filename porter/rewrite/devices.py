"""Devices: `device = torch.device(…)` goes where nothing asks for the device any more.

Where it chose a GPU, TensorFlow is told to take its memory as it is needed, as torch does: it takes
all of it otherwise, and nothing else can run there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import libcst as cst

from porter.facts import Facts
from porter.rewrite import lines
from porter.rewrite.spelling import Spelling
from porter.tree import dotted, is_expression, mapped, only, walk

_GROWTH = """\
for gpu in {tf}.config.list_physical_devices("GPU"):
    {tf}.config.experimental.set_memory_growth(gpu, True)
"""
COMPILERS = frozenset(
    f"torch.{name}"
    for name in "compile compiler.disable jit.script jit.export jit.ignore jit.unused".split()
)


def unasked(names: Iterable[str], facts: Facts) -> list[str]:
    """The devices' names without `args.device`, of an object that another file may ask for it."""
    parts = ((name, *name.rpartition(".")) for name in names)
    return [
        name
        for name, owner, _, attribute in parts
        if owner in ("", "self") or not facts.mentioned(attribute, facts.path)
    ]


def settled(module: cst.Module, names: Sequence[str], spelling: Spelling) -> cst.Module:
    """The module with TensorFlow's own way of choosing devices; `names` are those of devices."""
    grown = _growing(module, frozenset(names), spelling.names["tf"])
    if grown is not module:
        spelling.need(["tf"])
    return _without(grown, names)


def _without(module: cst.Module, names: Sequence[str]) -> cst.Module:
    """The module without assignments of devices to names that are never read."""
    mentions: Counter[str] | None = None
    for name, assigned in sorted(Counter(names).items()):
        mentions = mentions or Counter(_mentions(module))
        attribute = name.rpartition(".")[2]
        if mentions[f".{attribute}"] + mentions[name] == assigned:
            module, mentions = _removed(module, name), None
    return module


def _growing(module: cst.Module, names: frozenset[str], tf: str) -> cst.Module:
    """Memory growth is set behind the first choice of a GPU, if that comes before all tensors."""

    def suite(body: Sequence[Any]) -> list[Any] | None:
        for index, statement in enumerate(body):
            if _chooses(statement, names):
                return [
                    *body[: index + 1],
                    cst.parse_statement(_GROWTH.format(tf=tf)),
                    *body[index + 1 :],
                ]
            if not _runs_first(statement):
                continue
            inner = suite(statement.body.body)
            if inner is not None:
                block = statement.body.with_changes(body=inner)
                return [*body[:index], statement.with_changes(body=block), *body[index + 1 :]]
        return None

    body = suite(module.body)
    return module if body is None else module.with_changes(body=body)


def _chooses(statement: Any, names: frozenset[str]) -> bool:
    """`device = "cuda:0" if … else "cpu"`, and the like."""
    small = only(statement) if isinstance(statement, cst.SimpleStatementLine) else None
    return (
        isinstance(small, cst.Assign)
        and dotted(small.targets[0].target) in names
        and any(
            isinstance(part, cst.SimpleString) and "cuda" in part.value
            for part in walk(small.value)
        )
    )


def _runs_first(statement: Any) -> bool:
    """`if __name__ == "__main__":` and `def main():`; elsewhere the devices may be in use."""
    main = isinstance(statement, cst.FunctionDef) and statement.name.value == "main"
    return (main or isinstance(statement, cst.If)) and isinstance(statement.body, cst.IndentedBlock)


def _mentions(module: cst.Module) -> Iterator[str]:
    """Names as they are, attributes with a dot in front."""
    for node in walk(module):
        if type(node) is cst.Name:
            yield node.value
        elif type(node) is cst.Attribute:
            yield f".{node.attr.value}"


def _removed(module: cst.Module, name: str) -> cst.Module:
    """The module without assignments to this name."""

    def change(node: Any) -> Any:
        new = mapped(node, change) if not is_expression(node) else node
        if not isinstance(new, (cst.Module, cst.IndentedBlock)):
            return new
        kept: list[Any] = []
        pending: lines.Lines = ()
        for statement in new.body:
            small = only(statement)
            if isinstance(small, cst.Assign) and dotted(small.targets[0].target) == name:
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
