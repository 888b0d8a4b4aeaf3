"""A tensor that shares memory with an array or with weights: it is made where it is read.

    x = torch.from_numpy(buffer)
    for batch in batches:
        buffer[:] = batch
        loss = net(x).mean()

TensorFlow copies, so that x would be the first batch for ever. `net(torch.from_numpy(buffer))` is
the same program for torch, and the same in both.
"""

from __future__ import annotations

from typing import Any

import libcst as cst

from porter.aliases import Aliases
from porter.bindings import NO_BINDING
from porter.changes import Changes
from porter.facts import Facts
from porter.kinds import Array, Module, Named, Parameter, Tensor
from porter.rearrange.stores import assigned
from porter.recomputation.edits import Edits, replaced
from porter.sharing.told import shared_memory
from porter.tree import dotted, walk

Read = cst.Name | cst.Attribute


def made_at_use(facts: Facts) -> cst.Module | None:
    """The program with such names and attributes read as what they stand for; None if it has none
    that may be."""
    edits = Edits(facts)
    spelled: dict[cst.CSTNode, Any] = {}
    shared = {found.node for found in facts.once(shared_memory) if found.at_use}
    for assign in facts.index.all(cst.Assign) if shared else ():
        line = facts.index.parents[assign]
        pairs = assigned(assign) or [(assign.targets[0].target, assign.value)]
        plain = len(assign.targets) == 1 and isinstance(line, cst.SimpleStatementLine)
        if not plain or not any(value in shared for _, value in pairs):
            continue
        found = [_spelled_at(facts, *pair) if pair[1] in shared else {} for pair in pairs]
        if all(found):
            edits.become[line] = _without(edits.become.get(line, [line]), assign)
            spelled |= {read: value for reads in found for read, value in reads.items()}
    module = replaced(edits.module(), spelled) if edits.any else None
    assert module is None or isinstance(module, cst.Module)
    return module


def _without(lines: list[Any], part: cst.CSTNode) -> list[Any]:
    """A line without one of its statements; none if it has no other."""
    found = []
    for line in lines:
        rest = [small for small in line.body if small is not part]
        if rest:
            last = rest[-1].with_changes(semicolon=cst.MaybeSentinel.DEFAULT)
            found.append(line.with_changes(body=[*rest[:-1], last]))
    return found


def _spelled_at(
    facts: Facts, target: cst.CSTNode, value: cst.BaseExpression
) -> dict[cst.CSTNode, Any]:
    """What stands for each read of a target; nothing if one of them can't be replaced."""
    if not isinstance(target, Read) or not _is_stable(facts, value, target):
        return {}
    reads = _reads(facts, target)
    if not all(_may(facts, read, value) and _behind(facts, read, value) for read in reads):
        return {}
    return {
        read: _spelled(value, read.value if isinstance(read, cst.Attribute) else None)
        for read in reads
    }


def _spelled(value: cst.BaseExpression, owner: cst.BaseExpression | None) -> Any:
    """The value as it is spelled where `owner.x` is read: agent.buffer for self.buffer."""
    if owner is None:
        return value.deep_clone()
    own = {
        n: owner.deep_clone() for n in walk(value) if isinstance(n, cst.Name) and n.value == "self"
    }
    return replaced(value, own)


def _reads(facts: Facts, target: Read) -> list[Read]:
    """All reads of a name or attribute that is bound here alone; none where another line binds it,
    or it can't be said what it is."""
    aliases = facts.once(Aliases)
    uses: list[Any]
    if isinstance(target, cst.Name):
        scope = aliases.scope(target)
        if target.value in facts.once(Changes).declared or isinstance(scope.node, cst.ClassDef):
            return []
        uses = [u for u in scope.names[target.value] if aliases.belongs(u, scope, target.value)]
    else:
        name, init = target.attr.value, facts.index.function(target)
        first = init is not None and init.name.value == "__init__"
        if dotted(target) != f"self.{name}" or not first or facts.mentioned(name, facts.path):
            return []
        uses = [u for u in facts.index.all(cst.Attribute) if u.attr.value == name]
        if any(not dotted(u) or facts.kind(u.value) != facts.kind(target.value) for u in uses):
            return []
    reads = [u for u in uses if aliases.keeping.bound_value(u) is NO_BINDING]
    return reads if len(reads) == len(uses) - 1 else []


def _is_stable(facts: Facts, value: cst.BaseExpression, target: Read) -> bool:
    """Whether the expression gives the same wherever it is read: calls of torch's that share
    memory, of names and attributes that are bound once."""
    for node in walk(value):
        if isinstance(node, (cst.Call, cst.Subscript)) and not isinstance(
            facts.kind(node), Tensor | Array
        ):
            return False
        if isinstance(node, cst.Call) and not facts.api(node):
            return False
        if isinstance(node, cst.Name) and not _bound_once(facts, node, target):
            return False
        if isinstance(node, cst.Attribute) and not _set_once(facts, node):
            return False
    return True


def _bound_once(facts: Facts, node: cst.Name, target: Read) -> bool:
    if isinstance(facts.kind(node), Named) or node.value == "self":
        return isinstance(facts.kind(node), Named) or isinstance(target, cst.Attribute)
    if isinstance(target, cst.Attribute) or node.value in facts.once(Changes).declared - _augmented(
        facts
    ):
        return False
    aliases = facts.once(Aliases)
    scope = aliases.scope(node)
    uses = [u for u in scope.names[node.value] if aliases.belongs(u, scope, node.value)]
    bound = [u for u in uses if aliases.keeping.bound_value(u) is not NO_BINDING]
    once = len(bound) == 1 and bool(aliases.keeping.bound_value(bound[0]))
    return once and _loop(facts, bound[0]) in (None, _loop(facts, target))


def _loop(facts: Facts, node: cst.CSTNode) -> cst.CSTNode | None:
    """The innermost loop around a node in its function."""
    for above in facts.index.above(node):
        if isinstance(above, (cst.For, cst.While)):
            return above
        if isinstance(above, cst.FunctionDef):
            return None
    return None


def _behind(facts: Facts, read: Read, value: cst.BaseExpression) -> bool:
    """Whether a read in a loop comes behind the line of the value in the same turn, where what
    that is made of is made anew, too."""
    loop, aliases = _loop(facts, value), facts.once(Aliases)
    if loop is None:
        return True
    order = aliases.scope(value).order
    inside = aliases.function(read) is aliases.function(value) and loop in facts.index.above(read)
    return inside and order[aliases.statement(read)] > order[aliases.statement(value)]


def _augmented(facts: Facts) -> frozenset[str]:
    """Names that `global` only declares for `a += 1`, which leaves them the same array."""
    changed = {
        n.target.value for n in facts.index.all(cst.AugAssign) if isinstance(n.target, cst.Name)
    }
    assigned = {
        n.value
        for assign in facts.index.all(cst.Assign)
        if facts.index.function(assign) is not None
        for n in walk(assign.targets[0].target)
        if isinstance(n, cst.Name)
    }
    return frozenset(changed - assigned)


def _set_once(facts: Facts, node: cst.Attribute) -> bool:
    """net.weight, self.buffer that `__init__` alone sets, and methods."""
    kind, name = facts.kind(node), node.attr.value
    above = facts.index.parents.get(node)
    called = isinstance(above, cst.Call) and above.func is node
    if called or isinstance(kind, Named) or isinstance(facts.kind(node.value), (Tensor, Array)):
        return True
    if not isinstance(kind, (Parameter, Array, Module)):
        return False
    set_ = [
        u
        for u in facts.index.all(cst.Attribute)
        if u.attr.value == name and facts.once(Aliases).keeping.bound_value(u) is not NO_BINDING
    ]
    return len(set_) <= 1 and not facts.mentioned(name, facts.path)


def _may(facts: Facts, read: Read, value: cst.BaseExpression) -> bool:
    """Whether the value may stand for this read: nothing is changed through it, and the names that
    it has mean the same there."""
    above = facts.index.parents[read]
    if isinstance(above, (cst.AugAssign, cst.Del)):
        return False
    if isinstance(above, cst.Subscript) and above.value is read:
        outer = facts.index.parents[above]
        if isinstance(outer, (cst.AssignTarget, cst.AugAssign, cst.Del)):
            return False
    if isinstance(read, cst.Attribute):
        return True
    names = {n.value for n in walk(value) if isinstance(n, cst.Name)}
    home, inner = facts.once(Aliases).function(value), facts.once(Aliases).function(read)
    while inner is not home:
        if not isinstance(inner, cst.FunctionDef) or names & facts.variables.bound(inner):
            return False
        inner = facts.once(Aliases).function(inner)
    return True
