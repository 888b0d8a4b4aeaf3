"""Rules in traces for any length: a port gives the same there, or says that it reads the length.

A train body whose batches change their length is traced once, with an open first dimension. A port
that has to know how many rows there are keeps it from that (porter/plan/length_reads.py).
"""

import torch  # before TensorFlow  # noqa: F401

# isort: split
import copy
import functools
import math
import re

import keras
import libcst as cst
import numpy as np
import pytest
import tensorflow as tf
from expressions import BOOK, MODULES, Expression
from test_rules import KINDS, PROOFS, values

from porter.plan.length_reads import asks_for_rows
from porter.tree import walk

TENSORS = {"x": [None, 3], "y": [None, 3], "q": [None, 3], "a": [None]}
# Other numbers each time, variables, layers, which are made outside of a trace, and sizes that the
# proof itself asks for or that are no batch's.
OTHERS = ("rand", "sample", "dropout", "poisson", "bernoulli", "multinomial")
OTHERS += ("gumbel", "uniform", "normal(", "normal_(", "requires_grad=True", "Variable(")
OTHERS += ("unsqueeze(0)", "len(", ".shape", ".size(", "reshape(", "layer_norm(x, [4", "vision")


def of_batches(rule, proof):
    names = {node.value for node in walk(cst.parse_expression(proof)) if isinstance(node, cst.Name)}
    layers = rule.is_class or re.search(r"nn\.[A-Z]", proof)
    plain = not layers and not any(word in proof for word in OTHERS)
    return plain and bool(names & TENSORS.keys()) and not names & VALUES


VALUES = KINDS.keys() - TENSORS.keys() - MODULES.keys()
CASES = [(rule, proof) for rule, proof in PROOFS if of_batches(rule, proof)]


def outcome(converted):
    """What it gives eagerly and traced for any length; None for the latter if it can't be traced.

    Nothing at all where it gives no tensors.
    """
    names = {"tf": tf, "keras": keras, "np": np, "math": math, "functools": functools}
    names |= {"copy": copy}
    exec(BOOK.paste(converted.blocks), names)
    given = {name: tf.constant(values()[name]) for name in TENSORS}
    expected = tf.nest.flatten(eval(converted.found, {**names, **given}))
    if not all(map(tf.is_tensor, expected)):
        return None
    signature = [tf.TensorSpec(shape, given[name].dtype) for name, shape in TENSORS.items()]

    @functools.partial(tf.function, autograph=False, input_signature=signature)
    def traced(x, y, q, a):
        tensors = {"x": x, "y": y, "q": q, "a": a}
        return tf.nest.flatten(eval(converted.found, {**names, **tensors}))

    try:
        return expected, traced(**given)
    except (TypeError, ValueError, NotImplementedError, tf.errors.OpError):
        return expected, None


def asks(converted):
    return any(map(asks_for_rows, ports_of(converted)))


def ports_of(converted):
    expressions = (n for n in walk(converted.tree) if isinstance(n, cst.BaseExpression))
    return list(filter(None, map(converted.port, expressions)))


@pytest.mark.parametrize(("rule", "proof"), CASES, ids=lambda v: getattr(v, "name", None))
def test_it_gives_the_same_for_any_length(rule, proof):
    converted = Expression(proof, KINDS)
    found = None if asks(converted) else outcome(converted)
    if found is None:
        pytest.skip("it asks for the length, or gives no tensors")
    expected, traced = found
    assert traced is not None, "say reads_length=True at the rule or its block"
    for one, other in zip(expected, traced, strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize("name", sorted(r.name for r in BOOK.rules.values() if r.reads_length))
def test_what_reads_the_length_needs_it(name):
    for rule, proof in PROOFS:
        converted = Expression(proof, KINDS) if of_batches(rule, proof) else None
        if converted is None or not (name in converted.blocks or rule.name == name):
            continue
        found = outcome(converted)
        if found is not None and found[1] is None:
            return
    pytest.fail("no proof of it needs the length: leave reads_length out")
