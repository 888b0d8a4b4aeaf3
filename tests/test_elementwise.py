"""Elementwise rules where numbers end (infinities, NaN, -0.0), and their gradients.

PyTorch's own samples (test_opinfo.py) are ordinary numbers, and their values only.
"""

import torch  # before TensorFlow

# isort: split
import ast
import math

import numpy as np
import pytest
import tensorflow as tf
from expressions import BOOK, MODULES, Expression

from porter import kinds

FILES = {"math", "trigonometry", "arithmetic", "rounding", "extremes"}
FILES |= {"special", "bessel", "compare", "logic"}
ORDINARY = [0.0, 1.0, -1.0, 0.5, -0.5, 2.0, -2.0, 3.7, -3.7, 50.0]
CORNERS = [*ORDINARY, -0.0, -50.0, 1e15, -1e15, math.inf, -math.inf, math.nan]
NOT_FLOATS = {"gcd", "lcm", "logical_not"} | {
    f"bitwise_{name}" for name in ("and", "or", "xor", "not", "left_shift", "right_shift")
}
SPECIAL = {  # their arguments are no vectors, or not all
    *("clamp", "mvlgamma", "polygamma", "polygamma_of", "is_nonzero"),
}
CALLS = [
    *("torch.clamp(x, -1, 1)", "torch.clamp(x, min=-1)", "torch.clamp(x, max=1)"),
    *("torch.pow(x, 0.5)", "torch.pow(x, -0.5)", "torch.pow(x, 3)", "torch.pow(x, -1)"),
    *("torch.fmod(x, -0.3)", "torch.remainder(x, -0.3)", "torch.floor_divide(x, 0.1)"),
    *("torch.xlogy(x, 2.3)", "torch.special.xlog1py(x, 2.3)", "torch.copysign(x, -2)"),
    *("torch.lerp(x, y * 0, 0.3)", "torch.addcmul(x, y, z, value=0.3)", "torch.gt(x, 3.7)"),
    *("torch.addcdiv(x, y, z, value=0.3)", "torch.add(x, y, alpha=0.3)", "torch.eq(x, 3.7)"),
    *("torch.pow(2, x)", "torch.float_power(2, x)", "torch.remainder(2, x)"),
    *("torch.logit(x, eps=0.1)", "torch.nan_to_num(x, 1, 2.0, 3)"),
    *("torch.round(x, decimals=2)", "torch.round(x, decimals=-1)", "torch.mvlgamma(x * x + 2, 2)"),
    *("torch.polygamma(2, x * x + 0.1)", "torch.isclose(x, y, equal_nan=True)"),
    *(f'torch.div(x, y, rounding_mode="{mode}")' for mode in ("floor", "trunc")),
]
HOST = {"allclose", "all_equal"}  # they give a bool, which leaves the graph
NOTED = "the note says so"
EDGES = {  # other values
    **dict.fromkeys(("sign", "sgn", "digamma", "igamma", "igammac", "xlogy", "xlog1py"), NOTED),
    **dict.fromkeys(("erf", "spherical_bessel_j0"), NOTED),
    "lerp": "torch gives NaN for an infinite end",
    "torch.polygamma(2, x * x + 0.1)": "torch has NaN at infinity",
}
KINKS = {  # other gradients
    **dict.fromkeys(("xlogy", "xlog1py", "i1", "atan2"), NOTED),
    "entr": NOTED,
    "torch.xlogy(x, 2.3)": "the note of xlogy says so",
    "torch.special.xlog1py(x, 2.3)": "the note of xlog1py says so",
    "power": "0**0",
    "float_power": "0**0",
    "nextafter": "torch has 0 where both are equal",
}


def of_tensors():
    """Rules whose required arguments are tensors, and a call of each."""
    for rule in BOOK.rules.values():
        needed = [p for p in rule.params if type(p.default) is object]
        returns = any(isinstance(node, ast.Return) for node in ast.walk(rule.node))
        if rule.path.stem in FILES and rule.names and returns:
            if rule.name not in NOT_FLOATS | SPECIAL:
                yield rule.name, f"{rule.names[0]}({', '.join('xyz'[: len(needed)])})"


ALL = [*of_tensors(), *((call, call) for call in CALLS)]
SINGLE = {  # refused in float64
    *("bessel_j0", "bessel_j1", "bessel_y0", "bessel_y1", "torch.polygamma(2, x * x + 0.1)"),
}
DOUBLES = [pair for pair in ALL if pair[0] not in SINGLE]
CASES = [(*pair, "float32") for pair in ALL] + [(*pair, "float64") for pair in DOUBLES]


def grid(call, values):
    """Every combination of the values for two tensors; a third is another order of them."""
    used = {node.id for node in ast.walk(ast.parse(call)) if isinstance(node, ast.Name)}
    if "y" not in used:
        return {"x": values}
    x, y = np.repeat(values, len(values)), np.tile(values, len(values))
    names = {"x": x, "y": y, "z": np.roll(x, 5)}
    return {name: value for name, value in names.items() if name in used}


def ported(call, arrays):
    """What the call becomes, and the names that it needs."""
    expression = Expression(
        call, MODULES | {n: kinds.Tensor(str(a.dtype), 1) for n, a in arrays.items()}
    )
    names = {"tf": tf, "math": math}
    exec(BOOK.paste(expression.blocks), names)
    return expression.found, names


def both(call, arrays):
    """The call's value and its gradients, in torch and in TensorFlow."""
    tensors = {name: torch.tensor(value, requires_grad=True) for name, value in arrays.items()}
    expected = eval(call, {"torch": torch, **tensors})
    text, names = ported(call, arrays)
    names |= {name: tf.Variable(a) for name, a in arrays.items()}
    with tf.GradientTape() as tape:
        found = eval(text, names)
    gradients = []
    if isinstance(expected, torch.Tensor) and expected.requires_grad:
        try:
            theirs = torch.autograd.grad(expected.sum(), tensors.values(), allow_unused=True)
        except (NotImplementedError, RuntimeError):  # torch has no gradient
            theirs = []
        ours = tape.gradient(found, [names[name] for name in tensors]) if theirs else []
        zeros = np.zeros(len(next(iter(arrays.values()))))
        gradients = [
            (zeros if a is None else a.numpy(force=True), zeros if b is None else b.numpy())
            for a, b in zip(theirs, ours)
        ]
    return as_array(expected), as_array(found), gradients


def as_array(value):
    if isinstance(value, torch.Tensor):
        return value.detach().numpy()
    return value.numpy() if tf.is_tensor(value) else np.array(value)


def differences(expected, found, arrays, dtype, where=True):
    relative = 1e-5 if dtype == "float32" else 1e-9
    equal = np.isclose(expected, found, rtol=relative, atol=relative, equal_nan=True)
    places = np.flatnonzero(~equal & where) if equal.ndim else [] if equal else [0]
    return [
        ", ".join(f"{name}={value[i]}" for name, value in arrays.items())
        + f": {np.ravel(expected)[i]} expected, {np.ravel(found)[i]} found"
        for i in places
    ]


@pytest.mark.parametrize(("name", "call", "dtype"), CASES, ids=lambda text: text)
def test_corners(name, call, dtype):
    arrays = grid(call, np.array(CORNERS, dtype))
    expected, found, _ = both(call, arrays)
    assert expected.dtype == found.dtype
    wrong = differences(expected, found, arrays, dtype)
    if name in EDGES and (name, dtype) != ("erf", "float32"):
        assert wrong, "no edge any more"
    else:
        assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize(("name", "call", "dtype"), CASES, ids=lambda text: text)
def test_graph(name, call, dtype):
    """A tf.function gives what runs eagerly: graphs promote less, and TensorFlow rewrites them."""
    arrays = grid(call, np.array(CORNERS, dtype))
    text, names = ported(call, arrays)
    if "bool(" in text or name in HOST:
        return
    names |= {name: tf.constant(a) for name, a in arrays.items()}
    eager = eval(text, names)
    compiled = eval(f"lambda {', '.join(arrays)}: {text}", names)
    graph = tf.function(compiled, autograph=False)(*(names[name] for name in arrays))
    assert not differences(eager.numpy(), graph.numpy(), arrays, dtype)


@pytest.mark.parametrize(("name", "call"), DOUBLES, ids=lambda text: text)
def test_gradients(name, call):
    arrays = grid(call, np.array(ORDINARY, "float64"))
    expected, _, gradients = both(call, arrays)
    wrong = []
    for theirs, ours in gradients:
        defined = np.isfinite(expected) & ~np.isnan(theirs)
        wrong += differences(theirs, ours, arrays, "float64", defined)
    if name in KINKS:
        assert wrong, "no kink any more"
    else:
        assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("name", [n for n, why in (EDGES | KINKS).items() if why is NOTED])
def test_differences_are_noted(name):
    assert BOOK.rules[name].note
