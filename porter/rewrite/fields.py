"""Tensors that an unknown object has, and that are changed in place: `batch.advantage.copy_(v)`.

Where a run showed that nothing but the object held the tensor, the object gets the new one. It may
be a namedtuple, of which another is made: that has to be the only name of the old one, which the
port asserts.
"""

from __future__ import annotations

from typing import Any

import libcst as cst

from porter.aliases import Aliases
from porter.bindings import NO_BINDING, NO_NAME
from porter.changes import Changes
from porter.facts import Facts
from porter.kinds import Unknown
from porter.rewrite.spelling import Spelling


def gets_another(facts: Facts, root: cst.CSTNode, why: str) -> bool:
    """Whether the object of this attribute may get another tensor; `why` is what is against it."""
    owner = root.value if isinstance(root, cst.Attribute) else None
    if why != NO_NAME or root not in facts.unshared or not isinstance(owner, cst.Name):
        return False
    if not isinstance(facts.kind(owner), Unknown) or owner.value in facts.once(Changes).declared:
        return False
    aliases = facts.once(Aliases)
    scope = aliases.scope(owner)
    uses = (u for u in scope.names.get(owner.value, ()) if aliases.belongs(u, scope, owner.value))
    own = (u for u in uses if aliases.function(u) is scope.node)
    bound = any(aliases.keeping.bound_value(use) is not NO_BINDING for use in own)
    return bound and isinstance(scope.node, (cst.FunctionDef, cst.Module))


def with_another(node: cst.SimpleStatementLine, root: Any, value: Any, spelling: Spelling) -> Any:
    """`batch = with_field(batch, "advantage", v)`"""
    name = cst.SimpleString(f'"{root.attr.value}"')
    args = [cst.Arg(root.value), cst.Arg(name), cst.Arg(value)]
    call = cst.Call(cst.Name(spelling.block("with_field")), args)
    return node.with_changes(body=[cst.Assign([cst.AssignTarget(root.value)], call)])
