"""What shapes a network's forward() takes, read from the layers that its parameters go into."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from porter.equivalence.modules.find_calls import method, with_defaults
from porter.equivalence.modules.inputs import Input
from porter.equivalence.modules.values import (
    NotShown,
    Values,
    arguments,
    defaults,
    last_name,
    parameters,
)

BATCH, TIME = 32, 5  # where the program leaves the choice
IMAGES = {"Conv1d": "LENGTH", "Conv2d": "HEIGHTxWIDTH", "Conv3d": "DEPTHxHEIGHTxWIDTH"}
FEATURES = {  # the argument that says how wide the last axis is
    "Linear": "in_features",
    "LayerNorm": "normalized_shape",
    "BatchNorm1d": "num_features",
    "LSTMCell": "input_size",
    "GRUCell": "input_size",
    "RNNCell": "input_size",
}
SEQUENCES = {"LSTM", "GRU", "RNN"}  # input_size, and an axis of time
SAME = {"float", "double", "to", "cuda", "cpu", "contiguous", "clone", "detach"}  # methods
JOINS = {"cat", "concat", "concatenate", "hstack"}


@dataclass(frozen=True)
class Layer:
    """The first layer that something goes into: its kind, and the expression for its width."""

    kind: str
    width: ast.expr
    bound: Mapping[str, Any]  # the constructor's arguments, for the expression


def input_shapes(
    values: Values, cls: ast.ClassDef, arguments: Mapping[str, Any]
) -> tuple[dict[str, Input], dict[str, str]]:
    """The inputs by forward's parameter, and for those that the file doesn't show what to ask for.

    `arguments` are the constructor's. Parameters with a default are left out.
    """
    forward = method(values, cls, "forward")
    if forward is None:
        return {}, {}
    names = [n for n in parameters(forward) if n not in {"self", *defaults(forward)}]
    reader = _Reader(values, cls, arguments, names)
    reader.statements(forward.body)
    return reader.found, {n: reader.asked.get(n, "32x17") for n in names if n not in reader.found}


class _Reader:
    """Follows forward's parameters to the first layer that each goes into."""

    def __init__(
        self, values: Values, cls: ast.ClassDef, given: Mapping[str, Any], names: list[str]
    ) -> None:
        self.values, self.cls = values, cls
        init = method(values, cls, "__init__")
        self.bound = with_defaults(values, init, given) if init else dict(given)
        self.origins: dict[str, list[str | None]] = {name: [name] for name in names}
        self.found: dict[str, Input] = {}
        self.asked: dict[str, str] = {}

    def statements(self, body: list[ast.stmt]) -> None:
        for statement in body:
            for node in ast.walk(statement):
                if isinstance(node, ast.Call):
                    self.call(node)
            if isinstance(statement, ast.Assign) and isinstance(statement.targets[0], ast.Name):
                self.origins[statement.targets[0].id] = self.origin(statement.value)

    def origin(self, node: ast.expr) -> list[str | None]:
        """The parameters that a value is the concatenation of, None for each unknown term."""
        match node:
            case ast.Name(id=name):
                return self.origins.get(name, [None])
            case ast.BinOp(left=left, op=ast.Div() | ast.Mult(), right=ast.Constant()):
                return self.origin(left)
            case ast.Call(func=ast.Attribute(value=owner, attr=name)) if name in SAME:
                return self.origin(owner)
            case ast.Call(func=function, args=[ast.Tuple() | ast.List() as parts, *_]):
                if last_name(function) in JOINS:
                    return [origin for part in parts.elts for origin in self.origin(part)]
        return [None]

    def call(self, node: ast.Call) -> None:
        """A call of a layer of self: what goes in first is of the layer's shape."""
        match node:
            case ast.Call(
                func=ast.Attribute(value=ast.Name(id="self"), attr=name), args=[argument, *_]
            ):
                origins = self.origin(argument)
                layer = self.layer(name)
                if any(origins) and layer is not None:
                    self.place(origins, layer)

    def layer(self, attribute: str) -> Layer | None:
        for target, value in self.values.assignments(self.cls):
            match target:
                case ast.Attribute(value=ast.Name(id="self"), attr=name) if name == attribute:
                    return first_layer(self.values, value, self.bound)
        return None

    def place(self, origins: list[str | None], layer: Layer) -> None:
        """Give the parameters of a concatenation their parts of a layer's width."""
        terms = [layer.width] if len(origins) == 1 else _addends(self.resolved(layer))
        if len(terms) != len(origins):
            return
        widths = self.values.shown({str(i): term for i, term in enumerate(terms)}, layer.bound)
        for i, name in enumerate(origins):
            width = widths.get(str(i))
            if name is None or name in self.found or not isinstance(width, int):
                continue
            if layer.kind in IMAGES:
                self.asked[name] = f"{BATCH}x{width}x{IMAGES[layer.kind]}"
            else:
                self.found[name] = _input(layer.kind, width)

    def resolved(self, layer: Layer) -> ast.expr:
        """A width's expression: that of a name's only assignment, if it is a name."""
        if isinstance(layer.width, ast.Name) and layer.width.id not in layer.bound:
            scope = self.values.enclosing(layer.width, ast.FunctionDef)
            for target, value in self.values.assignments(scope or self.values.tree):
                if isinstance(target, ast.Name) and target.id == layer.width.id:
                    return value
        return layer.width


def _input(kind: str, width: int) -> Input:
    if kind == "Embedding":
        return Input((BATCH,), below=width)
    return Input((BATCH, TIME, width) if kind in SEQUENCES else (BATCH, width))


def first_layer(values: Values, node: ast.expr, bound: Mapping[str, Any]) -> Layer | None:
    """The first layer with a width in an expression that makes a layer."""
    if not isinstance(node, ast.Call):
        return None
    kind = last_name(node.func)
    argument = {
        **FEATURES,
        **dict.fromkeys(IMAGES, "in_channels"),
        **dict.fromkeys(SEQUENCES, "input_size"),
        "Embedding": "num_embeddings",
    }.get(kind)
    if argument is not None:
        named = [k.value for k in node.keywords if k.arg == argument]
        widths = named or node.args[:1]
        return Layer(kind, widths[0], bound) if widths else None
    if kind in values.classes:
        return _of_class(values, values.classes[kind], node, bound)
    return next(  # of a Sequential; of what initialises a layer, layer_init(nn.Linear(4, 2))
        filter(None, (first_layer(values, part, bound) for part in node.args)), None
    )


def _of_class(
    values: Values, cls: ast.ClassDef, node: ast.Call, bound: Mapping[str, Any]
) -> Layer | None:
    """Where the first parameter of a network's own network goes."""
    init, forward = method(values, cls, "__init__"), method(values, cls, "forward")
    if init is None or forward is None:
        return None
    try:
        given = arguments(node, init)
    except NotShown:
        return None
    names = [name for name in parameters(forward) if name != "self"]
    reader = _Reader(values, cls, values.shown(given, bound), names)
    for call in ast.walk(forward):
        match call:
            case ast.Call(
                func=ast.Attribute(value=ast.Name(id="self"), attr=attribute), args=[argument, *_]
            ) if reader.origin(argument) == names[:1]:
                layer = reader.layer(attribute)
                if layer and isinstance(layer.width, ast.Name) and layer.width.id in given:
                    return Layer(layer.kind, given[layer.width.id], bound)
                return layer
    return None


def _addends(node: ast.expr) -> list[ast.expr]:
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        return [*_addends(node.left), *_addends(node.right)]
    return [node]
