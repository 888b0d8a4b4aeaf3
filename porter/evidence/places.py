"""The nodes of a file's tree that a run saw."""

from __future__ import annotations

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
