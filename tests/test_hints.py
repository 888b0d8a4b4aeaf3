"""Hints lead somewhere: what a finding advises is followed to the letter, and it is gone."""

from dataclasses import dataclass
from pathlib import Path

import pytest

from porter.converting import convert_text
from porter.findings import Finding
from porter.pipeline import Converted, Options

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
STEP = """\
loss = net(x).mean()
opt.zero_grad()
loss.backward()
{}
opt.step()
"""
OTHER = """\
other = nn.Linear(4, 2)
opt = torch.optim.Adam({}.parameters(), lr=1e-3)
loss = other(x).mean()
opt.zero_grad()
loss.backward()
opt.step()
"""
COUNTING = """\
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc, self.k = nn.Linear(4, 2), 0

    def forward(self, {}):
        {}
        return self.fc(y) * k


net = Net()
print(net({}))
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
        "y = torch.ones(3)\nprint(torch.sum(y.mul_(2)), y)\n",
        "y = torch.ones(3)\ny.mul_(2)\nprint(torch.sum(y), y)\n",
    ),
    "change_of_an_argument": Advice(
        "P102", "give it a tensor of its own with .clone()",
        "def f(v):\n    v[0] = 5.0\n    return v\ny = torch.ones(3)\nprint(f(y))\nprint(y)\n",
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
        LENT.format("") + "print(str(1), step(net(x).mean()))\n",
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
        "print(type(net.weight) == torch.Tensor)\n",
        "print(isinstance(net.weight, torch.Tensor))\n",
    ),
    "gradient_of_one_parameter": Advice(
        "N403", "read gradients in a loop over the parameters: for p in net.parameters()",
        STEP.format("print(net.weight.grad.norm())"),
        STEP.format("for p in net.parameters():\n    print(p.grad.norm())"),
    ),
    "other_network": Advice(
        "N403", "give the optimizer the parameters of the network that the loss is computed with",
        OTHER.format("net"), OTHER.format("other"),
    ),
    "backward_inside": Advice(
        "P201", "give it a line of its own",
        "opt.zero_grad()\nprint(net(x).mean().backward())\nopt.step()\n",
        "opt.zero_grad()\nnet(x).mean().backward()\nopt.step()\n",
    ),
    "backward_with_arguments": Advice(
        "N403", "differentiate a sum: (y * weights).sum().backward()",
        "w = load()\ny = net(x)\nopt.zero_grad()\ny.backward(w)\nopt.step()\n",
        "w = load()\ny = net(x)\nopt.zero_grad()\n(y * w).sum().backward()\nopt.step()\n",
    ),
    "closure": Advice(
        "N403", "clear, differentiate and step in one block",
        "def closure():\n    opt.zero_grad()\n    loss = net(x).mean()\n    loss.backward()\n"
        "    return loss\nclosure()\nopt.step(closure)\n",
        STEP.format("pass"),
    ),
    "frozen_in_between": Advice(
        "N403", "with host lines before or behind it",
        "loss = net(x).mean()\nnet.weight.requires_grad = False\nopt.zero_grad()\n"
        "loss.backward()\nopt.step()\n",
        "net.weight.requires_grad = False\n" + STEP.format("pass"),
    ),
    "thawed_while_recorded": Advice(
        "P201", "set it before the update",
        "for k in range(2):\n    loss = net(x).mean()\n    for p in net.parameters():\n"
        "        p.requires_grad = k > 0\n    opt.zero_grad()\n    loss.backward()\n"
        "    opt.step()\n",
        "for k in range(2):\n    for p in net.parameters():\n        p.requires_grad = k > 0\n"
        "    loss = net(x).mean()\n    opt.zero_grad()\n    loss.backward()\n    opt.step()\n",
    ),
    "state_replaced": Advice(
        "P102", "make a new optimizer",
        "opt.state = {}\n" + STEP.format("pass"),
        "opt = torch.optim.Adam(net.parameters(), lr=1e-3)\n" + STEP.format("pass"),
    ),
    "module_by_name": Advice(
        "P104", "import it with an import statement",
        "import importlib\nlayers = importlib.import_module('torch.nn')\n"
        "print(layers.Linear(2, 2))\n",
        "import torch.nn as layers\nprint(layers.Linear(2, 2))\n",
    ),
    "method_by_name": Advice(
        "P103", "write x.sum for getattr(x, 'sum')",
        "def f(v, name):\n    return getattr(v, name)().item()\nprint(f(x, 'sum'))\n",
        "def f(v):\n    return v.sum().item()\nprint(f(x))\n",
    ),
    "work_of_a_forward": Advice(
        "N403", "pass what changes as an argument, and keep Python's own work out of forward",
        COUNTING.format("y", "self.k += 1\n        k = self.k", "x"),
        COUNTING.format("y, k", "pass", "x, 1"),
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
    told = [f for f in before if f.code == advice.code]
    assert any(advice.hint in f"{f.message} {f.hint}" for f in told), before
    assert not any(f.code == advice.code or f.code.startswith("P") for f in after), after


RULE = """\
import tensorflow as tf

from porter.rule import Tensor, port


@port("torch.kaiser_window")
def kaiser_window(window_length) -> Tensor:
    return tf.signal.kaiser_window(window_length, 12.0)
"""


def test_a_rule_of_ones_own_ends_the_finding(tmp_path: Path) -> None:
    text = "print(torch.kaiser_window(3))\n"
    told = [f for f in findings(text) if f.code == "P101"]
    assert "add a rule for torch.kaiser_window (--rules)" in told[0].hint
    rules = tmp_path / "rules.py"
    rules.write_text(RULE, encoding="utf-8")
    outcome = convert_text(AGENT + text, "agent.py", None, Options(rules=(rules,)))
    assert isinstance(outcome, Converted)
    assert not outcome.findings
    assert "tf.signal.kaiser_window(3, 12.0)" in outcome.output
