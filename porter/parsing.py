"""libcst's parser, without the checks that its nodes make of themselves."""

from __future__ import annotations

import libcst as cst

from porter.native_nodes import unchecked


def parsed(text: str) -> cst.Module:
    """The tree of a text: what the parser makes is Python."""
    return unchecked(lambda: cst.parse_module(text))
