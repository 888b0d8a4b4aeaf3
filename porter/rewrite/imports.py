"""Imports: new ones are sorted in, building blocks are pasted, and what became unused goes."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any

import libcst as cst

from porter.codegen import Verbatim
from porter.facts import Facts
from porter.rewrite import lines
from porter.rewrite.spelling import IMPORTS, Spelling, by_kind, import_of
from porter.rewrite.unused import comes_from_torch, of_torch, without_unused
from porter.tree import bound_name, dotted, only, walk


def rewrite_imports(
    facts: Facts,
    module: cst.Module,
    spelling: Spelling,
    pasted: Sequence[str],
    block_imports: frozenset[str],
    helper_module: str,
    whole: bool,
) -> cst.Module:
    """Clean up the imports of a converted module and add what its new code needs."""
    new = _new_imports(facts, spelling, block_imports, helper_module, module)
    position = _torch_position(module.body)
    if position is None:
        position = after_imports(module.body)
    standard = [text for text in new if text.split()[1] in sys.stdlib_module_names]
    body, end = insert(list(module.body), position, [t for t in new if t not in standard])
    at = standard_position(body[:end])
    if at is not None:
        body, _ = insert(body, at, standard)
        end += len(standard)
    elif standard:
        body = _group_above(body, position, standard)
        end += len(standard)
    while end < len(body) and is_import(body[end]) and not _starts_cell(body[end]):
        end += 1
    if pasted:
        body = _paste(body, end, [_laid_out(text, module) for text in pasted])
    used = {spelling.names[short] for short in block_imports}
    return without_unused(facts, module.with_changes(body=body), used, whole)


def standard_position(body: Sequence[cst.CSTNode]) -> int | None:
    """Where the standard library is imported, apart from torch."""
    for index, statement in enumerate(body):
        small = only(statement)
        modules: list[cst.CSTNode] = []
        if isinstance(small, cst.Import):
            modules = [alias.name for alias in small.names]
        elif isinstance(small, cst.ImportFrom) and small.module and not small.relative:
            modules = [small.module]
        tops = [(dotted(module) or "").split(".")[0] for module in modules]
        if tops and is_import(statement) and all(top in sys.stdlib_module_names for top in tops):
            return index
    return None


def _group_above(
    body: list[cst.CSTNode], position: int, imports: Sequence[str]
) -> list[cst.CSTNode]:
    """A group of its own for the standard library, above the one where torch was imported."""
    start = _group_start(body, position)
    new: list[Any] = [cst.parse_statement(text) for text in imports]
    first: Any = body[start] if start < len(body) else None
    if first is not None:
        new[0] = lines.with_leading(new[0], lines.leading(first))
        body[start] = lines.with_leading(first, lines.blank(1))
    return [*body[:start], *new, *body[start:]]


def _new_imports(
    facts: Facts,
    spelling: Spelling,
    block_imports: frozenset[str],
    helper_module: str,
    module: cst.Module,
) -> list[str]:
    needed = spelling.used | block_imports
    found = []
    for short in needed:
        full, name = IMPORTS[short], spelling.names[short]
        if full not in spelling.present or _too_late(name, spelling, module.body):
            found.append(import_of(short, name))
    if helper_module and spelling.blocks:
        names = [
            block if spelling.names[block] == block else f"{block} as {spelling.names[block]}"
            for block in sorted(spelling.blocks, key=by_kind)
        ]
        text = f"from {helper_module} import {', '.join(names)}"
        if len(text) > facts.width:
            each = "".join(f"{module.default_indent}{name},\n" for name in names)
            text = f"from {helper_module} import (\n{each})"
        found.append(text)
    return sorted(found, key=_sort_key)


def _too_late(name: str, spelling: Spelling, body: Sequence[cst.CSTNode]) -> bool:
    """Whether the program imports a module itself, behind a line that may need it: one that reads
    its name, a building block, or a function of the file."""
    telling = {name, *map(spelling.spelled, spelling.blocks)}
    for statement in body:
        small = only(statement)
        if small is not None and (_imports(small, name) or _assigns(small, name)):
            return False
        if isinstance(statement, (cst.FunctionDef, cst.ClassDef)):
            telling.add(statement.name.value)
        elif any(isinstance(n, cst.Name) and n.value in telling for n in walk(statement)):
            return not any(_imports(n, name) for n in walk(statement))
    return False


def _imports(node: cst.CSTNode, name: str) -> bool:
    if not isinstance(node, (cst.Import, cst.ImportFrom)):
        return False
    return not isinstance(node.names, cst.ImportStar) and name in map(bound_name, node.names)


def _assigns(node: cst.CSTNode, name: str) -> bool:
    """`mp = multiprocessing.get_context("forkserver")`: porter's own context has its name."""
    return isinstance(node, cst.Assign) and any(dotted(t.target) == name for t in node.targets)


def _sort_key(text: str) -> tuple[bool, str]:
    return text.startswith("from "), text.split()[1].lower()


def _torch_position(body: Sequence[cst.CSTNode]) -> int | None:
    """Where the first top-level import of torch stands."""
    for index, statement in enumerate(body):
        small = only(statement)
        if isinstance(small, cst.ImportFrom) and comes_from_torch(small):
            return index
        if isinstance(small, cst.Import) and of_torch(small):
            return index
    return None


def is_import(statement: cst.CSTNode) -> bool:
    """Whether it is a line that imports, but not from __future__."""
    small = only(statement)
    if not isinstance(small, (cst.Import, cst.ImportFrom)):
        return False
    return not (
        isinstance(small, cst.ImportFrom)
        and small.module is not None
        and dotted(small.module) == "__future__"
    )


def after_imports(body: Sequence[cst.CSTNode]) -> int:
    """Behind the docstring and the imports at the top."""
    found = 0
    for index, statement in enumerate(body):
        small = only(statement)
        if isinstance(small, (cst.Import, cst.ImportFrom)):
            found = index + 1
        elif not (isinstance(small, cst.Expr) and isinstance(small.value, cst.BaseString)):
            break
        elif index == 0:
            found = 1
    return found


def insert(
    body: list[cst.CSTNode], position: int, imports: list[str]
) -> tuple[list[cst.CSTNode], int]:
    """New imports go into the group where torch was imported; also tells where it ends."""
    start = _group_start(body, position)
    end = position
    while (
        end < len(body) and is_import(body[end]) and (end == start or not starts_group(body[end]))
    ):
        end += 1
    group = body[start:end]
    for text in imports:
        new = cst.parse_statement(text)
        assert isinstance(new, cst.SimpleStatementLine)
        index = next(
            (i for i, s in enumerate(group) if _sort_key(_text(s)) > _sort_key(text)), len(group)
        )
        if index == 0 and group:
            new = lines.with_leading(new, lines.leading(group[0]))
            group[0] = lines.with_leading(group[0], ())  # type: ignore[type-var]
        group.insert(index, new)
    return [*body[:start], *group, *body[end:]], start + len(group)


def _group_start(body: Sequence[cst.CSTNode], position: int) -> int:
    start = position
    while 0 < start < len(body) and is_import(body[start - 1]) and not starts_group(body[start]):
        start -= 1
    return start


def _starts_cell(statement: cst.CSTNode) -> bool:
    """Whether a notebook's cell begins at this statement."""
    return bool(lines.split_cell(lines.leading(statement))[0])


def starts_group(statement: cst.CSTNode) -> bool:
    """Whether there are blank lines or comments above it."""
    return bool(lines.leading(statement))


def _text(statement: cst.CSTNode) -> str:
    small = only(statement)
    if isinstance(small, cst.ImportFrom):
        dots = "." * len(small.relative)
        return f"from {dots}{dotted(small.module) if small.module else ''}"
    assert isinstance(small, cst.Import)
    return f"import {dotted(small.names[0].name)}"


def _laid_out(text: str, module: cst.Module) -> str:
    """A building block with the file's own indentation and line ends."""
    found = []
    for line in text.split("\n"):
        plain = line.lstrip(" ")
        found.append(module.default_indent * ((len(line) - len(plain)) // 4) + plain)
    return module.default_newline.join(found)


def _paste(body: list[cst.CSTNode], end: int, pasted: Sequence[str]) -> list[cst.CSTNode]:
    """The building blocks stand behind the imports."""
    apart = lines.blank(2)
    blocks = [cst.SimpleStatementLine([Verbatim(text)], apart) for text in pasted]
    rest = body[end:]
    if rest:
        own = lines.leading(rest[0])
        if len(lines.blanks(own)) < 2:
            own = (*apart, *lines.without_blanks(own))
            rest[0] = lines.with_leading(rest[0], own)  # type: ignore[type-var]
    return [*body[:end], *blocks, *rest]
