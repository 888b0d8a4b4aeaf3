"""One expression on both sides: what it becomes, and whether its values are the same."""

import torch  # before TensorFlow

# isort: split
import contextlib
import functools
import math

import keras
import libcst as cst
import ml_dtypes
import numpy as np
import tensorflow as tf

from porter import kinds
from porter.codegen import code
from porter.equivalence.compare import Tolerance, compare
from porter.facts import Port
from porter.infer.host_kinds import called
from porter.rulebook import Argument, Refused, Rulebook
from porter.tree import mapped

BOOK = Rulebook.load()
TOLERANCE = Tolerance(relative=2e-6, absolute=1e-6)
SHAPES = Tolerance(absolute=math.inf)  # any values
MODULES = {
    "torch": kinds.Named("torch"),
    "nn": kinds.Named("torch.nn"),
    "F": kinds.Named("torch.nn.functional"),
    "D": kinds.Named("torch.distributions"),
    "optim": kinds.Named("torch.optim"),
    "np": kinds.Named("numpy"),
}
DTYPES = {"float": "float32", "double": "float64", "long": "int64", "int": "int32"}
SPACES = (
    (kinds.Parameter, "Parameter"),
    (kinds.Tensor, "Tensor"),
    (kinds.Module, "Module"),
    (kinds.Optimizer, "Optimizer"),
    (kinds.Device, "Device"),
    (kinds.Dtype, "Dtype"),
)


class Expression:
    """Converts one expression whose names have known kinds: a very small `porter convert`.

    `found` is the port's text, which needs the building blocks of the rules `blocks`.
    """

    def __init__(self, text, names):
        self.blocks = set()
        self.names = names
        self.kind, self.api, self.port = map(functools.cache, (self.kind, self.api, self.port))
        self.tree = cst.parse_expression(text)
        self.found = code(self.convert(self.tree))

    def kind(self, node):
        if isinstance(node, cst.Name) and node.value in ("None", "True", "False"):
            return kinds.Nothing() if node.value == "None" else kinds.Number("bool")
        if isinstance(node, cst.Name):
            return self.names.get(node.value, kinds.Named(f"builtins.{node.value}"))
        if isinstance(node, (cst.Integer, cst.Float)):
            return kinds.Number(type(node.evaluated_value).__name__)
        if isinstance(node, cst.SimpleString):
            return kinds.Text()
        if isinstance(node, (cst.Tuple, cst.List)):
            return kinds.Tuple(tuple(self.kind(e.value) for e in node.elements))
        if isinstance(node, cst.ListComp) and isinstance(node.for_in.iter, cst.Tuple):
            return kinds.Sequence(kinds.item_of(self.kind(node.for_in.iter)))
        if isinstance(node, cst.UnaryOperation):
            return self.kind(node.expression)
        if isinstance(node, cst.Comparison):
            return kinds.Tensor("bool", 2)
        if isinstance(node, cst.BinaryOperation):
            left, right = self.kind(node.left), self.kind(node.right)
            return left if isinstance(left, kinds.Tensor) else right
        if isinstance(node, cst.Subscript):
            whole = self.kind(node.value)
            return whole if isinstance(node.slice[0].slice, cst.Slice) else kinds.item_of(whole)
        module = isinstance(node, cst.Call) and isinstance(self.kind(node.func), kinds.Module)
        if module and not self.port(node):
            args = [
                Argument(node.func),
                *(Argument(a.value, self.kind(a.value)) for a in node.args),
            ]
            gives = BOOK.called(self.kind(node.func).cls, args)
            return kinds.Tensor("float32") if gives == kinds.UNKNOWN else gives
        port = self.port(node)
        if port:
            name = self.api(node)[0].rpartition(".")[2] if self.api(node) else ""
            bare = port.decision.kind == kinds.Dtype()
            return kinds.Dtype(DTYPES.get(name, name)) if bare else port.decision.kind
        if isinstance(node, cst.Attribute) and isinstance(self.kind(node.value), kinds.Named):
            return kinds.Named(f"{self.kind(node.value).name}.{node.attr.value}")
        if isinstance(node, cst.Call) and isinstance(self.kind(node.func), kinds.Named):
            args = [Argument(a.value, self.kind(a.value)) for a in node.args]
            return called(self.kind(node.func).name, args)
        return kinds.UNKNOWN

    def api(self, node):
        func = node.func if isinstance(node, cst.Call) else node
        if not isinstance(func, cst.Attribute):
            return None
        args = []
        if isinstance(node, cst.Call):
            args = [
                Argument(a.value, self.kind(a.value), a.keyword and a.keyword.value, a.star)
                for a in node.args
            ]
        base = self.kind(func.value)
        if isinstance(base, kinds.Named) and base.name.startswith("torch"):
            name = f"{base.name}.{func.attr.value}"
            rule = BOOK.find(name)
            constant = rule is not None and not rule.is_class and not rule.params
            return (name, args) if isinstance(node, cst.Call) or constant else None
        if isinstance(base, kinds.Instance) and BOOK.find(f"{base.cls}.{func.attr.value}"):
            return f"{base.cls}.{func.attr.value}", [Argument(func.value, base), *args]
        for kind, space in SPACES:
            rule = BOOK.find(f"{space}.{func.attr.value}")
            called_or_plain = isinstance(node, cst.Call) or (rule and len(rule.params) == 1)
            if isinstance(base, kind) and called_or_plain:
                return f"{space}.{func.attr.value}", [Argument(func.value, base), *args]
        return None

    def port(self, node, element=None):
        if isinstance(node, (cst.Call, cst.Attribute, cst.Subscript, cst.ListComp)):
            idiom = BOOK.idiom(node, self.api, self.kind)
            if idiom:
                args = list(idiom[1].values())
                return Port(idiom[0], BOOK.decide(idiom[0], args), tuple(args))
        if isinstance(node, (cst.Call, cst.Attribute)) and self.api(node):
            name, args = self.api(node)
            rule = BOOK.find(name)
            if rule:
                with contextlib.suppress(Refused):  # an idiom around it may do without
                    return Port(rule, BOOK.decide(rule, args, element), tuple(args))
        return None

    def convert(self, node):
        port = self.port(node) if isinstance(node, cst.BaseExpression) else None
        if isinstance(node, cst.Subscript) and not port and isinstance(node.value, cst.Call):
            index = code(node.slice[0])
            if isinstance(self.kind(node.value), kinds.Tuple) and index.isdigit():
                port = self.port(node.value, int(index))
        if port:
            self.blocks |= port.decision.blocks
            return port.decision.build([self.convert(a.node) for a in port.args])
        return mapped(node, self.convert)


def assert_equal(expected, found, exact=True, tolerance=TOLERANCE):
    """Equal values, or at least equal shapes and dtypes."""
    expected, found = leaves(expected), leaves(found)
    differences = compare(expected, found, tolerance if exact else SHAPES)
    assert not differences, "; ".join(map(str, differences))


def leaves(value):
    """The value with NumPy's arrays for both frameworks' tensors, and text for devices."""
    if isinstance(value, (tuple, list, tf.TensorShape)):  # a torch.Size is a tuple
        return [leaves(item) for item in value]
    if isinstance(value, torch.Tensor) and value.dtype == torch.bfloat16:  # NumPy has none
        return value.detach().view(torch.int16).numpy().view(ml_dtypes.bfloat16)
    if isinstance(value, torch.Tensor):
        return value.detach().resolve_conj().numpy()
    if isinstance(value, torch.device):
        return str(value)
    return value.numpy() if tf.is_tensor(value) or isinstance(value, keras.Variable) else value


def agrees(kind, value):
    """A kind may say less than the value is, but nothing else."""
    if isinstance(kind, kinds.Tuple):
        assert len(kind.items) == len(value)
        for item, part in zip(kind.items, value):
            agrees(item, part)
    elif isinstance(kind, kinds.Sequence) and value is not None:
        for part in value:
            agrees(kind.item, part)
    elif isinstance(kind, kinds.Tensor):
        assert isinstance(value, torch.Tensor)
        assert kind.dtype in (None, str(value.dtype)[6:])
        assert kind.rank in (None, value.dim())
    elif isinstance(kind, kinds.Array):
        assert isinstance(value, np.ndarray)
    elif isinstance(kind, kinds.Number):
        assert isinstance(value, (bool, int, float))
        assert kind.type in (None, type(value).__name__)
    elif isinstance(kind, kinds.Nothing):
        assert not isinstance(value, (torch.Tensor, np.ndarray, int, float))
