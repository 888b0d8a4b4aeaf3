"""Every `>>>` line of every rule on both sides: torch runs the line, TensorFlow what it becomes.

The other side is executed from the templates, with the building blocks pasted: exactly what the
converter writes.
"""

import torch  # before TensorFlow

# isort: split
import collections
import copy
import functools
import math
import pickle
import threading

import keras
import libcst as cst
import numpy as np
import pytest
import tensorflow as tf
from expressions import BOOK, MODULES, Expression, agrees, assert_equal
from PIL import Image
from torchvision_formulas import torchvision

from porter import kinds
from porter.equivalence.tape import Tape
from porter.equivalence.tape.tf_draws import tf_on
from porter.equivalence.tape.torch_draws import torch_on
from porter.tree import walk

PROOFS = [(rule, proof) for rule in BOOK.rules.values() for proof in rule.proofs]
INITIALISED = ("nn.Linear", "nn.Bilinear", "nn.Conv")
OPTIMIZERS = ("optim", "adam", "adaptive", "lr_scheduler", "lr_cycles")
INITIALISED += ("nn.RNN", "nn.LSTM", "nn.GRU", "nn.Embedding(", "nn.EmbeddingBag")
INITIALISED += ("nn.Multihead", "nn.Transformer")
PLAIN = ("n", "picture")  # no tensors
FLOATS, INTS = kinds.Tensor("float32", 2), kinds.Tensor("int64", 1)
KINDS = {
    "x": FLOATS,
    "y": FLOATS,
    "q": FLOATS,
    "a": INTS,
    "p": kinds.Parameter("float32", 2),
    "n": kinds.Array(),
    "picture": kinds.HOST,
    "torchvision": kinds.Named("torchvision"),
    "device": kinds.Device(),
    "path": kinds.Text(),
    "net": kinds.Module("torch.nn.Linear"),
    "other": kinds.Module("torch.nn.Linear"),
    "optimizer": kinds.Optimizer("torch.optim.Adam"),
    **MODULES,
}


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
        "picture": Image.fromarray(rng.integers(0, 256, (6, 5, 3), np.uint8)),
    }


def theirs(proof, tmp_path):
    names = {k: v if k in PLAIN else torch.tensor(v) for k, v in values().items()}
    names["p"].requires_grad_()
    names |= {"torch": torch, "nn": torch.nn, "F": torch.nn.functional, "np": np}
    names |= {"D": torch.distributions, "torchvision": torchvision()}
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
    names = {"tf": tf, "keras": keras, "np": np, "math": math}
    names |= {"functools": functools, "collections": collections}
    names |= {"copy": copy, "pickle": pickle, "threading": threading, "Image": Image}
    exec(BOOK.paste({*converted.blocks, "Linear", "Adam"}), names)
    names |= {k: v if k in PLAIN else tf.constant(v) for k, v in values().items()}
    names["p"] = keras.Variable(names["p"])
    names |= {"device": "cpu", "net": names["Linear"](3, 2), "other": names["Linear"](3, 2)}
    for number, net in enumerate((names["net"], names["other"])):
        x, y = values()["x"], values()["y"]
        net.set_weights([x[:2] + number, y[0, :2] + number])
    names["optimizer"] = names["Adam"](names["net"].trainable_variables)
    names["path"] = str(tmp_path / "tf")
    with tf_on(Tape(0)):
        return eval(converted.found, names), names


@pytest.mark.filterwarnings("ignore:`torch.jit")  # torch.func uses it, too
@pytest.mark.filterwarnings("ignore:`torch.nn.utils.weight_norm` is deprecated:FutureWarning")
@pytest.mark.filterwarnings(r"ignore:torch\.\w+ is deprecated:UserWarning")
@pytest.mark.filterwarnings("ignore:The reduce argument of torch.scatter:UserWarning")
@pytest.mark.filterwarnings("ignore:torch.meshgrid. in an upcoming release:UserWarning")
@pytest.mark.parametrize(("rule", "proof"), PROOFS, ids=lambda v: getattr(v, "name", None))
def test_proof(rule, proof, tmp_path):
    converted = Expression(proof, KINDS)
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
    if (not rule.names and not rule.patterns) or rule.path.stem in OPTIMIZERS:
        return  # a block is proven by what uses it, the optimizers in test_optim.py
    assert rule.doc, "document it"
    assert rule.proofs or "Not proven: " in rule.doc


def test_proofs_reach_their_rule():
    """Each rule is used by one of its own proofs."""
    for rule in BOOK.rules.values():
        if rule.is_class or not rule.proofs:
            continue
        used = set()
        for proof in (Expression(text, KINDS) for text in rule.proofs):
            used |= {found.name for node in walk(proof.tree) for found in rules_at(proof, node)}
        assert rule.name in used


def rules_at(proof, node):
    if isinstance(node, (cst.Call, cst.Attribute, cst.Subscript, cst.ListComp)):
        idiom = BOOK.idiom(node, proof.api, proof.kind)
        api = proof.api(node)
        yield from (rule for rule in (idiom and idiom[0], api and BOOK.find(api[0])) if rule)
