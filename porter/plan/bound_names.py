"""Names that lines bind anew, and what loops go over: `for loss in losses` computes no loss."""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence

import libcst as cst

from porter.tree import only, walk


def bound_by(line: cst.CSTNode) -> set[str]:
    """The names that a line binds: what they were before is of no concern."""
    small, found = only(line), set[str]()
    open_ = list[cst.BaseExpression]()
    if isinstance(small, cst.Assign):
        open_ += [target.target for target in small.targets]
    while open_:
        match open_.pop():
            case cst.Name(name):
                found.add(name)
            case cst.Tuple(elements) | cst.List(elements):  # `_, noise = sample()`
                open_ += [element.value for element in elements]
    return found


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
