"""Binding a call's arguments to a rule's signature."""

from __future__ import annotations

import ast
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, NamedTuple

import libcst as cst

from porter import kinds
from porter.codegen import code
from porter.kinds import Kind
from porter.rulebook.model import NO_DEFAULT, Argument, Parameter, Refused, Rule
from porter.rulebook.words import is_a
from porter.tree import dotted

TENSORS = frozenset(  # a tensor and nothing else
    {"Tensor", "Float", "Bool", "Mask", "Promoted", "PromotedFloat", "Summed", "Index", "Alike"}
)
UNKNOWN_VALUE = object()  # the literal value of something that is no literal


@dataclass(frozen=True)
class Value:
    """What a parameter is bound to: arguments of the call (by index) or its default."""

    kind: Kind
    literal: Any = UNKNOWN_VALUE
    indices: tuple[int, ...] = ()
    packed: bool = False  # `*size` given as separate arguments: a tuple of them
    default: Any = NO_DEFAULT
    nodes: tuple[cst.BaseExpression, ...] = ()
    stars: tuple[bool, ...] = ()  # of packed arguments: which of them are spread out
    either: bool = False  # a number or a shape, which only the program knows
    nonnegative: bool = False  # no number in it is below 0

    @property
    def given(self) -> bool:
        """Given by the caller, and not just torch's default spelled out."""
        if not self.indices:
            return False
        return self.literal is UNKNOWN_VALUE or not same(self.literal, self.default)


# NumPy's names for parameters, which torch takes too: torch/csrc/utils/python_arg_parser.cpp.
_NUMPYS = {
    "axis": "dim", "keepdims": "keepdim", "x": "input", "a": "input", "x1": "input", "x2": "other",
}  # fmt: skip


def with_torchs_names(rule: Rule, args: Sequence[Argument]) -> Sequence[Argument]:
    """The arguments, those by NumPy's names under torch's."""
    own = {p.name for p in rule.params}
    if not any(arg.keyword in _NUMPYS for arg in args):
        return args
    return [
        replace(arg, keyword=_NUMPYS[arg.keyword])
        if arg.keyword in _NUMPYS and arg.keyword not in own and _NUMPYS[arg.keyword] in own
        else arg
        for arg in args
    ]


def same(a: Any, b: Any) -> bool:
    """Equal literals: 1 and True and 1.0 are not."""
    return type(a) is type(b) and bool(a == b)


class _Signature(NamedTuple):
    """The parameters of a rule by the ways in which a call gives them."""

    positional: list[Parameter]
    rest: Parameter | None  # *args
    extra: Parameter | None  # **kwargs
    by_name: dict[str, Parameter]
    defaults: dict[str, Value]


@lru_cache(maxsize=1024)
def _signature(rule: Rule) -> _Signature:
    by_name = {p.name: p for p in rule.params if not p.star}
    optional = (p for p in by_name.values() if p.default is not NO_DEFAULT)
    return _Signature(
        [p for p in by_name.values() if not p.keyword_only],
        next((p for p in rule.params if p.star == "*"), None),
        next((p for p in rule.params if p.star == "**"), None),
        by_name,
        {p.name: Value(kind_of(p.default), p.default, default=p.default) for p in optional},
    )


# What torch's functions and layers have by default: such an argument asks for nothing.
_NEUTRAL = frozenset(
    "device=None dtype=None generator=None max_norm=None norm_type=2"
    " norm_type=2. norm_type=2.0 out=None requires_grad=False scale_grad_by_freq=False"
    " sparse=False pin_memory=False".split()
)


def is_neutral(rule: Rule, arg: Argument, place: int) -> bool:
    """Whether an argument that the rule does not have says what torch does anyway; `place` is its
    place in the call."""
    if arg.star:
        return False
    positional, rest, _, by_name, _ = _signature(rule)
    if arg.keyword is None:  # LayerNorm(n, 1e-5, True, True, None, None)
        return rest is None and place >= len(positional) and literal(arg.node) is None
    return arg.keyword not in by_name and f"{arg.keyword}={code(arg.node)}" in _NEUTRAL


def bind(rule: Rule, args: Sequence[Argument]) -> dict[str, Value]:
    """Every parameter of the rule with its value; Refused if the call does not fit."""
    bound: dict[str, Value] = {}
    positional, rest, extra, by_name, defaults = _signature(rule)
    tail: list[int] = []
    place = 0
    for index, arg in enumerate(args):
        if is_neutral(rule, arg, index):
            continue
        if arg.star == "*" and rest is not None and place == len(positional):
            tail.append(index)  # torch.zeros(n, *shape)
            continue
        if arg.star and not rule.is_class:
            raise Refused("P102", f"{rule.title}: arguments given with {arg.star}")
        if arg.star:
            _keys_fit(rule, arg, by_name)
            continue
        if arg.keyword is None and place < len(positional):
            parameter = positional[place]
            place += 1
        elif arg.keyword is None:
            if rest is None:
                raise Refused("P102", f"{rule.title}: too many arguments")
            tail.append(index)
            continue
        elif arg.keyword in by_name:
            parameter = by_name[arg.keyword]
        elif rest is not None and arg.keyword == rest.name:  # torch.zeros(size=(2, 3))
            tail.append(index)
            continue
        elif extra is not None:
            continue
        else:
            raise Refused("P102", f"{rule.title}: the argument {arg.keyword} is not supported")
        if parameter.name in bound:
            raise Refused("P102", f"{rule.title}: the argument {parameter.name} is given twice")
        word = "Tensor" if parameter.annotation in TENSORS else parameter.annotation
        if word in ("Tensor", "Module") and is_a(arg.kind, word) is False:
            raise Refused("P102", f"{rule.title}: {parameter.name} is no {word.lower()}")
        plain = literal(arg.node)
        known = plain is UNKNOWN_VALUE or not isinstance(arg.kind, kinds.Unknown)
        bound[parameter.name] = Value(
            arg.kind if known else kind_of(plain),
            plain,
            (index,),
            default=parameter.default,
            nodes=(arg.node,),
            nonnegative=arg.nonnegative,
        )
    if rest is not None:
        bound[rest.name] = _rest(rule, rest.annotation, args, tail)
    starred = any(arg.star for arg in args)
    for parameter in by_name.values():
        if parameter.name in bound:
            continue
        if parameter.default is NO_DEFAULT:
            if starred:
                continue
            raise Refused("P102", f"{rule.title}: the argument {parameter.name} is missing")
        bound[parameter.name] = defaults[parameter.name]
    return {p.name: bound[p.name] for p in rule.params if p.name in bound}


def alike(rule: Rule, bound: Mapping[str, Value]) -> Mapping[str, Value]:
    """Tensors that torch takes of one dtype only: what is known of one is known of all."""
    found = {p.name: bound[p.name] for p in rule.params if p.annotation == "Alike"}
    tensors = {n: v.kind for n, v in found.items() if isinstance(v.kind, kinds.Tensor)}
    dtypes = {kind.dtype for kind in tensors.values()} - {None}
    if len(dtypes) != 1:
        return bound
    dtype = dtypes.pop()
    open_ = {n: k for n, k in tensors.items() if k.dtype is None and not k.among}
    of_dtype = {n: replace(found[n], kind=replace(k, dtype=dtype)) for n, k in open_.items()}
    return {name: of_dtype.get(name, value) for name, value in bound.items()}


def is_gathered(arg: Argument) -> bool:
    """`**options`, and `*rest` that may hold one tuple: `zeros((2, 3))` of `def zeros(*sizes)`."""
    if not isinstance(arg.kind, (kinds.Tuple, kinds.Sequence)) or isinstance(arg.kind, kinds.Shape):
        return arg.star == "**"
    items = arg.kind.items if isinstance(arg.kind, kinds.Tuple) else (kinds.item_of(arg.kind),)
    return arg.star == "*" and not all(isinstance(item, kinds.Number) for item in items)


def _keys_fit(rule: Rule, arg: Argument, by_name: Mapping[str, Parameter]) -> None:
    """Refused where `**options` is known to name what the port's class does not have."""
    entries = arg.kind.entries if isinstance(arg.kind, kinds.Dictionary) else ()
    for name, _ in entries:
        if name and name not in by_name:
            hint = "name the arguments in the call: those without a meaning here go then"
            raise Refused("P102", f"{rule.title}: {name} is given with **", hint)


def _rest(rule: Rule, annotation: str, args: Sequence[Argument], tail: list[int]) -> Value:
    """`zeros(2, 3)` and `zeros((2, 3))` are one: a single sequence is taken for the tuple."""
    nodes = tuple(args[i].node for i in tail)
    if any(args[i].star for i in tail):
        return _spread(rule, args, tail, nodes)
    if len(tail) == 1 and not rule.is_class and annotation != "int":
        kind = args[tail[0]].kind
        if args[tail[0]].keyword or is_a(kind, "Sequence") or isinstance(kind, kinds.Dtype):
            return Value(kind, literal(nodes[0]), tuple(tail), nodes=nodes)
        if is_a(kind, "Number") is None:
            either = annotation == "Shape"
            return Value(kind, literal(nodes[0]), tuple(tail), nodes=nodes, either=either)
    literals = tuple(literal(node) for node in nodes)
    known = UNKNOWN_VALUE not in literals
    kind = kinds.Tuple(tuple(args[i].kind for i in tail))
    return Value(
        kind, literals if known else UNKNOWN_VALUE, tuple(tail), True, default=(), nodes=nodes
    )


def _spread(
    rule: Rule, args: Sequence[Argument], tail: list[int], nodes: tuple[cst.BaseExpression, ...]
) -> Value:
    """`zeros(*shape)` is `zeros(shape)`, and `zeros(n, *shape)` is `zeros([n, *shape])`."""
    stars = tuple(bool(args[i].star) for i in tail)
    given = [args[i].kind for i in tail]
    if any(isinstance(kind, kinds.Tensor) for kind, star in zip(given, stars) if star):
        raise Refused("P102", f"{rule.title}: arguments in a tensor, given with *")
    kind = given[0] if len(tail) == 1 and is_a(given[0], "Sequence") else kinds.Sequence()
    return Value(kind, UNKNOWN_VALUE, tuple(tail), len(tail) > 1, (), nodes, stars)


def kind_of(value: Any) -> Kind:
    """The kind of a literal."""
    if value is None:
        return kinds.Nothing()
    if isinstance(value, (bool, int, float)):
        return kinds.Number(type(value).__name__)
    if isinstance(value, str):
        return kinds.Text()
    return kinds.Tuple(tuple(kind_of(item) for item in value))


_CONSTANTS = {"None": None, "True": True, "False": False}
_INFINITE = dict.fromkeys(("torch.inf", "math.inf", "np.inf", 'float("inf")'), math.inf)
_INFINITE['float("-inf")'] = -math.inf


@lru_cache(maxsize=1024)
def _evaluated(text: str) -> Any:
    return ast.literal_eval(text)


def literal(node: cst.BaseExpression) -> Any:
    """The value of a literal, UNKNOWN_VALUE for everything else."""
    if type(node) is cst.Name:
        return _CONSTANTS.get(node.value, UNKNOWN_VALUE)
    if type(node) is cst.Attribute:
        return _INFINITE.get(dotted(node) or "", UNKNOWN_VALUE)
    if isinstance(node, (cst.Integer, cst.Float)):
        return _evaluated(node.value)
    if isinstance(node, cst.SimpleString) and "b" not in node.prefix:
        return _evaluated(node.value)
    if isinstance(node, cst.UnaryOperation) and isinstance(node.operator, cst.Minus):
        value = literal(node.expression)
        return -value if type(value) in (int, float) else UNKNOWN_VALUE
    if isinstance(node, cst.Call) and dotted(node.func) == "float":
        return _INFINITE.get(code(node).replace("'", '"'), UNKNOWN_VALUE)
    if isinstance(node, (cst.Tuple, cst.List)):
        items = [
            literal(e.value) if isinstance(e, cst.Element) else UNKNOWN_VALUE for e in node.elements
        ]
        if any(item is UNKNOWN_VALUE for item in items):
            return UNKNOWN_VALUE
        return tuple(items) if isinstance(node, cst.Tuple) else items
    return UNKNOWN_VALUE
