"""The lines with which a caller makes numbers of the tensors that a traced function gives."""

from __future__ import annotations

from collections.abc import Container
from typing import Any

import libcst as cst

from porter.plan.deferred import Deferred
from porter.tree import only


def numbers(
    line: cst.CSTNode, deferred: Deferred, wanted: Container[str] | None = None
) -> list[Any]:
    """`info = {name: float(value) for name, value in info.items()}`, for the names wanted."""
    small: Any = only(line)
    target = small.targets[0].target
    names: list[Any] = [target]
    if isinstance(target, cst.Tuple):
        names = [element.value for element in target.elements]
    found: list[str] = []
    for name, how in zip((name.value for name in names), deferred.results):
        if not how or name == "_" or (wanted is not None and name not in wanted):
            continue
        if isinstance(how, str):
            found.append(f"{name} = {how.format(name)}")
        elif "" in how:
            value = how[""].format("value")
            found.append(f"{name} = {{name: {value} for name, value in {name}.items()}}")
        else:
            parts = (f'"{key}": ' + text.format(f'{name}["{key}"]') for key, text in how.items())
            found.append(f"{name} = {{**{name}, {', '.join(parts)}}}")
    return [cst.parse_statement(text) for text in found]
