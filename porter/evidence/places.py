"""The nodes of a file's tree that a run saw."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from typing import Any

import libcst as cst
from libcst.metadata import MetadataWrapper, PositionProvider

from porter.evidence.model import Evidence, Seen, digest

_SEEN = (cst.Name, cst.Attribute, cst.Subscript, cst.Call)


def nodes_seen(evidence: Evidence, text: str, tree: cst.Module) -> dict[cst.CSTNode, Seen]:
    """What each expression of a file was; nothing where the run had another version of it."""
    seen = evidence.of_text(digest(text))
    if seen is None or not seen.places or tree.code != text:
        return {}
    ranges: Any = MetadataWrapper(tree, unsafe_skip_copy=True).resolve(PositionProvider)
    found: dict[cst.CSTNode, Seen] = {}
    for node, span in ranges.items():
        if isinstance(node, _SEEN):
            start, end = span.start, span.end
            place = start.line, start.column + 1, end.line, end.column + 1
            if place in seen.places:
                found[node] = place, seen.places[place]
    return found


def lines_around(text: str, lines: Iterable[int]) -> frozenset[int]:
    """The lines of the functions that these stand in; of those in none, all such lines."""
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError):  # a notebook's magics
        return frozenset()
    found: set[int] = set()
    functions = [
        n for n in ast.walk(tree) if isinstance(n, (ast.FunctionDef, ast.AsyncFunctionDef))
    ]
    spans = sorted((n.lineno, n.end_lineno or n.lineno) for n in functions)
    inside = {line for first, last in spans for line in range(first, last + 1)}
    for line in lines:
        around = [(first, last) for first, last in spans if first <= line <= last]
        first, last = around[-1] if around else (1, text.count("\n") + 1)
        found |= {*range(first, last + 1)} - (set() if around else inside)
    return frozenset(found)
