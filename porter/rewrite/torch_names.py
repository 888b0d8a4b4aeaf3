"""Building blocks take over the names of the torch classes that they stand for."""

from __future__ import annotations

from typing import Any

import libcst as cst

from porter.rewrite.spelling import Spelling
from porter.rewrite.unused import of_torch
from porter.tree import bound_name, mapped


def take_torch_names(module: cst.Module, spelling: Spelling) -> cst.Module:
    """`TorchAdam` is called Adam where only an import of torch had that name.

    For a module that needs torch no more: the import gets the other name, which nothing reads.
    """
    plain = {
        spelling.names[block]: block
        for block in spelling.blocks
        if spelling.names[block] != block and block in spelling.taken.torchs - spelling.taken.own
    }
    if not plain:
        return module
    spelling.names.update({block: block for block in plain.values()})
    other = {block: name for name, block in plain.items()}

    def change(node: Any) -> Any:
        kind = type(node)
        if kind is cst.Name:
            return node.with_changes(value=plain[node.value]) if node.value in plain else node
        if kind is cst.Import or kind is cst.ImportFrom:
            return _renamed(node, other)
        return mapped(node, change)

    found = change(module)
    assert isinstance(found, cst.Module)
    return found


def _renamed(node: Any, other: dict[str, str]) -> Any:
    """The import of torch with other names for what it binds."""
    torchs = [alias for alias in of_torch(node) if bound_name(alias) in other]
    if not torchs:
        return node
    names = [
        alias.with_changes(asname=cst.AsName(cst.Name(other[bound_name(alias)])))
        if any(alias is one for one in torchs)
        else alias
        for alias in node.names
    ]
    return node.with_changes(names=names)
