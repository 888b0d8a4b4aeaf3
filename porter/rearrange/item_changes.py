"""A loop that changes the tensors of a list in place, by the names that it gives them:

    for total, p in zip(totals, net.parameters()):
        total += p.grad

is the same program as `for i, (total, p) in enumerate(zip(…)): totals[i] += p.grad`, in which the
list is seen to get other tensors.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import libcst as cst

from porter.aliases import Aliases
from porter.codegen import code
from porter.facts import Facts
from porter.held_variables import changed_in_place
from porter.kinds import Dictionary, Named, Parameter, Sequence, Tensor
from porter.recomputation.edits import Edits, replaced
from porter.tree import walk

_BINDING = (cst.AssignTarget, cst.AnnAssign, cst.NamedExpr, cst.Del, cst.For, cst.CompFor)
_LATER = (cst.Lambda, cst.FunctionDef, cst.ClassDef, cst.GeneratorExp)


@dataclass(frozen=True)
class _Items:
    """What one name of a loop stands for."""

    name: cst.Name
    container: cst.Name
    index: str  # its name, "" if the loop has none yet


def changed_by_index(facts: Facts) -> cst.Module | None:
    """The program with such loops by index; None if it has none."""
    edits = Edits(facts)
    for loop in facts.index.all(cst.For):
        if any(inner in edits.become for inner in walk(loop.body)):
            continue
        changed = changed_in_place(loop)
        found = [items for items in _gone_over(facts, loop) if items.name.value in changed]
        if len(found) == 1 and _is_told(facts, loop, found[0]):
            edits.become[loop] = [_by_index(facts, edits, loop, found[0])]
    return edits.module() if edits.any else None


def _gone_over(facts: Facts, loop: cst.For) -> Iterator[_Items]:
    """The names that stand for items of lists and dicts that have a name."""
    over, target = loop.iter, loop.target
    names = [e.value for e in target.elements] if isinstance(target, cst.Tuple) else []
    if isinstance(over, cst.Name) and isinstance(target, cst.Name):
        if isinstance(facts.kind(over), Sequence):
            yield _Items(target, over, "")
        return
    if not isinstance(over, cst.Call) or any(arg.star or arg.keyword for arg in over.args):
        return
    values = [arg.value for arg in over.args]
    function = facts.kind(over.func)
    if function == Named("builtins.zip") and len(values) == len(names):
        for name, value in zip(names, values):
            if isinstance(name, cst.Name) and isinstance(value, cst.Name):
                yield _Items(name, value, "")
        return
    key, item = names if len(names) == 2 else (None, None)
    if not isinstance(key, cst.Name) or not isinstance(item, cst.Name):
        return
    if function == Named("builtins.enumerate") and len(values) == 1:
        if isinstance(values[0], cst.Name) and isinstance(facts.kind(values[0]), Sequence):
            yield _Items(item, values[0], key.value)
    elif isinstance(over.func, cst.Attribute) and over.func.attr.value == "items" and not values:
        container = over.func.value
        if isinstance(container, cst.Name) and isinstance(facts.kind(container), Dictionary):
            yield _Items(item, container, key.value)


def _is_told(facts: Facts, loop: cst.For, items: _Items) -> bool:
    """Whether the change is one that porter tells of, and the loop leaves its names alone."""
    parents = facts.index.parents
    inside = {*walk(loop.body)}
    rest = [use for use in _uses(facts, items.name) if use in inside]
    kinds = [facts.kind(use) for use in rest]
    if not all(isinstance(k, Tensor) and not isinstance(k, Parameter) for k in kinds):
        return False
    if not _is_of_loop(facts, loop, items.name) or any(isinstance(n, _LATER) for n in inside):
        return False
    if any(isinstance(parents[use], _BINDING) for use in rest):
        return False
    named = [n for n in inside if isinstance(n, cst.Name)]
    if any(n.value == items.index and isinstance(parents[n], _BINDING) for n in named):
        return False
    if any(n.value == items.container.value and not _is_read(facts, n) for n in named):
        return False
    return any(facts.once(Aliases).problem(use) for use in rest)


def _is_of_loop(facts: Facts, loop: cst.For, name: cst.Name) -> bool:
    """Whether the name is read nowhere else but in other loops that bind it."""
    own, around = {*walk(loop)}, {*facts.index.above(loop)}
    elsewhere = (use for use in _uses(facts, name) if use not in own)
    return all(
        any(one not in around and _binds(one, name) for one in facts.index.above(use))
        for use in elsewhere
    )


def _binds(node: cst.CSTNode, name: cst.Name) -> bool:
    """Whether it is a loop, or a comprehension, over values of this name."""
    if isinstance(node, (cst.GeneratorExp, cst.ListComp, cst.SetComp, cst.DictComp)):
        return any(_binds(one, name) for one in walk(node) if isinstance(one, cst.CompFor))
    if not isinstance(node, (cst.For, cst.CompFor)):
        return False
    return any(isinstance(n, cst.Name) and n.value == name.value for n in walk(node.target))


def _is_read(facts: Facts, container: cst.Name) -> bool:
    """`totals[k]`, of which nothing is bound."""
    item = facts.index.parents[container]
    read = isinstance(item, cst.Subscript) and item.value is container
    return read and not isinstance(facts.index.parents[item], (*_BINDING, cst.AugAssign))


def _uses(facts: Facts, name: cst.Name) -> list[cst.Name]:
    owner = facts.variables.owner(name)
    return [use for use in facts.variables.uses(owner, name.value) if isinstance(use, cst.Name)]


def _by_index(facts: Facts, edits: Edits, loop: cst.For, items: _Items) -> cst.For:
    index = items.index or edits.fresh("i", "index")
    item = cst.parse_expression(f"{items.container.value}[{index}]")
    body = replaced(loop.body, dict.fromkeys(_uses(facts, items.name), item))
    if items.index:
        return loop.with_changes(body=body)
    target, over = code(loop.target), code(loop.iter)
    names = f"({target})" if isinstance(loop.target, cst.Tuple) else target
    head = cst.parse_statement(f"for {index}, {names} in enumerate({over}): pass")
    assert isinstance(head, cst.For)
    return loop.with_changes(target=head.target, iter=head.iter, body=body)
