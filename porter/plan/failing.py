"""Which lines may raise an error while a program runs as it should: where it goes on behind errors
(`porter/caught.py`), what stands behind such a line is not always done."""

from __future__ import annotations

import re
from collections.abc import Iterator

import libcst as cst

from porter.analysis.doings import Doings
from porter.analysis.things import inside
from porter.facts import Facts
from porter.kinds import (
    Array,
    Class,
    Dictionary,
    Instance,
    Named,
    Number,
    Shape,
    Size,
    Tensor,
    Text,
    Tuple,
)
from porter.tree import dotted, only

_SET = re.compile(r"""\.([A-Za-z_]\w*)\s*(?::[^=\n]+)?=(?!=)|["']([A-Za-z_]\w*)["']""")

_DIVISIONS = (cst.Divide, cst.FloorDivide, cst.Modulo)
_DIVIDES = (cst.DivideAssign, cst.FloorDivideAssign, cst.ModuloAssign)
_TEXTS = (cst.SimpleString, cst.FormattedString, cst.ConcatenatedString)
_SAFE = frozenset(  # whatever they are given
    "abs bool callable dict enumerate format hasattr id isinstance issubclass len list print range"
    " repr reversed round set sorted str sum super tuple type zip".split()
)
_CASTS = frozenset({"float", "int", "max", "min"})
_SAFE_METHODS = frozenset(
    "add add_histogram add_scalar add_scalars all any append appendleft astype clear copy count cpu"
    " debug detach discard endswith extend flush format get info isdigit item items join keys lower"
    " lstrip max mean min numpy rstrip set_description set_postfix setdefault split startswith std"
    " strip sum title tolist update upper values warning write".split()
)
_SAFE_LIBRARIES = frozenset(
    "datetime logging mlflow tensorboard tensorboardX time tqdm wandb".split()
)
_SAFE_FUNCTIONS = frozenset(
    f"numpy.{name}"
    for name in "abs all any argmax argmin array asarray clip exp isfinite isnan log max maximum"
    " mean median min minimum ones prod sqrt square std sum var zeros".split()
)


class Failing:
    """Of one file, and of what it calls."""

    def __init__(self, facts: Facts) -> None:
        self.facts = facts
        self._functions: dict[cst.CSTNode, bool] = {}

    def fails(self, statement: cst.CSTNode) -> bool:
        """Whether this line, or what it calls, may raise an error."""
        self.facts.once(Doings).whole(self.facts.index.module)
        return any(map(self._fails, inside(statement)))

    def _function(self, function: cst.CSTNode) -> bool:
        if function not in self._functions:
            self._functions[function] = False  # while it is looked at: it may call itself
            self._functions[function] = any(map(self._fails, inside(function)))
        return self._functions[function]

    def _fails(self, node: cst.CSTNode) -> bool:
        if isinstance(node, (cst.Assert, cst.Raise, cst.Del, cst.With, cst.Await, cst.Import)):
            return True
        if isinstance(node, cst.Subscript):
            return self._item_fails(node)
        if isinstance(node, cst.Attribute):
            return self._is_missing(node)
        if isinstance(node, cst.BinaryOperation):
            divides = isinstance(node.operator, _DIVISIONS)
            return divides and self._division_fails(node.left, node.right)
        if isinstance(node, cst.AugAssign):
            divides = isinstance(node.operator, _DIVIDES)
            return divides and self._division_fails(node.target, node.value)
        if isinstance(node, cst.Call):
            return self._call_fails(node)
        if isinstance(node, cst.Assign) and any(
            isinstance(target.target, (cst.Tuple, cst.List)) for target in node.targets
        ):
            return not isinstance(self.facts.kind(node.value), Tuple)
        return False

    def _is_missing(self, node: cst.Attribute) -> bool:
        """Whether nothing ever sets this attribute of an object of the program."""
        kind, name = self.facts.kind(node.value), node.attr.value
        info = self.facts.class_info(kind.cls) if isinstance(kind, Instance) else None
        if info is None or name.startswith("__") or self.facts.holds(name):
            return False
        family = list(self.facts.family(info))
        known = all(isinstance(base, Class) for one in family for base in one.bases)
        own = {word for one in family for word in (*one.methods, *_names(one.node))}
        asks = {"__getattr__", "__getattribute__", "__slots__", "__dict__"}
        return known and own.isdisjoint({name, *asks}) and name not in self.facts.once(_set_names)

    def _item_fails(self, node: cst.Subscript) -> bool:
        kind = self.facts.kind(node.value)
        if isinstance(kind, (Tensor, Array, Shape, Size, Tuple)):
            return False
        stored = isinstance(self.facts.index.parents.get(node), cst.AssignTarget)
        slices = [one.slice for one in node.slice]
        named = all(isinstance(s, cst.Index) and isinstance(s.value, _TEXTS) for s in slices)
        return not (stored and (named or isinstance(kind, Dictionary)))

    def _division_fails(self, left: cst.CSTNode, right: cst.CSTNode) -> bool:
        if isinstance(right, (cst.Integer, cst.Float)) and right.evaluated_value:
            return False
        kinds = self.facts.kind(left), self.facts.kind(right)
        return not any(isinstance(kind, (Tensor, Array, Text)) for kind in kinds)

    def _call_fails(self, call: cst.Call) -> bool:
        if self.facts.api(call) or self.facts.api(call.func):
            return False
        targets = self.facts.once(Doings).targets.of(call)
        if targets:
            return any(t.home.once(Failing)._function(t.node) for t in targets)
        return not self._is_safe(call)

    def _is_safe(self, call: cst.Call) -> bool:
        """Whether a function that is none of the program's raises nothing."""
        kind = self.facts.kind(call.func)
        if isinstance(kind, Named):
            library, _, name = kind.name.partition(".")
            if library != "builtins":
                return library in _SAFE_LIBRARIES or kind.name in _SAFE_FUNCTIONS
            kinds = [self.facts.kind(arg.value) for arg in call.args]
            values = all(isinstance(kind, (Tensor, Array, Number)) for kind in kinds)
            return name in _SAFE or (name in _CASTS and values)
        return isinstance(call.func, cst.Attribute) and call.func.attr.value in _SAFE_METHODS


def _names(cls: cst.ClassDef) -> Iterator[str]:
    """What stands in the body of a class."""
    for line in cls.body.body:
        small = only(line)
        if isinstance(small, cst.AnnAssign):
            yield dotted(small.target) or ""
        elif isinstance(small, cst.Assign):
            yield from (dotted(target.target) or "" for target in small.targets)
        elif isinstance(line, (cst.FunctionDef, cst.ClassDef)):
            yield line.name.value


def _set_names(facts: Facts) -> frozenset[str]:
    """The attributes that something in the program sets, also by a text: setattr(x, "n", 1)."""
    words = (word for text in facts.texts for word in _SET.findall(text))
    return frozenset(word for found in words for word in found if word)
