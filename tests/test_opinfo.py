"""Every rule on PyTorch's own samples (OpInfo): they know the corners that nobody thinks of.

A sample is equal on both sides, or the rule refuses it, or TensorFlow raises for a reason that
is listed here: never another value.
"""

import torch  # before TensorFlow

# isort: split
import ast
import functools
import math
import re
from collections import Counter
from pathlib import Path

import keras
import numpy as np
import pytest
import tensorflow as tf
from expressions import BOOK, MODULES, TOLERANCE, Expression, agrees, assert_equal
from sampled import each
from torch.testing._internal.common_methods_invocations import op_db

from porter import kinds
from porter.equivalence.compare import Tolerance
from porter.equivalence.tape import Tape
from porter.equivalence.tape.tf_draws import tf_on
from porter.equivalence.tape.torch_draws import torch_on

pytestmark = [
    pytest.mark.filterwarnings("ignore:.*degrees of freedom:UserWarning"),
    pytest.mark.filterwarnings("ignore:reduction. 'mean' divides:UserWarning"),
    pytest.mark.filterwarnings(r"ignore:torch\.\w+ is deprecated:UserWarning"),
    pytest.mark.filterwarnings("ignore:The reduce argument of torch.scatter:UserWarning"),
    pytest.mark.filterwarnings(r"ignore:torch.searchsorted\(\). input value:UserWarning"),
    pytest.mark.filterwarnings("ignore:Using padding='same' with even kernel:UserWarning"),
    pytest.mark.filterwarnings("ignore:dropout2d. Received a 3D input:UserWarning"),
]
SAMPLES = 8  # of each op and dtype, spread over all that it has
DTYPES = (torch.float32, torch.float64, torch.int64, torch.bool)
DOUBLE = Tolerance(relative=1e-10, absolute=1e-10)  # where all that is computed is in float64
PAGE = Path(__file__).parent.parent / "docs" / "opinfo.md"

NO_SAMPLES = {  # an API, or a variant of an op
    "nn.functional.batch_norm.without_cudnn": "it is of GPUs",
    "torch.empty": "its values are what lies in memory",
    "torch.empty_like": "its values are what lies in memory",
    "bfloat16": "NumPy has no such dtype",
    "Tensor.polygamma": "torch's float32 is off by 2e-5 near the poles: see test_elementwise.py",
    "new_empty": "its values are what lies in memory",
    "linalg.svd": "the vectors' signs are free: see test_arrays.py",
    "svd": "the vectors' signs are free: see test_arrays.py",
    "linalg.eigh": "the vectors' signs are free: see test_arrays.py",
    "Tensor.zero_": "a statement, not an expression",
    "normal.in_place": "these are of Tensor.normal_",
}
ORDER = "sums that cancel show the order of summation in float32, which is the processor's"
FLOAT64 = {
    "scaled_dot_product_attention": "a softmax of large products shows their rounding",
    "matmul": ORDER,
    "conv": ORDER,
    "conv_transpose": ORDER,
    "interpolate": "torch computes positions and weights in float32, too",
    "mm": ORDER,
    "baddbmm": ORDER,
    "bilinear": ORDER,
    "addbmm": ORDER,
    "fft2": ORDER,
    "matrix_exp": "torch and TensorFlow sum up other series",
    "cdist": "torch may compute it by a product of matrices, which is less exact",
}
DISTINCT = {  # in float32 only, where the samples have no equal elements, and not so large ones
    "rfft2": "sums that cancel show the order of summation",
    "topk": "of equal elements another index comes",
    "kthvalue": "of equal elements another index comes",
    "mode": "of equal elements another index comes",
}
NO_MASKS = {
    "sort": "of more than 16 equal elements torch's order is its own: test_rules.py has few",
    "argsort": "of more than 16 equal elements torch's order is its own: test_rules.py has few",
}
ALL_REFUSED = {
    "max_pool1d": "every other sample asks for indices, those that are taken do",
    "max_pool2d": "every other sample asks for indices, those that are taken do",
    "max_pool3d": "every other sample asks for indices, those that are taken do",
    "polygamma": "the samples have n last, as the method has",
}
SWAPPED = (  # OpInfo's input is the second argument
    "torch.where", "torch.einsum", "torch.nn.functional.embedding"
)  # fmt: skip
SPELLED_OUT = {"requires_grad": False, "layout": None}  # torch's defaults, left out
RAISED = {  # TensorFlow's message, as a pattern: what torch does instead
    r"Matrix size-incompatible": "torch sums a dimension of size 1 as often as it needs",
    r"Can not squeeze dim\[\d\], expected a dimension of 1": "torch leaves larger ones as they are",
}


HEAD = """# The rules on PyTorch's own samples

PyTorch ships the samples that it tests its functions on (`torch.testing._internal`, OpInfo). Each
rule for one of these functions runs up to 8 samples of each op in float32, float64, int64 and bool,
with PyTorch and with TensorFlow. Values are compared within 2e-6 (float64: 1e-10), shapes and
dtypes exactly. A sample is equal, or porter refuses the call, or TensorFlow raises for a reason
that `tests/test_opinfo.py` lists. `tests/test_gradients.py` tests the gradients.

This page is generated: `python -m pytest tests/test_opinfo.py --update`.

| rules of | rules | ops | equal | refused | raise in TensorFlow | wrong |
| --- | ---: | ---: | ---: | ---: | ---: | ---: |
"""


def ops_by_name():
    found = {}
    for op in op_db:
        for name in (op.name, *(alias.name for alias in op.aliases)):
            found.setdefault(name, []).append(op)
    return found


OPS = ops_by_name()


def ops_of(rule):
    """The rule's ops, each with the first of the rule's names that it has."""
    found = {}
    for api in rule.names:
        if rule.params and not rule.is_class and api not in NO_SAMPLES:
            for op in OPS.get(re.sub(r"^(torch|Tensor)\.", "", api), ()):
                if op.full_name not in NO_SAMPLES:
                    found.setdefault(op.full_name, (op, api))
    return list(found.values())


def refuses(rule):
    """Whether a rule does nothing but say why."""
    return not any(isinstance(node, ast.Return) for node in ast.walk(rule.node))


RULES = [rule for rule in BOOK.rules.values() if ops_of(rule) and not refuses(rule)]


class Call:
    """A sample as source text, and the tensors that its names stand for."""

    def __init__(self, api, sample):
        self.tensors = {}
        args = [self.written(value) for value in (sample.input, *sample.args)]
        if api in SWAPPED:
            args[:2] = args[1::-1]
        keywords = [
            f"{name}={self.written(value)}"
            for name, value in sample.kwargs.items()
            if name not in SPELLED_OUT or value is not SPELLED_OUT[name]
        ]
        if api.startswith("Tensor."):
            api = api.replace("Tensor", args.pop(0))
        self.text = (
            api
            if api.endswith((".T", ".mT", ".H", ".mH"))
            else f"{api}({', '.join(args + keywords)})"
        )

    def written(self, value):
        if isinstance(value, torch.Tensor):
            self.tensors[f"x{len(self.tensors)}"] = value
            return f"x{len(self.tensors) - 1}"
        if isinstance(value, (list, tuple)):
            items = "".join(f"{self.written(item)}, " for item in value)
            return f"[{items}]" if isinstance(value, list) else f"({items})"
        if isinstance(value, float) and not math.isfinite(value):
            return f'float("{value}")'
        if isinstance(value, torch.device):
            return f'"{value}"'
        return str(value) if isinstance(value, torch.dtype) else repr(value)

    def kinds(self):
        return MODULES | {
            name: kinds.Tensor(str(tensor.dtype).removeprefix("torch."), tensor.dim())
            for name, tensor in self.tensors.items()
        }

    def __str__(self):
        shapes = (f"{name}: {t.dtype}{list(t.shape)}" for name, t in self.tensors.items())
        return f"{self.text} with {', '.join(shapes)}"


def calls(rule, dtypes):
    for op, api in ops_of(rule):
        supported = [dtype for dtype in dtypes if op.supports_dtype(dtype, "cpu")]
        for dtype in supported or [torch.complex64]:
            torch.manual_seed(0)
            samples = list(op.sample_inputs("cpu", dtype, requires_grad=False))
            step = math.ceil(len(samples) / SAMPLES)
            yield from (Call(api, sample) for sample in samples[::step])


def theirs(call):
    with torch_on(Tape(0)):
        return eval(call.text, {"torch": torch, **call.tensors})


def ours(expression, call):
    names = {"tf": tf, "keras": keras, "np": np, "math": math, "functools": functools}
    exec(BOOK.paste(expression.blocks), names)
    names |= {name: tf.constant(tensor.numpy()) for name, tensor in call.tensors.items()}
    with tf_on(Tape(0)):
        return eval(expression.found, names)


def outcome(call):
    """One of "equal" and "refused", a pattern of RAISED, or what is wrong."""
    expression = Expression(call.text, call.kinds())
    if expression.port(expression.tree) is None:
        return "refused"
    expected = theirs(call)
    try:
        found = ours(expression, call)
    except (tf.errors.InvalidArgumentError, TypeError, ValueError, IndexError) as e:
        known = (pattern for pattern in RAISED if re.search(pattern, str(e)))
        return next(known, f"{call} -> {expression.found}: {e}")
    single = any(t.dtype != torch.float64 for t in torch.utils._pytree.tree_leaves(expected)
                 if isinstance(t, torch.Tensor))  # fmt: skip
    try:
        assert_equal(expected, found, tolerance=TOLERANCE if single else DOUBLE)
        agrees(expression.kind(expression.tree), expected)
    except AssertionError as e:
        return f"{call} -> {expression.found}: {e}"
    return "equal"


@functools.cache
def outcomes(rule):
    """How often each outcome came."""
    dtypes = DTYPES
    if rule.name in FLOAT64:  # integers become float32 where the rule says Float
        dtypes = (torch.float64, *(DTYPES[2:] if rule.params[0].annotation != "Float" else ()))
    dtypes = DTYPES[:1] if rule.name in DISTINCT else dtypes
    if rule.name in NO_MASKS:
        dtypes = tuple(dtype for dtype in dtypes if dtype != torch.bool)
    return Counter(outcome(call) for call in calls(rule, dtypes))


# The gate takes each fourth rule, `make test-slow` all. These have samples for over ten seconds.
MANY = {
    "conv_transpose", "logspace", "max_pool2d", "max_pool3d", "nonzero", "pad_", "pinv",
    "polygamma", "scatter_reduce", "softmin", "split", "unique",
}  # fmt: skip


@pytest.mark.parametrize(
    "rule",
    each(6, RULES, slow=[rule for rule in RULES if rule.name in MANY]),
    ids=lambda rule: rule.name,
)
def test_samples(rule):
    found = outcomes(rule)
    wrong = [text for text in found if text not in {"equal", "refused", *RAISED}]
    assert not wrong, "\n".join(wrong)
    refused = rule.name in ALL_REFUSED or not rule.returns  # nothing but `raise Unsupported`
    assert (found["equal"] == 0) == refused


def page():
    """docs/opinfo.md: what came of the samples, by the files of rules."""
    by_file = {}
    for rule in RULES:
        by_file.setdefault(rule.path.name, []).append(rule)
    rows = {"**all**": RULES, **dict(sorted(by_file.items()))}
    lines = [_row(name, rules) for name, rules in rows.items()]
    return HEAD + "\n".join(lines) + "\n"


def _row(name, rules):
    found = sum((outcomes(rule) for rule in rules), Counter())
    ops = {op for rule in rules for op, _ in map(_named, ops_of(rule))}
    raised = sum(found[pattern] for pattern in RAISED)
    wrong = found.total() - found["equal"] - found["refused"] - raised
    numbers = (len(rules), len(ops), found["equal"], found["refused"], raised, wrong)
    return f"| {name} | " + " | ".join(map(str, numbers)) + " |"


def _named(pair):
    return pair[0].full_name, pair[1]


@pytest.mark.slow  # counts all samples once more, where another process runs the others
def test_the_numbers_in_the_docs(request):
    """All samples are compared here once more, so that no number is anybody's word."""
    found = page()
    if request.config.getoption("--update"):
        PAGE.write_text(found)
    assert PAGE.read_text() == found, "python -m pytest tests/test_opinfo.py --update"


@pytest.mark.slow  # counts all samples once more, where another process runs the others
def test_every_reason_is_needed():
    total = sum((outcomes(rule) for rule in RULES), Counter())
    assert [pattern for pattern in RAISED if not total[pattern]] == []
    names = {name for rule in BOOK.rules.values() for name in rule.names}
    assert set(NO_SAMPLES) <= names | {op.full_name for op in op_db}
    assert set(ALL_REFUSED) <= {rule.name for rule in RULES}
    for name in (name for name, why in FLOAT64.items() if why is not ORDER):
        found = {outcome(call) for call in calls(BOOK.rules[name], [torch.float32])}
        assert found - {"equal", "refused", *RAISED}, f"{name} is the same in float32"
