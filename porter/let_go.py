"""Names that give their tensor away: `y = x[0]`, where nobody reads x any more.

y is then the only name of what x held, if that was a new tensor when x got it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import libcst as cst

from porter.bindings import NO_BINDING
from porter.changes import Changes
from porter.keeping import Part

if TYPE_CHECKING:
    from porter.aliases import Aliases, Scope


def let_go(aliases: Aliases, scope: Scope, value: cst.CSTNode, part: Part | None = None) -> bool:
    """Whether a value is a new tensor's part or view whose name is not read behind this line; or
    this part of it.

    The line that binds the name stands above in the same suite, or in one around the branch, so it
    runs as often. In between nothing else binds it and nobody keeps the tensor.
    """
    root = aliases.keeping.origin(value)
    if not isinstance(root, cst.Name) or root.value in aliases.facts.once(Changes).declared:
        return False
    uses = [u for u in scope.names[root.value] if aliases.belongs(u, scope, root.value)]
    if any(aliases.function(use) is not scope.node for use in uses):
        return False
    order = {use: scope.order[aliases.statement(use)] for use in uses}
    made = {use: aliases.keeping.bound_value(use) for use in uses}
    bound = [use for use in uses if made[use] is not NO_BINDING]
    before = [use for use in bound if order[use] < order[root]]
    first = max(before, key=order.__getitem__, default=None)
    if not bound and aliases.is_parameter(scope, root.value):
        return _parameter(aliases, scope, root, uses, order, part)
    if first is None or not _together(aliases, first, root):
        return False
    new, others = made[first], [u for u in uses if u is not root and u is not first]
    return (
        isinstance(new, cst.CSTNode)
        and not any(order[use] in (order[first], order[root]) for use in bound if use is not first)
        and (aliases.keeping.allocates(new) or let_go(aliases, scope, new))
        and all(
            order[use] != order[root] and not aliases.keeping.kept(use)
            for use in others
            if order[first] < order[use] <= order[root]
        )
        and not any(aliases.reaches(scope, bound, root, use) for use in others if use not in bound)
    )


def _parameter(
    aliases: Aliases,
    scope: Scope,
    root: cst.Name,
    uses: list[cst.CSTNode],
    order: dict[cst.CSTNode, int],
    part: Part | None,
) -> bool:
    """`states, rewards = batch` of a parameter that no caller reads again."""
    line = aliases.facts.index.parents[aliases.statement(root)]
    others = [use for use in uses if use is not root]
    return (
        isinstance(scope.node, cst.FunctionDef)
        and _within(aliases, line, scope.node.body)
        and not any(order[use] == order[root] or aliases.keeping.kept(use) for use in others)
        and not any(aliases.reaches(scope, [], root, use) for use in others)
        and aliases.dead_after_callers(scope, root.value, part)
    )


def _together(aliases: Aliases, first: cst.CSTNode, last: cst.CSTNode) -> bool:
    """Whether the second line runs at most once for each time that the first does: it stands in the
    same suite, or in a branch in it."""
    parents = aliases.facts.index.parents
    lines = [parents[aliases.statement(use)] for use in (first, last)]
    if not all(isinstance(line, cst.SimpleStatementLine) for line in lines):
        return False
    return _within(aliases, lines[1], parents[lines[0]])


def _within(aliases: Aliases, line: cst.CSTNode, suite: cst.CSTNode) -> bool:
    """Whether a line stands in a suite, or in a branch in it, or in `with torch.no_grad():`."""
    facts, parents = aliases.facts, aliases.facts.index.parents

    def of_torch(block: cst.CSTNode | None) -> bool:
        items = block.items if isinstance(block, cst.With) else ()
        return bool(items) and all(facts.api(one.item).startswith("torch.") for one in items)

    inner = parents[line]
    while inner is not suite and (
        isinstance(parents.get(inner), (cst.If, cst.Else)) or of_torch(parents.get(inner))
    ):
        inner = parents[parents[inner]]
        while isinstance(inner, cst.If):  # `elif`, `else`
            inner = parents[inner]
    return inner is suite
