"""Indices that are never below 0: TensorFlow's gather does not count from the end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import libcst as cst

from porter.aliases import Aliases
from porter.codegen import code
from porter.kinds import Instance, Named, Number, Tensor
from porter.tree import dotted

if TYPE_CHECKING:
    from porter.facts import Facts

# What gives places or counts, whatever it gets …
_PLACES = frozenset(
    """torch.argmax torch.argmin torch.argsort torch.randperm torch.multinomial torch.nonzero
    torch.argwhere torch.bincount torch.zeros torch.ones torch.eye torch.searchsorted
    torch.bucketize numpy.argmax numpy.argmin numpy.argsort numpy.nonzero numpy.flatnonzero
    numpy.zeros numpy.ones numpy.searchsorted numpy.random.permutation builtins.len
    random.randrange""".split()
)
# … what does where its first argument has nothing below 0 …
_KEEPING = frozenset(
    """torch.tensor torch.as_tensor torch.from_numpy torch.LongTensor torch.IntTensor torch.cat
    torch.concat torch.stack torch.hstack torch.flatten torch.squeeze torch.unsqueeze torch.abs
    torch.unique torch.clone numpy.array numpy.asarray numpy.concatenate numpy.stack numpy.sort
    numpy.unique numpy.int64 builtins.list builtins.tuple builtins.sorted builtins.reversed
    builtins.int builtins.set builtins.iter random.sample random.choice random.choices""".split()
)
# … from their first number on …
_RANGES = frozenset(
    """builtins.range torch.arange numpy.arange torch.randint numpy.random.randint
    random.randint""".split()
)
# … and methods that give what they are called of, in another form.
_METHODS = frozenset(
    """long int to type view reshape squeeze unsqueeze flatten clone detach cpu cuda contiguous
    repeat expand numpy tolist data item copy astype ravel unique flip t T expand_as view_as
    permute transpose chunk split indices""".split()
)
_PLACE_METHODS = frozenset("argmax argmin argsort nonzero multinomial integers permutation".split())
_KEEPING_OPERATORS = (cst.Add, cst.Multiply, cst.FloorDivide, cst.BitAnd, cst.BitOr, cst.Power)


class NonNegative:
    """Answers for the expressions of one file; what it can't follow may be below 0."""

    def __init__(self, facts: Facts) -> None:
        self.facts = facts
        self._names: dict[tuple[cst.CSTNode, str], bool] = {}

    def __call__(self, node: Any) -> bool:
        """Whether no number of it is below 0."""
        if isinstance(node, cst.Integer) or _is_none(node):
            return True
        if isinstance(node, (cst.List, cst.Tuple)):
            return all(self(element.value) for element in node.elements)
        if isinstance(node, (cst.ListComp, cst.GeneratorExp)):
            return self(node.elt)
        if isinstance(node, cst.IfExp):
            return self(node.body) and self(node.orelse)
        if isinstance(node, cst.BinaryOperation):
            if isinstance(node.operator, cst.Modulo):
                return self(node.right)
            kept = isinstance(node.operator, _KEEPING_OPERATORS)
            return kept and self(node.left) and self(node.right)
        if isinstance(node, cst.Call):
            return self._call(node)
        if isinstance(node, cst.Subscript):
            return self._of_pair(node.value) or self(node.value)
        if isinstance(node, cst.Name):
            return self._bound(node)
        if isinstance(node, cst.Attribute):
            return self._attribute(node)
        kind = self.facts.kind(node) if isinstance(node, cst.BaseExpression) else None
        return isinstance(kind, Tensor) and kind.dtype in ("bool", "uint8")

    def _call(self, node: cst.Call) -> bool:
        kind, func = self.facts.kind(node.func), node.func
        name = self.facts.api(node) or (kind.name if isinstance(kind, Named) else "")
        method = func.attr.value if isinstance(func, cst.Attribute) else ""
        values = [arg.value for arg in node.args]
        sampler = name.startswith("torch.utils.data.") and name.endswith("Sampler")
        if name in _PLACES or method in _PLACE_METHODS or sampler:
            return True
        if name in ("torch.where", "numpy.where"):
            return len(values) == 1 or all(map(self, values[1:]))
        if name in _RANGES:
            return self._range(name, node.args)
        if name == "numpy.random.choice" and values:
            return isinstance(self.facts.kind(values[0]), Number) or self(values[0])
        if name == "torch.full":
            return len(values) > 1 and self(values[1])
        if name in _KEEPING:
            return bool(values) and self(values[0])
        if not isinstance(func, cst.Attribute):
            return False
        if method in ("clamp", "clip"):
            return bool(values) and self(values[0])
        owner = self.facts.kind(func.value)
        if method == "sample" and isinstance(owner, Instance):
            return owner.cls.endswith(".Categorical")
        return method == "abs" or (method in _METHODS and self(func.value))

    def _range(self, name: str, args: Sequence[cst.Arg]) -> bool:
        """range(n), arange(2, n), randint(0, n, size): from 0 on, or from a first number."""
        given = [arg.value for arg in args if arg.keyword is None]
        sizes = isinstance(given[1], (cst.Tuple, cst.List)) if len(given) > 1 else True
        if len(given) == 1 or (name == "torch.randint" and sizes):
            return bool(given)
        if len(given) == 3 and not name.endswith("randint"):  # with a step
            back = isinstance(given[2], cst.UnaryOperation)
            return self(given[0]) and (not back or code(given[1]) in ("-1", "0"))
        return bool(given) and self(given[0])

    def _of_pair(self, node: Any) -> bool:
        """`x.max(1)[1]`, `x.sort()[1]`: taken as places, whichever of the two it is."""
        method = (
            node.func.attr.value if isinstance(getattr(node, "func", None), cst.Attribute) else ""
        )
        return method in ("topk", "sort", "max", "min", "kthvalue", "median", "mode")

    def _attribute(self, node: cst.Attribute) -> bool:
        if node.attr.value in ("shape", "ndim", "indices", "size"):
            return True
        if node.attr.value in _METHODS and self(node.value):
            return True
        name = dotted(node)
        if name is None or not name.startswith("self."):
            return False
        key = (self.facts.module, name)
        if key not in self._names:
            self._names[key] = True  # for what is made of itself
            targets = self.facts.index.all(cst.AssignTarget)
            stores = [t for t in targets if _stored(t.target) == name]
            own = [t for t in targets if dotted(t.target) == name]
            values = [self.facts.index.parents[t].value for t in (*stores, *own)]  # type: ignore[attr-defined]
            self._names[key] = bool(own) and all(map(self, values)) and self._grows(name, None)
        return self._names[key]

    def _bound(self, node: cst.Name) -> bool:
        owner = self.facts.variables.owner(node)
        key = (owner, node.value)
        if key not in self._names:
            self._names[key] = True
            found = self.facts.once(Aliases).binders(node)
            self._names[key] = (
                bool(found)
                and all(self._binds(binder, node.value) for binder in found)
                and self._grows(node.value, owner)
            )
        return self._names[key]

    def _binds(self, binder: Any, name: str) -> bool:
        if isinstance(binder, cst.AssignTarget):
            assign: Any = self.facts.index.parents[binder]
            return self(assign.value)
        if isinstance(binder, (cst.AnnAssign, cst.NamedExpr)):
            return binder.value is not None and self(binder.value)
        if isinstance(binder, (cst.For, cst.CompFor)):
            return self(binder.iter)
        if isinstance(binder, cst.Element):
            return self._unpacked(binder)
        return False

    def _unpacked(self, element: cst.Element) -> bool:
        """i of `for i, x in enumerate(xs)`, places of `values, places = x.max(1)`."""
        display: Any = self.facts.index.parents[element]
        above: Any = self.facts.index.parents[display]
        place = list(display.elements).index(element)
        source = above.iter if isinstance(above, (cst.For, cst.CompFor)) else None
        if isinstance(above, cst.AssignTarget):
            source = self.facts.index.parents[above].value  # type: ignore[attr-defined]
        if isinstance(source, (cst.Tuple, cst.List)) and len(source.elements) > place:
            return self(source.elements[place].value)
        if isinstance(source, cst.Call) and dotted(source.func) == "enumerate":
            return place == 0 and len(source.args) == 1
        return place == 1 and self._of_pair(source)

    def _grows(self, name: str, owner: cst.CSTNode | None) -> bool:
        """Whether what changes it in place, `i += 1` or `x[0] = n`, takes nothing away."""
        for change in self.facts.index.all(cst.AugAssign):
            target = (
                change.target.value if isinstance(change.target, cst.Subscript) else change.target
            )
            if dotted(target) != name:
                continue
            adds = isinstance(change.operator, (cst.AddAssign, cst.MultiplyAssign))
            if not isinstance(change.operator, cst.ModuloAssign) and not (
                adds and self(change.value)
            ):
                return False
        if owner is None:
            return True
        stores = (t for t in self.facts.index.all(cst.AssignTarget) if _stored(t.target) == name)
        return all(self(self.facts.index.parents[t].value) for t in stores)  # type: ignore[attr-defined]


def _stored(target: cst.CSTNode) -> str | None:
    """x of `x[0] = 1`"""
    return dotted(target.value) if isinstance(target, cst.Subscript) else None


def _is_none(node: cst.CSTNode) -> bool:
    return isinstance(node, cst.Name) and node.value in ("None", "True", "False")
