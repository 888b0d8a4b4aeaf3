"""libcst's parser, without the checks that its nodes make of themselves."""

from __future__ import annotations

import libcst as cst

_CHECKED = cst.CSTNode.__post_init__  # bound once: of two threads none restores what the other set


def parsed(text: str) -> cst.Module:
    """The tree of a text. Each node asks whether it is Python, a fifth of the parser's time: what
    the parser makes is."""
    cst.CSTNode.__post_init__ = _unchecked  # type: ignore[method-assign]
    try:
        return cst.parse_module(text)
    finally:
        cst.CSTNode.__post_init__ = _CHECKED  # type: ignore[method-assign]


def _unchecked(self: cst.CSTNode) -> None:
    pass
