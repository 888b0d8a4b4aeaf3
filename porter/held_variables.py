"""Lists and dicts of tensors that loops change in place: `for s, p in zip(self.shadow, params):
s.sub_(…)`. In the port their items are variables, which change for everybody who has them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import libcst as cst

from porter.changes import Changes
from porter.kinds import Kind, Memory, Tensor
from porter.tree import dotted, walk, walk_statements

if TYPE_CHECKING:
    from porter.facts import Facts

_OVER = frozenset({"zip", "enumerate", "list", "tuple", "reversed"})
_OF_ITEMS = frozenset({"items", "values"})
_NEW = frozenset({"clone", "zeros_like", "ones_like", "full_like", "zeros", "ones", "full"})


class HeldVariables:
    """What such a container is made of, by comprehensions that run when an object is made."""

    def __init__(self, facts: Facts) -> None:
        self._facts = facts
        self.made: set[cst.BaseExpression] = set()  # the elements, of which variables are made
        loops = (loop for loop in facts.index.all(cst.For) if changed_in_place(loop))
        for name in {name for loop in loops for name in _containers(loop.iter)}:
            self.made |= self._elements(name)

    def _elements(self, name: str) -> set[cst.BaseExpression]:
        """The elements of self.name; none where anything else may be put into it."""
        changes = self._facts.once(Changes)
        if name in changes.elsewhere:
            return set()
        found: set[cst.BaseExpression] = set()
        for node in self._facts.index.all(cst.Attribute):
            if node.attr.value != name:
                continue
            above = self._facts.index.parents[node]
            if isinstance(above, (cst.AnnAssign, cst.AugAssign, cst.Element, cst.Del)):
                return set()
            if isinstance(above, cst.AssignTarget):
                element = self._element(node, self._facts.index.parents[above])
                if element is None:
                    return set()
                found.add(element)
            elif not self._only_read(node):
                return set()
        return found

    def _element(self, target: cst.Attribute, line: cst.CSTNode) -> cst.BaseExpression | None:
        """`self.shadow = [p.clone() for p in params]` in __init__"""
        function = self._facts.index.function(line)
        first = isinstance(function, cst.FunctionDef) and function.name.value == "__init__"
        if not (first and isinstance(line, cst.Assign) and len(line.targets) == 1):
            return None
        made = line.value
        element = made.elt if isinstance(made, cst.ListComp) else None
        element = made.value if isinstance(made, cst.DictComp) else element
        own = dotted(target) == f"self.{target.attr.value}" and of_plain_object(self._facts, line)
        return element if own and element is not None and _is_new(element) else None

    def _only_read(self, node: cst.Attribute) -> bool:
        """No item is put into it, and it is not handed to somebody who may do so."""
        parents = self._facts.index.parents
        above = parents[node]
        if isinstance(above, cst.Subscript):
            outer = parents[above]
            return not isinstance(outer, (cst.AssignTarget, cst.AugAssign, cst.Del))
        if isinstance(above, cst.Attribute):
            return above.attr.value in _OF_ITEMS | {"keys"}
        if isinstance(above, cst.Arg):
            call = parents[above]
            return isinstance(call, cst.Call) and dotted(call.func) in _OVER | {"len"}
        return isinstance(above, (cst.For, cst.CompFor, cst.ComparisonTarget))


def of_plain_object(facts: Facts, node: cst.CSTNode) -> bool:
    """Whether a line of a class is of one that is no network: Keras takes up what these hold."""
    cls = next((n for n in facts.index.above(node) if isinstance(n, cst.ClassDef)), None)
    return cls is not None and all(dotted(base.value) == "object" for base in cls.bases)


def changed_in_place(loop: cst.For) -> set[str]:
    """The names of a loop whose tensors its body changes in place."""
    names = {node.value for node in walk(loop.target) if isinstance(node, cst.Name)}
    found = set[str]()
    for node in walk_statements(loop.body):
        if isinstance(node, cst.AugAssign):
            changed: cst.BaseExpression = node.target
        elif isinstance(node, cst.Expr) and isinstance(node.value, cst.Call):
            changed = node.value
        else:
            continue
        methods: list[str] = []
        while isinstance(changed, (cst.Call, cst.Attribute)):
            if isinstance(changed, cst.Attribute):
                methods.append(changed.attr.value)
                changed = changed.value
            else:
                changed = changed.func
        in_place = isinstance(node, cst.AugAssign) or any(_is_in_place(m) for m in methods)
        if in_place and isinstance(changed, cst.Name) and changed.value in names:
            found.add(changed.value)
    return found


def _is_in_place(method: str) -> bool:
    return method.endswith("_") and not method.startswith("_")


def _containers(over: cst.BaseExpression) -> Iterator[str]:
    """The attributes of self that a loop goes over, also beside each other."""
    if isinstance(over, cst.Attribute) and dotted(over) == f"self.{over.attr.value}":
        yield over.attr.value
    elif isinstance(over, cst.Call) and dotted(over.func) in _OVER:
        for arg in over.args:
            yield from _containers(arg.value)
    elif isinstance(over, cst.Call) and isinstance(over.func, cst.Attribute) and not over.args:
        if over.func.attr.value in _OF_ITEMS:
            yield from _containers(over.func.value)


def _is_new(element: cst.BaseExpression) -> bool:
    """`p.clone().detach()`, `p.detach().clone()`, `torch.zeros_like(p)`"""
    while isinstance(element, (cst.Call, cst.Attribute)):
        if isinstance(element, cst.Attribute):
            element = element.value
            continue
        name = element.func.attr.value if isinstance(element.func, cst.Attribute) else ""
        if name in _NEW:
            return True
        if name not in ("detach", "cpu", "cuda", "float", "requires_grad_"):
            return False
        element = element.func
    return False


def held(facts: Facts, node: cst.BaseExpression, kind: Kind) -> Kind:
    """What a comprehension puts into its container: a variable, if loops change it in place."""
    if isinstance(kind, Tensor) and node in facts.once(HeldVariables).made:
        return Memory(kind.dtype, kind.rank)
    return kind
