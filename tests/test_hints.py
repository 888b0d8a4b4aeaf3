"""Hints lead somewhere: what a finding advises is followed to the letter, and it is gone."""

from dataclasses import dataclass

import pytest

from porter.findings import Finding
from porter.pipeline import Converted, Options
from porter.safely import convert_text

AGENT = """\
import copy
import numpy as np
import torch
from torch import nn
net = nn.Linear(4, 2)
opt = torch.optim.Adam(net.parameters(), lr=1e-3)
x = torch.ones(2, 4)
"""
LENT = """\
def step(loss):
    opt.zero_grad()
    loss.backward()
    opt.step()
    return loss{}
"""
LEARN = """\
def learn(x):
    loss = net(x).mean()
    {}
    loss.backward()
    opt.step()
"""
HOLDER = """\
class Holder:
    pass


def double(holder):
    {}


holder = Holder()
holder.w = torch.ones(3)
print(double(holder))
"""


SHARED = """\
other = torch.optim.Adam(net.parameters(), lr=1e-3)
state = opt.state_dict()
other.load_state_dict({})
for one in (opt, other):
    one.zero_grad()
    net(x).mean().backward()
    one.step()
"""
THAWED = """\
for k in range(3):
    net.weight.requires_grad = k > 1
    loss = net(x).mean()
    opt.zero_grad({})
    loss.backward()
    opt.step()
"""
REPLACED = """\
net.weight = nn.Parameter(torch.ones(2, 4))
{}
for k in range(2):
    loss = net(x).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
"""


@dataclass(frozen=True)
class Advice:
    """`before` has a finding with this hint; `after` is what it advises. Both follow AGENT."""

    code: str
    hint: str
    before: str
    after: str


ADVICE = {
    "change_of_an_item": Advice(
        "P102", "assign the result: y[0] = y[0].mul(2)",
        "y = [x]\ny[0].mul_(2)\nprint(y)\n", "y = [x]\ny[0] = y[0].mul(2)\nprint(y)\n",
    ),
    "change_of_an_item_inside": Advice(
        "P102", "assign the result: y[0] = y[0].mul(2)",
        "y = [x]\nprint(torch.sum(y[0].mul_(2)))\n",
        "y = [x]\ny[0] = y[0].mul(2)\nprint(torch.sum(y[0]))\n",
    ),
    "change_of_an_attribute_inside": Advice(
        "P102", "assign the result: holder.w = holder.w.mul(2)",
        HOLDER.format("return torch.sum(holder.w.mul_(2))"),
        HOLDER.format("holder.w = holder.w.mul(2)\n    return torch.sum(holder.w)"),
    ),
    "change_of_a_name_inside": Advice(
        "P102", "give it a line of its own",
        "y = torch.ones(3)\nprint(torch.sum(y.mul_(2)))\n",
        "y = torch.ones(3)\ny.mul_(2)\nprint(torch.sum(y))\n",
    ),
    "change_of_an_argument": Advice(
        "P102", "give it a tensor of its own with .clone()",
        "def f(v):\n    v[0] = 5.0\n    return v\ny = torch.ones(3)\nf(y)\nprint(y)\n",
        "def f(v):\n    v = v.clone()\n    v[0] = 5.0\n    return v\ny = torch.ones(3)\n"
        "y = f(y)\nprint(y)\n",
    ),
    "change_under_another_name": Advice(
        "P102", "give it a tensor of its own with .clone()",
        "y = torch.ones(3)\nz = y.view(3)\ny[1] = 2.0\nprint(y, z)\n",
        "y = torch.ones(3)\nz = y.view(3).clone()\ny[1] = 2.0\nprint(y, z)\n",
    ),
    "lent": Advice(
        "P201", "give the call a line of its own, with the loss as an argument",
        LENT.format("") + "print(step(net(x).mean()))\n",
        LENT.format("") + "loss = net(x).mean()\nvalue = step(loss)\nprint(value)\n",
    ),
    "eager": Advice(
        "N403", "write the step as tensor code only, with host lines before or behind it",
        LENT.format(".item()") + "loss = net(x).mean()\nvalue = step(loss)\nprint(value)\n",
        LENT.format("") + "loss = net(x).mean()\nvalue = step(loss)\nprint(value.item())\n",
    ),
    "not_cleared": Advice(
        "N403", "clear, differentiate and step in one block",
        LEARN.format("pass"), LEARN.format("opt.zero_grad()"),
    ),
    "array": Advice(
        "P102", "or give torch a copy of its own: a.copy()",
        "a = np.zeros(3, dtype=np.float32)\ny = torch.from_numpy(a)\nfor k in range(3):\n"
        "    a += 1\n    print(y.sum())\n    y = y + 1\n",
        "a = np.zeros(3, dtype=np.float32)\ny = torch.from_numpy(a.copy())\nfor k in range(3):\n"
        "    a += 1\n    print(y.sum())\n    y = y + 1\n",
    ),
    "handlers": Advice(
        "P102", "catch them in one handler: except (RuntimeError, IndexError)",
        "try:\n    x @ torch.ones(3)\nexcept RuntimeError:\n    print(1)\n"
        "except IndexError:\n    print(2)\n",
        "try:\n    x @ torch.ones(3)\nexcept (RuntimeError, IndexError):\n    print(1)\n",
    ),
    "flag": Advice(
        "P102", "write p.requires_grad = not p.requires_grad",
        "for p in net.parameters():\n    p.requires_grad ^= True\n",
        "for p in net.parameters():\n    p.requires_grad = not p.requires_grad\n",
    ),
    "state_of_an_optimizer": Advice(
        "P102", "load a copy: copy.deepcopy(state)",
        SHARED.format("state"), SHARED.format("copy.deepcopy(state)"),
    ),
    "memory_of_an_array": Advice(
        "P102", "write into a copy, .numpy().copy()",
        "y = torch.ones(3)\na = y.numpy()\na += 1\nprint(y)\n",
        "y = torch.ones(3)\na = y.numpy().copy()\na += 1\nprint(y)\n",
    ),
    "floor": Advice(
        "P102", "write x = x // y",
        "y = torch.ones(3)\ny //= 2\nprint(y)\n", "y = torch.ones(3)\ny = y // 2\nprint(y)\n",
    ),
    "integers": Advice(
        "P102", "cast the tensor with .float()",
        "def f(v):\n    return torch.arange(3) * v\nprint(f(np.load('a.npy')))\n",
        "def f(v):\n    return torch.arange(3).float() * v\nprint(f(np.load('a.npy')))\n",
    ),
    "memory_of_a_parameter": Advice(
        "P102", "give it a copy: p.data.copy_(x)",
        "w = torch.ones(2, 4)\nnet.weight.data = w\nprint(net(x), w)\n",
        "w = torch.ones(2, 4)\nnet.weight.data.copy_(w)\nprint(net(x), w)\n",
    ),
    "gradients_of_zeros": Advice(
        "P102", "leave set_to_none=False out",
        THAWED.format("set_to_none=False"), THAWED.format(""),
    ),
    "layer_in_place": Advice(
        "P102", "make the layer without inplace=True",
        "act = nn.ReLU(inplace=True)\ny = x - 2\nz = act(y)\nprint(y, z)\n",
        "act = nn.ReLU()\ny = x - 2\nz = act(y)\nprint(y, z)\n",
    ),
    "shallow_copy": Advice(
        "P102", "write copy.deepcopy()",
        "other = copy.copy(net)\nprint(other(x))\n",
        "other = copy.deepcopy(net)\nprint(other(x))\n",
    ),
    "parameter_of_an_old_optimizer": Advice(
        "P102", "make the optimizer behind it",
        REPLACED.format("pass"), REPLACED.format("opt = torch.optim.SGD(net.parameters(), lr=1.0)"),
    ),
    "getattr": Advice(
        "P103", "write x.sum for getattr(x, 'sum')",
        "print(getattr(x, 'sum')())\n", "print(x.sum())\n",
    ),
    "methodcaller": Advice(
        "P103", "write a lambda",
        "import operator\nprint(operator.methodcaller('sum', 0)(x))\n",
        "print((lambda t: t.sum(0))(x))\n",
    ),
    "type_as_a_function": Advice(
        "P102", "write torch.tensor",
        "print(type(x)([1.0, 2.0]))\n", "print(torch.tensor([1.0, 2.0]))\n",
    ),
    "class_compared": Advice(
        "P102", "ask isinstance(x, torch.Tensor)",
        "print(type(x) == torch.Tensor)\n", "print(isinstance(x, torch.Tensor))\n",
    ),
}  # fmt: skip


def findings(text: str) -> tuple[Finding, ...]:
    outcome = convert_text(AGENT + text, "agent.py", None, Options())
    assert isinstance(outcome, Converted), outcome
    return outcome.findings


@pytest.mark.parametrize("name", ADVICE)
def test_advice_that_is_followed_ends_the_finding(name: str) -> None:
    advice = ADVICE[name]
    before, after = findings(advice.before), findings(advice.after)
    assert any(f.code == advice.code and advice.hint in f.hint for f in before), before
    assert not any(f.code == advice.code or f.code.startswith("P") for f in after), after
