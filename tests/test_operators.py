"""Operators, subscripts and changes in place: statements that run on both sides.

Each snippet is converted as a program; what it calls `out` must be the same: value, shape, dtype.
"""

import torch  # noqa: F401 -- before TensorFlow

# isort: split
import pytest
from expressions import assert_equal

from porter.pipeline import Converted, convert

HEADER = """\
import numpy as np
import torch

x = torch.tensor([[1.5, -2.0, 3.0], [0.5, 4.0, -1.0]])
y = torch.tensor([[0.5, 2.0, -3.0], [7.0, 1.0, 2.0]])
v = torch.tensor([1.0, 2.0, 4.0])
d = torch.tensor([0.1, 0.2, 0.3], dtype=torch.float64)
a = torch.tensor([2, 0, 1])
b = torch.tensor([1, 0])
s = torch.tensor([1, 2, 3], dtype=torch.int32)
u = torch.tensor([1, 0, 1], dtype=torch.uint8)
m = torch.tensor([True, False, True], dtype=torch.bool)
mm = x > 0
t = torch.tensor(2)
f = torch.tensor(0.5)
g = torch.tensor(0.5, dtype=torch.float64)
n = np.array([0, 2])
big = torch.arange(24).float().reshape(2, 3, 4)
flag = True
k = 2
"""


def ported(snippet):
    outcome = convert(f"{HEADER}{snippet}\n", "snippet.py")
    assert isinstance(outcome, Converted)
    return outcome


def both(snippet):
    """`out` on both sides, and the text of the port."""
    outcome = ported(snippet)
    assert [str(f) for f in outcome.findings if f.code != "N402"] == []
    theirs, ours = {}, {}
    exec(f"{HEADER}{snippet}\n", theirs)
    exec(outcome.output, ours)
    return theirs["out"], ours["out"], outcome.output


def check(snippet):
    expected, found, text = both(snippet)
    assert "tf.cast(tf.cast(" not in text
    assert_equal(expected, found)


OPERATORS = [
    *(f"v {op} a" for op in "+ - * / // % ** == != < >=".split()),
    *(f"a {op} v" for op in "+ - * / // % ** == != <= >".split()),
    *(f"a {op} 2" for op in "+ - * / // % ** == < & | ^ << >>".split()),
    *(f"a {op} -2" for op in "+ - * / // %".split()),
    *(f"a {op} 0.5" for op in "+ - * / // % ** == < ".split()),
    *(f"2 {op} a" for op in "+ - * ** == & | ^ <<".split()),
    *(f"2.5 {op} a" for op in "+ - * ** > !=".split()),
    *(f"a {op} s" for op in "+ - * / == < & | ^ <<".split()),
    *(f"u {op} s" for op in "+ - * / == < & | ^".split()),
    *(f"u {op} 1" for op in "+ - * / == < & | ^".split()),
    *(f"1 {op} u" for op in "+ - * ==".split()),
    *(f"u {op} v" for op in "+ - * == <".split()),
    *(f"m {op} v" for op in "+ * / == <".split()),
    *(f"v {op} m" for op in "+ * == <".split()),
    *(f"m {op} a" for op in "+ * == & | ^".split()),
    *(f"m {op} 2" for op in "+ * / == <".split()),
    *(f"m {op} 0.5" for op in "+ * / == <".split()),
    *(f"m {op} m" for op in "+ * / == & | ^".split()),
    *(f"d {op} v" for op in "+ - * / // % ** == <".split()),
    *(f"f {op} d" for op in "+ - * / == <".split()),
    *(f"g {op} v" for op in "+ - * / == <".split()),
    *(f"v {op} g" for op in "+ - * / // % **".split()),
    *(f"a {op} f" for op in "+ - * / == <".split()),
    *(f"t {op} v" for op in "+ - * / // % ** == <".split()),
    *(f"s {op} t" for op in "+ - * / == < & |".split()),
    *(f"m {op} True" for op in "+ * == & |".split()),
    *(f"a {op} True" for op in "+ * == <".split()),
    *(f"v {op} flag" for op in "+ * == <".split()),
    *(f"v {op} m * f" for op in "+ -".split()),
    "-a, +a, ~a, ~m, ~u, -v, abs(v), +v",
    "x @ v, x @ y.t(), big @ torch.ones(4)",
    "(x > 1) * (y > 0), (x > 1) + (y > 0), 3 * (a + 1) * v, v * ~m, x * mm.float() * d",
    "m.float() * d, torch.tensor(3) * v, v ** -1, 1.0 / a, a / a",
    "a * np.mean([1.5, 2.5]), a == np.max([2, 1])",
    "1 - m.float(), 1 - u, (1 - u) * v, 0.99 * v * (1 - u), x // 0.1, -x % 0.7, -a % 2, -a // 2",
    "(v + a).dtype == torch.float32, (a / a).dtype == torch.float32, x.shape[0] * v",
]


@pytest.mark.parametrize("text", OPERATORS)
def test_operators_promote_as_torch_does(text):
    check(f"out = {text}")


SUBSCRIPTS = [
    "x[0], x[-1], x[1, 2], x[-1, -2], x[0][1], big[1][2][3]",
    "x[1:], x[:-1], x[::2], x[:, 1:], x[0, ::2], x[:, -1], big[..., 0], big[0, ..., 1], x[...]",
    "x[None], x[:, None], v[:, None], v[None, :, None], x[0, None], big[:, None, 1:]",
    "x[t - 1], v[t], x[t - 1, 0], x[0, t], big[:, t], v[:t]",
    "v[a], x[b], x[:, a], big[:, :, a], big[..., a], big[:, a, :], big[..., a, :]",
    "x[b, 1], x[1, a], big[b, 1:, 2], big[1, :, a], big[1, a, 2], big[:, a, 1], x[b, None]",
    "v[[0, 2]], x[:, [0, 2]], x[[1, 0], 1], v[n], x[:, n]",
    "v[m], x[mm], x[:, m], x[mm[:, 0]], x[mm[:, 0], 1], x[0, m], big[:, m], big[..., m, :]",
    pytest.param("v[u], x[:, u]", marks=pytest.mark.filterwarnings("ignore:indexing with dtype")),
    "x[b, a[:2]], x[[0, 1], [2, 0]], big[b, a[:2]], big[b, a[:2], 1:], big[b, 1, a[:2]]",
    "big[b, a[:2], a[1:]], x[torch.arange(2), a[:2]], x[range(2), a[:2]], x[np.arange(2), b]",
    "x[b.int()], x[s[:2] - 1, a[:2]]",
    "big[b][:, 1], big[1][a][:, 2:], x[x > 1], x[(x > 0) & (y > 0)], x[~mm]",
    "[row.sum() for row in x], v[a].unsqueeze(1) * y.t()",
    "x[b].max(), x[0] * m, x @ x[0]",
]


@pytest.mark.parametrize("text", SUBSCRIPTS)
def test_subscripts(text):
    check(f"out = {text}")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("x[:, a][:, [-1, 0]]", "indices below 0"),
        ("big[:, a[:2], b]", "not its first indices"),
        ("x[b[:, None], a]", "different shapes"),
        ("x[mm[:, 0], b]", "a mask and something else"),
        ("m - len(n)", None),
        ("m * n", "a boolean tensor in arithmetic"),
        ("a * n", "an integer tensor in arithmetic with a NumPy value"),
    ],
)
def test_what_has_no_spelling_is_refused(text, why):
    outcome = ported(f"out = {text}")
    found = [f.message for f in outcome.findings]
    assert any(why in message for message in found) if why else not found
