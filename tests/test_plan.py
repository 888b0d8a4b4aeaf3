"""What the plan decides, told by --explain, and the two analyses that it rests on."""

from __future__ import annotations

from pathlib import Path

import libcst as cst
import pytest

from porter.analysis.liveness import Liveness
from porter.index import Index
from porter.pipeline import Converted, convert
from porter.plan.effects import effects
from porter.positions import positions
from porter.tree import walk

EXAMPLES = Path(__file__).parent.parent / "examples"


def explained(text: str) -> list[str]:
    outcome = convert(text, "agent.py")
    assert isinstance(outcome, Converted), outcome
    return outcome.explanation.splitlines()


@pytest.mark.parametrize(
    ("statement", "reads", "writes", "kills"),
    [
        ("x = a + self.b.c", {"a", "self", "self.b"}, {"x"}, {"x"}),
        ("x, (y, z) = f(u)", {"f", "u"}, {"x", "y", "z"}, {"x", "y", "z"}),
        ("x += 1", {"x"}, {"x"}, {"x"}),
        ("buffer[i] = x", {"buffer", "i", "x"}, {"buffer"}, set()),
        ("losses.append(x)", {"losses", "x"}, {"losses"}, set()),
        ("self.n += 1", {"self", "self.n"}, {"self.n"}, set()),
        ("y = [i * k for i in xs]", {"k", "xs"}, {"y"}, {"y"}),
        ("if a:\n    x = 1", {"a"}, {"x"}, set()),
        ("for i in xs:\n    y = i", {"xs", "i"}, {"i", "y"}, set()),
    ],
)
def test_effects(statement: str, reads: set[str], writes: set[str], kills: set[str]) -> None:
    found = effects(cst.parse_module(statement).body[0])
    assert (found.reads, found.writes, found.kills) == (reads, writes, kills)


def test_a_name_read_in_the_next_round_of_a_loop_is_alive() -> None:
    module = cst.parse_module("x = 0\nwhile c:\n    print(x)\n    x = f()\n    y = g()\n")
    loop = module.body[1]
    assert isinstance(loop, cst.While)
    after = Liveness(module.body).after
    assert "x" in after(loop.body.body[1])
    assert "y" not in after(loop.body.body[2])


def test_positions_are_those_of_the_source() -> None:
    text = "# héllo\nif a:\n\tx = f( b )\nelif c:\n    with d as e: g(h)\n"
    text += "else:\n    @k\n    def m(): n()\n"
    module = cst.parse_module(text)
    calls = {n for n in walk(module) if isinstance(n, cst.Call)}
    lines = text.splitlines()
    found = positions(Index(module), text, calls)
    assert len(found) == 3
    for call, (line, column) in found.items():
        assert isinstance(call.func, cst.Name)
        assert lines[line - 1][column - 1 :].startswith(f"{call.func.value}(")


def test_the_td3_example() -> None:
    text = (EXAMPLES / "td3" / "agent.py").read_text(encoding="utf-8")
    found = explained(text)
    assert sum(line.startswith("@tf.function") for line in found) == 1
    assert any(line.strip().startswith("flag: update_actor = ") for line in found)
    assert sum("update at line" in line for line in found) == 2


def test_host_lines_come_with_their_reason() -> None:
    found = explained(
        "import torch\n"
        "net = torch.nn.Linear(2, 1)\n"
        "optimizer = torch.optim.Adam(net.parameters())\n"
        "losses = []\n"
        "for i in range(3):\n"
        "    x = torch.ones(4, 2)\n"
        "    loss = net(x).mean()\n"
        "    optimizer.zero_grad()\n"
        "    loss.backward()\n"
        "    losses.append(loss.item())\n"
        "    optimizer.step()\n"
    )
    host = "  line 10: on the host, behind the call: losses.append(loss.item())"
    assert f"{host} (loss.item() needs the value in Python)" in found
    assert "  outputs: loss" in found


def test_a_step_in_eager_mode_says_why() -> None:
    text = (
        "import torch\n"
        "net = torch.nn.Linear(2, 1)\n"
        "optimizer = torch.optim.Adam(net.parameters())\n"
        "for i in range(3):\n"
        "    out = net(torch.ones(4, 2))\n"
        "    scale = input(out.mean().item())\n"
        "    loss = (out * float(scale)).mean() + net(torch.ones(4, 2) * float(scale)).mean()\n"
        "    net.load_state_dict(torch.load('x'))\n"
        "    optimizer.zero_grad()\n"
        "    loss.backward()\n"
        "    optimizer.step()\n"
    )
    outcome = convert(text, "agent.py")
    assert isinstance(outcome, Converted)
    assert [f.code for f in outcome.findings if f.code == "N403"] == ["N403"]
    assert "with tf.GradientTape() as tape:" in outcome.output


SWITCHES = """
import torch
import torch.nn as nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(3, 1)
        self.second = SECOND

    def forward(self, x):
        return self.second(self.layer(x))

    def loss(self, x):
        self.train()
        return self.forward(x).pow(2).mean()


def act(net, x):
    net.eval()
    return net(x)


def learn(net, optimizer, x):
    loss = net.loss(x)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()


net = Net()
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
learn(net, optimizer, torch.ones(2, 3))
act(net, torch.ones(2, 3))
"""


@pytest.mark.parametrize(
    ("second", "traced"),
    [
        ("nn.Linear(1, 1)", True),
        ("nn.Sequential(nn.Linear(1, 1), nn.ReLU())", True),
        ("nn.Dropout(0.5)", False),
        ("nn.Sequential(nn.Linear(1, 1), nn.BatchNorm1d(1))", False),
        ("layer_of_my_own()", False),
        ("nn.Linear(1, 2 if self.training else 1)", False),
    ],
)
def test_a_loss_that_switches_to_training_is_traced_if_no_layer_has_a_mode(
    second: str, traced: bool
) -> None:
    """A trace would switch once only."""
    outcome = convert(SWITCHES.replace("SECOND", second), "agent.py")
    assert isinstance(outcome, Converted), outcome
    assert ("def learn_body(" in outcome.output) is traced


HANDED_IN = """import torch
import torch.nn as nn


class Policy(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Linear(3, 3)

    def forward(self, x):
        return self.net(x)

    def sample(self, x):
        return torch.tanh(self.net(x))


class Learner:
    def __init__(self, {owner}, parameters):
        self.{owner}, self.head = {owner}, nn.Linear(3, 1)
        self.optimizer = torch.optim.SGD(parameters, lr=0.1)

    def train(self, size):
        values = self.{owner}.sample(size)
        loss = self.head(values).pow(2).mean()
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
"""


@pytest.mark.parametrize(("owner", "recorded"), [("encoder", True), ("replay_buffer", False)])
def test_the_tape_is_open_when_a_method_may_call_a_network(owner: str, recorded: bool) -> None:
    """A policy's sample() calls one; what keeps data, by its name, has another sample()."""
    outcome = convert(HANDED_IN.format(owner=owner), "agent.py")
    assert isinstance(outcome, Converted), outcome
    lines = [line.strip() for line in outcome.output.splitlines()]
    opens = lines.index("with tf.GradientTape() as tape:")
    assert any(f"self.{owner}.sample(size)" in line for line in lines[opens:]) is recorded, lines
