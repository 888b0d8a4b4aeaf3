"""Random programs that change tensors under several names: ported right, or refused.

A port that loses a change which another name sees gives other sums.
"""

import torch  # noqa: F401 -- before TensorFlow

# isort: split
import random

import numpy as np
import pytest

from porter.findings import Severity
from porter.pipeline import Converted, convert

HEAD = """\
import torch

kept, out = [], []
x, y, w = torch.zeros(2, 3), torch.ones(2, 3), torch.zeros(2, 3)
idx = torch.tensor([1, 0])


class Box:
    pass


def same(q):
    return q


def keep(q):
    kept.append(q)


def changed(q):
    q = q.clone()
    q[0] = 7
    return q


def total(q):
    return float(q.sum())


box = Box()
"""
TAIL = """
out += [total(q) for q in kept]
out += [total(x), total(y), total(w)]
for name in ("x", "y", "w"):
    if hasattr(box, name):
        out.append(total(getattr(box, name)))
"""
VALUES = """{n}|{n}|{n}.view(2, 3)|{n}.reshape(2, 3)|{n} * 1|{n} + {m}|{n}.clone()|torch.zeros(2, 3)
{n}.detach()|{n}.float()|{n}[idx]|{n}[:]|same({n})|changed({n})|{n} if len(kept) > 1 else {m}
{n}.contiguous()|torch.relu({n})|{n}.t().t()|{n}.abs()|torch.where({n} > 0, {n}, {m})|{n}.add_(1)
({n}, {m})[0]|[{n}][0]|+{n}|{n}.squeeze()|{n}.to(torch.float32)|{n}.expand(2, 3)"""
CHANGES = """{n}[0] = 1.5|{n}[:, 1] += 2|{n} += 1|{n} *= {m} + 1|{n}.add_(1)|{n}.mul_(2).sub_(1)
{n}[{n} > 2] = 0.5|{n}[idx] = {m} + 0|{n}[0] = {m}[1]|{n}[0].add_(1)|{n}.view(-1)[2] = 9.0
{n}[1, 2] = len(kept)|{n}.clamp_(max=3)|{n}[({n} > 0) * ({n} != {m})] -= 1
{n}.view(-1).index_add_(0, idx, {m}[0, :2].clone())|{n}[{n} < {m}] *= 2"""
OTHERS = """kept.append({n})|keep({n})|box.{m} = {n}|{n}, {m} = {m}, {n}|out.append(total({n}))
{n}, other = {m}, 1|out.append(total({n}))"""


class Program:
    """Statements about three tensors, in nested loops and branches."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        body = self.block(self.random.randint(2, 5), 0)
        if self.random.random() < 0.5:
            lines = "".join(f"    {line}\n" for line in body)
            call = "x, y, w = main(x + 0, y + 0, w + 0)"
            self.text = f"{HEAD}def main(x, y, w):\n{lines}    return x, y, w\n{call}\n{TAIL}"
        else:
            self.text = HEAD + "\n".join(body) + TAIL

    def one_of(self, choices):
        names = {"n": self.random.choice("xyw"), "m": self.random.choice("xyw")}
        return self.random.choice(choices.replace("\n", "|").split("|")).format(**names)

    def block(self, size, depth):
        return [line for _ in range(size) for line in self.statement(depth)]

    def statement(self, depth):
        kind = self.random.random()
        if kind < 0.3:
            return [f"{self.random.choice('xyw')} = {self.one_of(VALUES)}"]
        if kind < 0.55 or depth == 2:
            return [self.one_of(CHANGES)]
        if kind < 0.8:
            return [self.one_of(OTHERS)]
        inner = [f"    {line}" for line in self.block(self.random.randint(1, 4), depth + 1)]
        if kind < 0.9:
            return ["for i in range(2):", *inner]
        other = [f"    {line}" for line in self.block(1, depth + 1)]
        return ["if len(out) % 2:", *inner, "else:", *other]


def run(text):
    names = {}
    exec(text, names)
    return names["out"]


def ported(seeds):
    """How many of these programs are ported and give the same; the others are refused."""
    count = 0
    for seed in seeds:
        text = Program(seed).text
        outcome = convert(text, "program.py")
        assert isinstance(outcome, Converted)
        if any(f.severity is Severity.ERROR for f in outcome.findings):
            continue
        count += 1
        np.testing.assert_allclose(run(outcome.output), run(text), rtol=1e-6, err_msg=text)
    return count


def test_a_hundred_random_programs():
    assert ported(range(100)) > 20


@pytest.mark.slow
def test_random_programs():
    assert ported(range(100, 500)) > 100
