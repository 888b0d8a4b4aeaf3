"""What a condition tells of names: `if isinstance(layer, NoisyLinear): …`, `torch.is_tensor(x)`,
`x is None`, and what holds where it is false."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import reduce
from typing import NamedTuple

import libcst as cst

from porter.facts import ClassInfo
from porter.infer.names import TENSOR_ONLY
from porter.kinds import (
    TENSOR,
    Array,
    Class,
    Dictionary,
    Instance,
    Kind,
    Listed,
    Module,
    Named,
    Nothing,
    Number,
    Scalar,
    Sequence,
    Size,
    Text,
    Tuple,
    Union,
    Unknown,
    join,
)
from porter.rulebook.bind import literal
from porter.tree import dotted, only, statements


class Told(NamedTuple):
    """The kinds of names where a condition is true, and where it is false."""

    true: Mapping[str, Kind] = {}
    false: Mapping[str, Kind] = {}


class Narrowing:
    """Asks what is known already: the kinds of expressions, and the classes of the project."""

    def __init__(
        self, kind: Callable[[cst.CSTNode], Kind], classes: Callable[[str], ClassInfo | None]
    ) -> None:
        self._kind, self._classes = kind, classes

    def told(self, test: cst.BaseExpression) -> Told:
        """What a condition tells of the names in it, beyond what was known."""
        if isinstance(test, cst.UnaryOperation) and isinstance(test.operator, cst.Not):
            inner = self.told(test.expression)
            return Told(inner.false, inner.true)
        if isinstance(test, cst.BooleanOperation):
            left, right = self.told(test.left), self.told(test.right)
            if isinstance(test.operator, cst.And):
                return Told({**left.true, **right.true}, _either(left.false, right.false))
            return Told(_either(left.true, right.true), {**left.false, **right.false})
        if isinstance(test, cst.Comparison) and len(test.comparisons) == 1:
            return self._compared(test.left, test.comparisons[0])
        return self._asked(test) if isinstance(test, cst.Call) else Told()

    def _compared(self, left: cst.BaseExpression, right: cst.ComparisonTarget) -> Told:
        """`x is None`, `x is not None`"""
        if not isinstance(left, cst.Name) or dotted(right.comparator) != "None":
            return Told()
        told = self._split(left, [Nothing()])
        if isinstance(right.operator, (cst.Is, cst.Equal)):
            return told
        return Told(told.false, told.true) if isinstance(right.operator, cst.IsNot) else Told()

    def _asked(self, test: cst.Call) -> Told:
        """`isinstance(x, (A, B))`, `torch.is_tensor(x)`, `hasattr(x, "numel")`"""
        args, function = [arg.value for arg in test.args], self._kind(test.func)
        if not args or not isinstance(args[0], cst.Name):
            return Told()
        if function == Named("torch.is_tensor") and len(args) == 1:
            return self._split(args[0], [TENSOR])
        if function == Named("builtins.hasattr") and isinstance(self._kind(args[0]), Union):
            return self._split(args[0], [TENSOR] if literal(args[-1]) in TENSOR_ONLY else [None])
        if function != Named("builtins.isinstance") or len(args) != 2:
            return Told()
        several = args[1].elements if isinstance(args[1], cst.Tuple) else ()
        classes = [part.value for part in several] or [args[1]]
        return self._split(args[0], [self._of(self._kind(cls)) for cls in classes])

    def _split(self, name: cst.Name, asked: list[Kind | None]) -> Told:
        """The members of a union that are one of these, and the others."""
        known = self._kind(name)
        found = asked[0] if len(asked) == 1 else None
        if isinstance(known, Unknown):
            if all(isinstance(one, (Listed, Tuple)) for one in asked):
                found = Sequence(known)
            return Told({name.value: found}) if found is not None and _tells(found) else Told()
        if not isinstance(known, Union):
            other = isinstance(found, (Module, Instance)) and _is(known, found) is False
            return Told({name.value: found}) if other and found is not None else Told()
        sure = [m for m in known.kinds if any(_is(m, one) for one in asked)]
        may = [m for m in known.kinds if any(_is(m, one) is not False for one in asked)]
        others = [m for m in known.kinds if m not in sure]
        true = sure if isinstance(found, (Module, Instance)) else may
        if found is not None and _tells(found) and not sure:
            true = [found]
        return Told(
            {name.value: reduce(join, true)} if true and len(true) < len(known.kinds) else {},
            {name.value: reduce(join, others)} if sure and others else {},
        )

    def _of(self, cls: Kind) -> Kind | None:
        """The kind of the objects of a class; None where that is not known."""
        if isinstance(cls, Class):
            info = self._classes(cls.name)
            return None if info is None else (Module if info.is_module else Instance)(cls.name)
        if not isinstance(cls, Named):
            return None
        home, _, name = cls.name.rpartition(".")
        if home == "torch.nn" and name[:1].isupper() and name != "Parameter":
            return Module(cls.name)
        return _TYPES.get(cls.name)


_TYPES: dict[str, Kind] = {
    "torch.Tensor": TENSOR,
    "numpy.ndarray": Array(),
    "builtins.dict": Dictionary(),
    "builtins.list": Listed(),
    "builtins.tuple": Tuple(),
    "builtins.str": Text(),
    **{f"builtins.{name}": Number(name) for name in ("int", "float", "bool")},
}


def _tells(found: Kind) -> bool:
    """Whether something that nothing is known of is known better by this: what a dict holds stays
    open."""
    return not isinstance(found, Dictionary)


def _is(member: Kind, asked: Kind | None) -> bool | None:
    """Whether a value of a union is an object of the class; None: that hangs on the run."""
    if asked is None or isinstance(member, Unknown):
        return None
    if isinstance(asked, (Module, Instance)):
        if not isinstance(member, (Module, Instance)):
            return False
        return True if member == asked or getattr(member, "cls", "") == asked.cls else None
    if isinstance(member, Number) and isinstance(asked, Number):
        if member.type is None or isinstance(member, Scalar):
            return None
        return member.type == asked.type or (member.type, asked.type) == ("bool", "int")
    if isinstance(member, Instance):  # of a class that may inherit from it
        return None
    if isinstance(asked, Listed):  # most of what a program calls a sequence is a list
        return isinstance(member, Sequence) and not isinstance(member, Size)
    if isinstance(asked, Tuple) and type(member) is Sequence:
        return None
    return isinstance(member, (type(asked), Size) if isinstance(asked, Tuple) else type(asked))


def _either(one: Mapping[str, Kind], other: Mapping[str, Kind]) -> dict[str, Kind]:
    """What both tell of a name, one of which holds."""
    return {name: join(one[name], other[name]) for name in one.keys() & other.keys()}


def ended(
    names: dict[str, Kind], before: Mapping[str, Kind], told: Mapping[str, Kind]
) -> dict[str, Kind]:
    """The names behind what ran under a condition: what that told of them holds no longer."""
    known = {name for name, kind in told.items() if names.get(name) is kind}
    back = {name: before[name] for name in known & before.keys()}
    return {**{name: kind for name, kind in names.items() if name not in known}, **back}


def cast_to(node: cst.If) -> str:
    """x of `if x.dtype != dtype: x = x.astype(dtype)`: it has that dtype behind it."""
    lines = [*statements(node.body)]
    small = only(lines[0]) if len(lines) == 1 and node.orelse is None else None
    if not isinstance(small, cst.Assign) or not isinstance(node.test, cst.Comparison):
        return ""
    name, value = dotted(small.targets[0].target), small.value
    if not isinstance(value, cst.Call) or dotted(value.func) != f"{name}.astype":
        return ""
    asked = node.test.comparisons[0]
    unlike = isinstance(asked.operator, cst.NotEqual) and dotted(node.test.left) == f"{name}.dtype"
    same = [dotted(arg.value) for arg in value.args] == [dotted(asked.comparator)]
    return name or "" if unlike and same and dotted(asked.comparator) else ""
