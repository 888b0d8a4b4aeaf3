"""Every `>>>` line of every rule on both sides: torch runs the line, TensorFlow what it becomes.

The other side is executed from the templates, with the building blocks pasted: exactly what the
converter writes.
"""

import torch  # before TensorFlow

# isort: split
import contextlib
import functools
import math

import keras
import libcst as cst
import numpy as np
import pytest
import tensorflow as tf

from porter import kinds
from porter.codegen import code
from porter.equivalence.compare import Tolerance, compare
from porter.equivalence.tape import Tape
from porter.equivalence.tape.tf_draws import tf_on
from porter.equivalence.tape.torch_draws import torch_on
from porter.infer.host_kinds import called
from porter.rulebook import Argument, Refused, Rulebook
from porter.tree import mapped, walk

BOOK = Rulebook.load()
PROOFS = [(rule, proof) for rule in BOOK.rules.values() for proof in rule.proofs]
INITIALISED = ("nn.Linear",)
TOLERANCE = Tolerance(relative=2e-6, absolute=1e-6)
SHAPES = Tolerance(absolute=math.inf)  # any values
DTYPES = {"float": "float32", "double": "float64", "long": "int64", "int": "int32"}
FLOATS, INTS = kinds.Tensor("float32", 2), kinds.Tensor("int64", 1)
KINDS = {
    "x": FLOATS,
    "y": FLOATS,
    "q": FLOATS,
    "a": INTS,
    "p": kinds.Parameter("float32", 2),
    "n": kinds.Array(),
    "device": kinds.Device(),
    "path": kinds.Text(),
    "net": kinds.Module("torch.nn.Linear"),
    "other": kinds.Module("torch.nn.Linear"),
    "optimizer": kinds.Optimizer("torch.optim.Adam"),
    "torch": kinds.Named("torch"),
    "nn": kinds.Named("torch.nn"),
    "F": kinds.Named("torch.nn.functional"),
    "optim": kinds.Named("torch.optim"),
    "np": kinds.Named("numpy"),
}
SPACES = (
    (kinds.Parameter, "Parameter"),
    (kinds.Tensor, "Tensor"),
    (kinds.Module, "Module"),
    (kinds.Optimizer, "Optimizer"),
    (kinds.Device, "Device"),
)


class Proof:
    """Converts one expression whose names have known kinds: a very small `porter convert`."""

    def __init__(self, text):
        self.blocks = set()
        self.kind, self.api, self.port = map(functools.cache, (self.kind, self.api, self.port))
        self.tree = cst.parse_expression(text)
        self.found = code(self.convert(self.tree))

    def kind(self, node):
        if isinstance(node, cst.Name):
            return KINDS.get(node.value, kinds.Named(f"builtins.{node.value}"))
        if isinstance(node, (cst.Integer, cst.Float)):
            return kinds.Number(type(node.evaluated_value).__name__)
        if isinstance(node, cst.SimpleString):
            return kinds.Text()
        if isinstance(node, (cst.Tuple, cst.List)):
            return kinds.Tuple(tuple(self.kind(e.value) for e in node.elements))
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
        if isinstance(node, cst.Call) and isinstance(self.kind(node.func), kinds.Module):
            return kinds.Tensor("float32")
        port = self.port(node)
        if port:
            name = self.api(node)[0].rpartition(".")[2] if self.api(node) else ""
            bare = port[0].kind == kinds.Dtype()
            return kinds.Dtype(DTYPES.get(name, name)) if bare else port[0].kind
        if isinstance(node, cst.Attribute) and isinstance(self.kind(node.value), kinds.Named):
            return kinds.Named(f"{self.kind(node.value).name}.{node.attr.value}")
        if isinstance(node, cst.Call) and isinstance(self.kind(node.func), kinds.Named):
            args = [self.kind(a.value) for a in node.args]
            return called(self.kind(node.func).name, args, [])
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
                return BOOK.decide(idiom[0], args), args
        if isinstance(node, (cst.Call, cst.Attribute)) and self.api(node):
            name, args = self.api(node)
            rule = BOOK.find(name)
            if rule:
                with contextlib.suppress(Refused):  # an idiom around it may do without
                    return BOOK.decide(rule, args, element), args
        return None

    def convert(self, node):
        port = self.port(node) if isinstance(node, cst.BaseExpression) else None
        if isinstance(node, cst.Subscript) and not port and isinstance(node.value, cst.Call):
            index = code(node.slice[0])
            if isinstance(self.kind(node.value), kinds.Tuple) and index.isdigit():
                port = self.port(node.value, int(index))
        if port:
            decision, args = port
            self.blocks |= decision.blocks
            return decision.build([self.convert(a.node) for a in args])
        return mapped(node, self.convert)


def values():
    """The same numbers for both sides."""
    rng = np.random.default_rng(0)
    x, y, q, p = (rng.normal(size=(4, 3)).astype(np.float32) for _ in range(4))
    return {
        "x": x,
        "y": y,
        "q": q,
        "p": p,
        "a": np.array([2, 0, 1, 2]),
        "n": rng.normal(size=(2, 3)),
    }


def theirs(proof, tmp_path):
    names = {k: v if k == "n" else torch.tensor(v) for k, v in values().items()}
    names["p"].requires_grad_()
    names |= {"torch": torch, "nn": torch.nn, "F": torch.nn.functional, "np": np}
    names["device"] = torch.device("cpu")
    names |= {"net": torch.nn.Linear(3, 2), "other": torch.nn.Linear(3, 2), "optim": torch.optim}
    names["optimizer"] = torch.optim.Adam(names["net"].parameters())
    names["path"] = str(tmp_path / "torch.pt")
    with torch.no_grad():
        for number, net in enumerate((names["net"], names["other"])):
            net.weight.copy_(names["x"][:2] + number)
            net.bias.copy_(names["y"][0, :2] + number)
    with torch_on(Tape(0)):
        return eval(proof, names), names


def ours(converted, tmp_path):
    names = {"tf": tf, "keras": keras, "np": np, "math": math, "functools": functools}
    exec(BOOK.paste({*converted.blocks, "Linear", "Adam"}), names)
    names |= {k: v if k == "n" else tf.constant(v) for k, v in values().items()}
    names["p"] = keras.Variable(names["p"])
    names |= {"device": "cpu", "net": names["Linear"](3, 2), "other": names["Linear"](3, 2)}
    for number, net in enumerate((names["net"], names["other"])):
        x, y = values()["x"], values()["y"]
        net.set_weights([x[:2].T + number, y[0, :2] + number])
    names["optimizer"] = names["Adam"](names["net"].trainable_variables)
    names["path"] = str(tmp_path / "tf")
    with tf_on(Tape(0)):
        return eval(converted.found, names), names


def assert_equal(expected, found, exact=True):
    """Equal values, or at least equal shapes and dtypes."""
    expected, found = leaves(expected), leaves(found)
    differences = compare(expected, found, TOLERANCE if exact else SHAPES)
    assert not differences, "; ".join(map(str, differences))


def leaves(value):
    """The value with NumPy's arrays for both frameworks' tensors, and text for devices."""
    if isinstance(value, (tuple, list, tf.TensorShape)):  # a torch.Size is a tuple
        return [leaves(item) for item in value]
    if isinstance(value, torch.Tensor):
        return value.detach().numpy()
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


@pytest.mark.parametrize(("rule", "proof"), PROOFS, ids=lambda v: getattr(v, "name", None))
def test_proof(rule, proof, tmp_path):
    converted = Proof(proof)
    expected, before = theirs(proof, tmp_path)
    found, after = ours(converted, tmp_path)
    assert "torch" not in converted.found
    exact = not any(word in proof for word in INITIALISED)
    if not isinstance(converted.kind(converted.tree), kinds.Nothing):
        assert_equal(expected, found, exact)
    agrees(converted.kind(converted.tree), expected)
    assert_equal(before["p"], after["p"], exact)
    assert_equal(before["net"](before["x"]), after["net"](after["x"]))


@pytest.mark.parametrize("rule", BOOK.rules.values(), ids=lambda rule: rule.name)
def test_every_rule_is_proven(rule):
    """By a `>>>` line that uses it, or with a reason why not."""
    if (not rule.names and not rule.patterns) or rule.path.stem == "optim":
        return  # a block is proven by what uses it, the optimizers in test_blocks.py
    assert rule.doc, "document it"
    assert rule.proofs or "Not proven: " in rule.doc


def test_proofs_reach_their_rule():
    """Each rule is used by one of its own proofs."""
    for rule in BOOK.rules.values():
        if rule.is_class or not rule.proofs:
            continue
        used = set()
        for proof in map(Proof, rule.proofs):
            used |= {found.name for node in walk(proof.tree) for found in rules_at(proof, node)}
        assert rule.name in used


def rules_at(proof, node):
    if isinstance(node, (cst.Call, cst.Attribute, cst.Subscript, cst.ListComp)):
        idiom = BOOK.idiom(node, proof.api, proof.kind)
        api = proof.api(node)
        yield from (rule for rule in (idiom and idiom[0], api and BOOK.find(api[0])) if rule)
