# ruff: noqa: E501 -- one snippet a line
"""Operators, subscripts and changes in place: statements that run on both sides.

Each snippet is converted as a program; what it calls `out` must be the same: value, shape, dtype.
"""

import torch  # noqa: F401 -- before TensorFlow

# isort: split
import pytest
from expressions import assert_equal

from porter.findings import Severity
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


def both(snippet, notes=()):
    """`out` on both sides, and the text of the port, which has just these notes beside N402."""
    outcome = ported(snippet)
    assert tuple(f.code for f in outcome.findings if f.code != "N402") == notes
    theirs, ours = {}, {}
    exec(f"{HEADER}{snippet}\n", theirs)
    exec(outcome.output, ours)
    return theirs["out"], ours["out"], outcome.output


def check(snippet, notes=()):
    expected, found, text = both(snippet, notes)
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
    "1 / torch.tensor(np.prod([2, 3])), torch.tensor(n[1]) / 4, 1.5 / torch.tensor(n)",
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
    "x[:, a][:, [-1, 0]], x[b[:, None], a], x[mm[:, 0], b]",
    pytest.param(  # NumPy warns of what torch does there
        "m[:2] + n, a[:2] * n", marks=pytest.mark.filterwarnings("ignore::DeprecationWarning")
    ),
]


@pytest.mark.parametrize("text", SUBSCRIPTS)
def test_subscripts(text):
    check(f"out = {text}")


@pytest.mark.parametrize("text", ["big[:, a[:2], b]", "m - len(n)", "m + n", "a * n"])
def test_what_was_refused_once_is_ported(text):
    assert not ported(f"out = {text}").findings


STORES = [
    "z = torch.zeros(3); z[0] = 1.0; z[2] = 5; z[-1] = 2.5",
    "z = torch.zeros(3); z[k] = f; z[:1] = v[1]; z[t - 1] = 3.0",
    "z = torch.zeros(2, 3); z[0] = v; z[1, 2] = 7; z[:, 0] = 4.0; z[0, 1:] = v[:2]; z[..., 1] = -1",
    "z = torch.zeros(2, 3); z[:] = v; z[None, 0] = v; z[1, ::2] = d[:2]",
    "z = torch.zeros(2, 3, 4); z[1] = 2; z[:, 1, :] = big[:, 0]; z[0, :, 1:3] = 1.5; z[:, :, -1] = x",
    "z = torch.zeros(3); z[a] = v; z[[0, 2]] = 9.0; z[n] = v[:2]",
    "z = torch.zeros(2, 3); z[:, a] = x; z[b] = y; z[b, 1] = v[:2]; z[1, a] = 3.0; z[:, [0, 1]] = 8",
    "z = torch.zeros(2, 3); z[b, a[:2]] = v[:2]; z[torch.arange(2), b] = 5.0",
    "z = torch.zeros(2, 3); z[x > 0] = 1.0; z[mm] = x[mm]; z[:, m] = 2.0; z[mm[:, 0]] = v",
    "z = torch.ones(3); z[z > 0] = 2.5; z[m] = v[m]; z[m] = v[:2]; z[~m] = f; z[u.bool()] = g",
    "z = torch.zeros(3, dtype=torch.long); z[0] = 2.7; z[1:] = v[:2]; z[a > 1] = 5; z[m] = a[m]",
    "z = torch.zeros(3, dtype=torch.bool); z[0] = True; z[1] = 1; z[a > 1] = v[0] > 0; z[2] = f",
    "z = torch.zeros(3, dtype=torch.float64); z[0] = 0.1; z[1:] = 0.3; z[m] = 0.7; z[2] = v[2]",
    "z = torch.zeros(3); z[0] += 1; z[1:] *= v[1:]; z[a] += v; z[m] -= 0.5; z[0] -= a[0]; z[-1] /= 3",
    "z = torch.zeros(2, 3); z[0] += v; z[:, 1] += 2; z[mm] *= 3; z[b, 0] += v[:2]; z[1, 1] **= 2",
    "z = torch.zeros(3, dtype=torch.long); z[0] += 1; z[a] += a; z[1:] *= 2; z[2] //= 2",
    "z = v * 1; z += v; z -= 1; z *= a; z /= 2; z **= 2; z *= m; z += f",
    "z = a + 0; z += 1; z *= a; z -= s; z //= 2; z %= 2; z |= a; z ^= 1; z &= 3",
    "z = v > 1; z |= m; z &= ~m; z ^= True; z += m",
    "z = v.clone(); z.mul_(2); z.add_(1); z.add_(v, alpha=0.5); z.sub_(a); z.div_(3); z.clamp_(0, 1)",
    "z = v.clone(); z.mul_(2).add_(1).clamp_(max=4); z.exp_(); z.sqrt_(); z.tanh_(); z.neg_(); z.abs_()",
    "z = torch.zeros(3); z.fill_(2); z.add_(a); z.copy_(d); z.pow_(2); z.sigmoid_(); z.relu_(); z.zero_()",
    "z = x.clone(); z.masked_fill_(mm, 0.5); z.clamp_(min=0); z.t_(); z.unsqueeze_(0); z.squeeze_(0)",
    "z = torch.zeros(2, 3).scatter_(1, b.unsqueeze(1), 1.0); z = z.mul_(2)",
    "z = torch.zeros(2, 3); z.scatter_(1, b.unsqueeze(1), 1.0)",
    "z = torch.zeros(3); z.index_add_(0, a, v); z.index_fill_(0, b, 7.0)",
    "z = torch.zeros(2, 3); z[0].add_(v); z[1].fill_(3); z[:, 1].mul_(2); z[0].index_add_(0, a, v)",
    "z = torch.zeros(2, 3); z.view(-1)[4] = 1; z.view(-1).index_add_(0, a, v); z.t()[0] = 5; z[0][1] = 3",
    "z = torch.arange(3); z.add_(1); z.mul_(2); z.clamp_(0, 4)",
    "z = torch.zeros(4)\nfor i in range(4): z[i] = i * 0.5",
    "z = torch.zeros(4)\nlast = 0.0\nfor i in reversed(range(4)):\n    z[i] = last = i + 0.9 * last",
    "z = torch.zeros(3)\nfor i in range(3):\n    z[i] += v[i]\n    w = z.sum()\nz = z + w",
    "z = x.max(1)[0]; z[b] = 0.5; z += x.max(1).values",
    "z = x.max(1).values; z[0] = 0.5; z.mul_(2)",
    "zs = []\nfor i in range(3):\n    z = torch.zeros(3)\n    z[i] = 1\n    zs.append(z)\nz = torch.stack(zs)",
    "z = torch.zeros(3)\nz[0] = 1\nw = z\nz = w + 1\nz[1] = 5\nz = z + w",
    "z = torch.zeros(3)\nz[0] = 1\nw = z.view(-1)\nprint(w.sum())\nz[1] = 2",
    "z = torch.zeros(3)\nq = 0\nfor i in range(3):\n    for j in range(2):\n        z[i] += j\n    w = z.reshape(-1)\n    for j in range(2):\n        q = q + w.sum()\nz = z + q",
    "z = torch.zeros(3)\nq = 0\nfor i in range(3):\n    z[i] = i\n    w = z.view(-1)\n    p, r = w.numpy(), 1\n    q = q + float(p.sum())\nz = z + q",
    "def g(q):\n    q = q + 1\n    q[0] = 5\n    return q\nz = g(v) + v",
    "def g():\n    q = torch.zeros(3)\n    q[0] = 5\n    return q\nz = g()\nz[1] = 2",
    "def g(q):\n    q = q.clone()\n    q.mul_(2)\n    return q.add_(1)\nz = g(v) * v",
    "z = torch.zeros(2, 3)\nz = z.to('cpu')\nz = z.view(3, 2)\nz[0] = 1\nprint(len(z), z.shape)",
    "q = torch.tensor([[0.0, 2.0, 2.0], [1.0, 1.0, 0.0]])\nz = torch.zeros(2, 3)\nfor i in range(z.size(0)):\n    z[i].index_add_(0, q[i].long(), x[i])\n    z[i].index_add_(0, q[i].long(), y[i])",
    # arrays in the port: what is read of them is a tensor where torch has one
    "z = torch.zeros(3); w = torch.zeros(3, dtype=torch.long); z[0] = 2; w[1] = 3; z = z * 2 + w[1] - z[0] / 3 + w",
    "z = torch.zeros(3); z[1] = 2; z = (z > 1) * z + z.max() + z[z > 1].sum() + z[a][0] + (-z)[1] + z.mean()",
    "z = torch.zeros(3, dtype=torch.bool); z[1] = True; z = z.float() + (~z).float() * z.sum()",
    "z = torch.zeros(2); w = torch.ones(2); z[0] = 3; w[1] = z[0] + v[0]; q = z * w; z = q ** 2 + torch.stack([z, w]).sum(0)",
    "z = torch.zeros(3); z[k] = v[:1]; z[0] = v[1:2].sum(); z[1] = [z[0]][0]; z = z.clone() + z.numpy().sum() + len(z)",
    "z = torch.zeros(2, 3); z[1] = v; z = torch.where(z > 1, z, z.t().t() - 1) @ z[1] + z[0, 1].item() + z.shape[1]",
]


def test_a_leaf_of_numpys_numbers_counts_as_what_it_meets():
    check("w = torch.tensor(np.log(0.5))\nw.requires_grad = True\nout = (w.exp() * v).detach()")


def test_a_wider_operand_is_computed_with_and_the_dtype_kept():
    expected, found, text = both("z = v * 1\nz += d\nz *= g\nout = z")
    assert "z = tf.cast(tf.cast(z, tf.float64) + d, tf.float32)" in text
    assert_equal(expected, found)


@pytest.mark.parametrize("text", STORES)
def test_tensors_that_change(text):
    check(text.replace("; ", "\n") + "\nout = z")


def test_stores_into_an_attribute_that_is_changed_as_a_whole_are_said_to_copy():
    check(
        "class A:\n    def __init__(self):\n        self.q = torch.zeros(3)\n    def f(self, i):\n"
        "        self.q[i] = 1.0\n        self.q *= 2\n        return self.q.sum()\nc = A()\n"
        "out = c.f(0) + c.f(2)",
        notes=("N403",),
    )


PARAMETERS = [
    "p -= 0.1 * p; p += 1; p *= 0.5; p /= x",
    "p.mul_(2).add_(1); p.data.mul_(0.5).add_(0.5 * x); p.exp_(); p.data.clamp_(0, 3)",
    "p[0] = 1.0; p.data[:, 1] = 2.0; p[1].fill_(3.0); p[p > 2] = 0.5; p.data[0] += v",
    "p.data.copy_(y); p.data.add_(x, alpha=0.5); p.fill_(2); p.data.zero_(); p.add_(a)",
    "p.data.sub_(x).div_(2).tanh_(); p.sub_(y, alpha=2)",
]


@pytest.mark.parametrize("text", PARAMETERS)
def test_parameters_are_assigned(text):
    lines = "".join(f"    {line}\n" for line in text.split("; "))
    made = "p = torch.tensor([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]], requires_grad=True)"
    check(f"{made}\nwith torch.no_grad():\n{lines}out = p.detach()")


ALIASED = [
    "z = torch.zeros(3); w = z; z[0] = 1; z = w",
    "z = torch.zeros(3); w = z.view(-1); z[0] = 1; z = w",
    "z = torch.zeros(2, 3); w = z[0]; z[0] = 1; z = w",
    "z = torch.zeros(2, 3); w = z[0]; w[0] = 1",
    "z = torch.zeros(2, 3); w = z.t(); w += 1",
    "z = torch.zeros(3); w = [z]; z += 1; z = w[0]",
    "z = torch.zeros(3); w = z.numpy(); z += 1; z = torch.tensor(w)",
    "w = np.zeros(3); z = torch.from_numpy(w); z += 1; z = torch.tensor(w)",
    "w = np.zeros(3); z = torch.as_tensor(w); z[0] = 1; z = torch.tensor(w)",
    "z = torch.zeros(3); w = z.detach(); z.add_(1); z = w",
    "z = torch.zeros(3); w = z.float(); z.add_(1); z = w",
    "z = torch.zeros(3); w, _ = z, 1; z.add_(1); z = w",
    "z = w = torch.zeros(3); z.add_(1); z = w",
    "z = torch.zeros(3); w = z.add_(1); z.add_(1); z = w",
    "z = torch.zeros(3); w = z if flag else v; z.add_(1); z = w",
    "z = torch.zeros(3); w = z or v if k > 5 else z; z.add_(1); z = w",
    "z = torch.zeros(3); w = {'a': z}; z.add_(1); z = w['a']",
    "z = torch.zeros(2, 3)\nfor w in z:\n    w += 1",
    "z = torch.zeros(3)\nzs = []\nfor i in range(3):\n    z[i] = 1\n    zs.append(z)\nz = torch.stack(zs)",
    "z = torch.zeros(3)\nw = z.view(-1)\nq = 0\nfor i in range(3):\n    z[i] = 1\n    q = q + w.sum()\nz = z + q",
    "z = torch.zeros(3)\nq = 0\nw = z\nfor i in range(3):\n    q = q + w.sum()\n    z[i] = 1\nz = z + q",
    "z = torch.zeros(3)\nq = 0\nfor i in range(3):\n    if i == 1:\n        w = z.view(-1)\n    z[i] = 1\n    if i > 0:\n        q = q + w.sum()\nz = z + q",
    "z = torch.zeros(3)\nq = []\nfor i in range(3):\n    z[i] = 1\n    w = z.view(-1)\n    q.append(w)\nz = torch.stack(q)",
    "z = torch.zeros(3)\nfor i in range(3):\n    z[i] = 1\n    w = z.view(-1)\n    p = w if i == 0 else p\nz = p",
    "z = torch.zeros(3)\nw = torch.ones(3)\nfor i in range(3):\n    z[i] = w[i]\n    w = z\nz = w",
    "def g(q):\n    q[0] = 5\n    return q\nz = torch.zeros(3)\nw = g(z)",
    "def g(q):\n    q += 5\nz = torch.zeros(3)\ng(z)",
    "def g(q):\n    q.add_(5)\nz = torch.zeros(3)\ng(z)",
    "def g():\n    z[0] = 5\nz = torch.zeros(3)\ng()",
    "def g():\n    z.add_(1)\nz = torch.zeros(3)\ng()",
    "def g(q):\n    return q\nz = torch.zeros(3)\nw = g(z)\nz.add_(1)\nz = w",
    "def g(q):\n    return q.view(-1)\nw = torch.zeros(3)\nz = g(w)\nz[0] = 1\nz = w",
    "kept = []\ndef g(q):\n    kept.append(q)\nz = torch.zeros(3)\ng(z)\nz.add_(1)\nz = kept[0]",
    "class A:\n    def __init__(self):\n        self.q = torch.zeros(3)\nc = A()\nz = c.q\nc.q.add_(1)",
    "class A:\n    def __init__(self, w):\n        self.q = w\n    def f(self):\n        self.q[0] = 1\n"
    "z = torch.zeros(3)\nA(z).f()",
    "class A:\n    def __init__(self):\n        self.q = torch.zeros(3)\n    def f(self):\n"
    "        self.q[0] = 1\n    def g(self):\n        return self.q\nc = A()\nz = c.g()\nc.f()",
    "z = torch.zeros(3)\nw = lambda: z\nz = w()\nz.add_(1)\nz = w()",
    "z = torch.zeros(3); h = (lambda q: q)(z); z += 1; z = h",
    "z = torch.zeros(3)\nw = torch.relu_(z)\nz += 1\nz = w",
    "w = torch.ones(3)\nz = torch.nn.Identity()(w)\nz += 1\nz = w",
    "w = torch.ones(3)\nz = torch.nn.functional.dropout(w, training=False)\nz += 1\nz = w",
    "w = torch.zeros(4); z = w.split(2)[0]; z[0] = 1; z = w",
    "w = torch.zeros(4); z, _ = w.chunk(2); z[0] = 1; z = w",
    "w = [torch.zeros(4)]; z = w[0]; z[0] = 1; z = w[0]",
    "z = torch.zeros(2, 3); z[b][0] = 5.0; z.float()[0] = 4.0",
]


@pytest.mark.parametrize("text", ALIASED)
def test_tensors_with_another_name_are_refused(text):
    """Or ported right: a change that is seen under another name may not get lost."""
    snippet = text.replace("; ", "\n") + "\nout = z"
    outcome = ported(snippet)
    if any(f.severity is Severity.ERROR for f in outcome.findings):
        assert "# porter: P10" in outcome.output
        return
    check(snippet)


CONVERSIONS = [
    "x.data, x.detach(), x.data + 1, x.data.cpu().numpy(), x.detach().clone(), x.T, x.t(), x.mT",
    "x[0, 0].item(), a[0].item(), m[0].item(), x.sum().item(), u[0].item(), d[0].item(), v[:1].item()",
    "x.tolist(), a.tolist(), t.tolist(), m.tolist(), f.tolist(), x[0].tolist()",
    "[r.sum() for r in x], [i for i in a], list(v), tuple(v), len(x), len(x[0]), [*v]",
    "[p + q for p, q in zip(x[0], v)], [i * e for i, e in enumerate(v)], [p for r in x for p in r]",
    "[int(i) for i in a], [float(i) for i in v], [bool(i) for i in m], sum(v), max(v), min(v)",
    "sorted(v.tolist()), list(zip(v, a)), list(enumerate(a)), list(reversed(v.tolist()))",
    "float(f), int(t), bool(m[0]), float(v[:1]), int(v[1]), bool(v[0] > 5), float(t), int(m[0])",
    "x.float(), a.float(), a.double(), v.long(), v.int(), v.short(), a.byte(), v.bool(), m.int()",
    "v.half(), m.float(), a.bool(), m.long(), v.double(), a.int(), a.char(), v.to(torch.bfloat16) > 1",
    "x.to(torch.float64), a.to(torch.float32), m.to(dtype=torch.int32), v.to('cpu'), a.to(v.dtype)",
    "v.to(torch.device('cpu')), v.to('cpu', torch.float64), v.to(device='cpu', dtype=torch.float64)",
    "a.to(v), a.to(d), v.to(v.device), a.to(v.device, v.dtype), v.to('cpu', non_blocking=True)",
    "v.to(torch.int64, copy=True), v.to(v.device, torch.double, True), a.to(x.device).to(torch.float)",
    "a.type(torch.float32), v.type(torch.LongTensor), a.type_as(v)",
    "v.type(torch.bool), a.type(v.dtype), m.type(torch.FloatTensor), m.type_as(a)",
    "x.dtype == torch.float32, a.dtype == torch.long, a.dtype != torch.float, m.dtype is torch.bool",
    "x.dtype in (torch.float32, torch.float64), v.is_floating_point(), a.is_floating_point()",
    "x.is_cuda, x.ndim, x.dim(), x.shape, x.size(), x.size(1), x.numel(), x.nelement()",
    "x.contiguous(), x.cpu(), x.numpy(), x.detach().numpy(), x.cpu().detach().numpy().tolist()",
    "np.mean(v.numpy()), np.array(v.tolist()), v.numpy().sum()",
    "torch.is_tensor(v), torch.is_tensor(1), isinstance(v, torch.Tensor), torch.numel(x), v.is_contiguous()",
    "v if m[0] else a, 1 if v[0] > 0 else 2, not m[1], m.any() and flag, bool(m.all()), v[0] > 0 or flag",
    "f'{v[0]:.2f} {int(a[0])} {v.sum().item():.1f} {float(f)}', '%.2f' % v[0], str(int(t)), round(v[0].item(), 1)",
    "range(int(t)), [0] * int(t), list(range(t)), np.zeros(int(t)), [5, 6, 7][int(t)], [5, 6, 7][t]",
    "v.clone().requires_grad_(False), v.share_memory_(), v.element_size()",
    "math.sqrt(v[1]), math.exp(f), abs(v[0]), pow(v, 2), divmod(int(t), 2), hash(int(t)), math.floor(v[1])",
]


@pytest.mark.parametrize("text", CONVERSIONS)
def test_conversions(text):
    check(f"import math\nout = {text}")


UNPACKED = [
    "p, q, r = v\nout = p + q * r",
    "p, q = x\nout = p - q",
    "(p, q, r), s2 = x\nout = p + q + r + s2",
    "p, *q = v\nout = p, q",
    "n_rows, n_cols = x.shape\nout = n_rows * n_cols",
    "out = []\nfor row in x:\n    for e in row:\n        out.append(e * 2)",
    "out = []\nfor i, row in enumerate(x):\n    out.append(row[i])",
    "out = []\nfor p, q in zip(v, a):\n    out.append(p * q)",
    "out = 0\nfor e in v:\n    out += e",
    "out = 0.0\nfor e in v:\n    out += e.item()",
    "out = [w * 2 for w in x.unbind(1)]",
    "out = {int(i): float(e) for i, e in zip(a, v)}",
    "out = 0\nwhile t > out:\n    out += 1",
    "if v.sum() > 3 and not m.all():\n    out = v\nelse:\n    out = a",
    "assert v.shape == (3,)\nassert x.dtype == torch.float32\nout = v",
    "w = torch.tensor([1.0, 2.0], requires_grad=True)\nl = (w * w).sum()\nl.backward()\nout = w.grad, w.detach()",
]


@pytest.mark.parametrize("text", UNPACKED)
def test_iteration_and_unpacking(text):
    check(text)


@pytest.mark.parametrize("other", ["v", "v.double()", "a", "f"])
@pytest.mark.parametrize("one", ["a", "torch.tensor([0.5, 2.0, 1.0])"])
def test_whole_numbers_beside_a_tensor_of_unknown_dtype(one, other):
    """torch makes floats of them; integers beside integers stay what they are."""
    snippet = f"def beside(z: torch.Tensor):\n    w = {one}.long()\n"
    check(f"{snippet}    return w - z, z * w, (w + 1) - z\n\nout = beside({other})")


@pytest.mark.parametrize("other", ["v", "v.double()", "g", "x"])
def test_a_double_in_an_attribute_that_is_a_number_at_first(other):
    """A temperature: a tensor of one number has no say beside one with dimensions."""
    check(
        "class Agent:\n"
        "    def __init__(self, **options):\n"
        "        self.__dict__.update(options)\n\n"
        "    def scaled(self, z: torch.Tensor):\n"
        "        found = self.alpha * z, z - self.alpha\n"
        "        self.alpha = g.exp()\n"
        "        return found\n\n"
        f"agent = Agent(alpha=0.2)\nout = agent.scaled({other}), agent.scaled({other})"
    )
