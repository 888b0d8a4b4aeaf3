"""What loops go over: `for loss in losses` takes the losses from somewhere, and computes none."""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence

import libcst as cst

from porter.tree import walk


def gone_over(
    lines: Sequence[cst.CSTNode],
    names: Container[str],
    differentiated: Callable[[cst.CSTNode], set[str]],
) -> set[str]:
    """The names that loops among these lines go over, where they bind one of `names`."""
    found: set[str] = set()
    for loop in (n for line in lines for n in walk(line) if isinstance(n, cst.For)):
        bound = {node.value for node in walk(loop.target) if isinstance(node, cst.Name)}
        if any(name in names for name in bound):
            found |= differentiated(loop.iter)
    return found
