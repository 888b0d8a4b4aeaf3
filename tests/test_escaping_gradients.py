"""Losses that go on from what was computed elsewhere: told, never ported without that gradient."""

from __future__ import annotations

from pathlib import Path
from textwrap import indent

import libcst as cst
import pytest

from porter.infer import infer
from porter.pipeline import Converted, convert, rulebook
from porter.plan.reading import Reading
from porter.project import Project

HEAD = """\
import torch
import torch.nn as nn
from torch.distributions import Categorical


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.pi, self.v = nn.Linear(3, 2), nn.Linear(3, 1)

    def forward(self, x):
        return self.pi(x), self.v(x)


"""
AGENT = """\
class Agent:
    def __init__(self):
        self.net, self.other = Net(), Net()
        self.log_alpha = torch.zeros(1, requires_grad=True)
        self.optimizer = torch.optim.Adam(self.net.parameters(), lr=1e-2)
        self.kept = {}
        self.log_prob = None

    def act(self, state):
        dist = Categorical(logits=self.net(state)[0])
        action = dist.sample()
        ACTED
        return action.item(), dist.log_prob(action)

    def learn(self, state, log_prob=None):
        value = self.net(state)[1]
        loss = (value * LOSS + value**2).mean()
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()


agent = Agent()
state = torch.ones(1, 3)
for _ in range(4):
    action, log_prob = agent.act(state)
    agent.learn(CALL)
"""
LOOP = """\
net = Net()
optimizer = torch.optim.Adam(net.parameters(), lr=1e-2)
state = torch.ones(1, 3)
for turn in range(4):
    dist = Categorical(logits=net(state)[0])
    log_prob = dist.log_prob(dist.sample())
    if turn > 1:
        value = net(state)[1]
        loss = (LOSS * value + value**2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
"""


def refusals(text: str, tmp_path: Path) -> list[str]:
    found = convert(text, str(tmp_path / "agent.py"), tmp_path)
    assert isinstance(found, Converted)
    return [f.message for f in found.findings if "a gradient of this loss goes" in f.message]


@pytest.mark.parametrize(
    ("acted", "loss", "call"),
    [
        ("self.log_prob, more = dist.log_prob(action), 0", "self.log_prob", "state"),
        ("self.kept['log_prob'] = dist.log_prob(action)", "self.kept['log_prob']", "state"),
        ("pass", "log_prob", "state, log_prob"),
        ("pass", "log_prob", "state, log_prob=agent.act(state)[1]"),
    ],
)
def test_what_acting_computed_is_told(acted: str, loss: str, call: str, tmp_path: Path) -> None:
    text = HEAD + AGENT.replace("ACTED", acted).replace("LOSS", loss).replace("CALL", call)
    name = "self.kept" if "kept" in loss else loss
    assert {name in message for message in refusals(text, tmp_path)} == {True}


@pytest.mark.parametrize(
    ("acted", "loss", "call"),
    [
        ("self.log_prob = dist.log_prob(action)", "self.log_prob.detach()", "state"),
        ("self.log_prob = dist.log_prob(action)", "self.log_prob", "state"),  # under a tape
        ("self.log_prob = dist.log_prob(action).detach()", "self.log_prob", "state"),
        ("self.log_prob = self.other(state)[0].max()", "self.log_prob", "state"),
        ("self.log_prob = self.log_alpha.exp()", "self.log_prob", "state"),
        ("self.log_prob = action", "self.log_prob", "state"),
        ("pass", "log_prob", "state, log_prob.detach()"),
        ("pass", "log_prob", "state, state"),
    ],
)
def test_what_has_no_gradient_for_it_is_ported(
    acted: str, loss: str, call: str, tmp_path: Path
) -> None:
    text = HEAD + AGENT.replace("ACTED", acted).replace("LOSS", loss).replace("CALL", call)
    assert not refusals(text, tmp_path)


def test_what_stands_before_the_block_of_the_update(tmp_path: Path) -> None:
    """The tape opens before a branch, not before a loop, and it has no third piece."""
    branch = LOOP.replace("LOSS", "log_prob")
    loop = LOOP.replace("if turn > 1", "for _ in range(2)")
    assert not refusals(HEAD + branch, tmp_path)
    assert refusals(HEAD + loop.replace("LOSS", "log_prob"), tmp_path)
    assert not refusals(HEAD + loop.replace("LOSS", "log_prob.detach()"), tmp_path)
    inner = "    if turn > 1:\n        more = 2 * log_prob\n        if turn > 2:\n"
    head, _, update = branch.replace("log_prob *", "more *").partition("    if turn > 1:\n")
    assert refusals(HEAD + head + inner + indent(update, "    "), tmp_path)


def test_two_tapes_do_not_open_at_one_line(tmp_path: Path) -> None:
    branch = LOOP.replace("LOSS", "log_prob")
    _, test, update = branch.partition("    if turn > 1:\n")
    assert refusals(HEAD + branch + test + update, tmp_path)


def test_names_of_other_scopes_are_others(tmp_path: Path) -> None:
    """A method's x and a comprehension's are not the batch; an item of the batch may be one."""
    program = """\
class Agent:
    def __init__(self):
        self.net = Net()
        self.optimizer = torch.optim.Adam(self.net.parameters(), lr=1e-2)

    def learn(self, batch):
        value = self.net(batch[0])[1]
        loss = (value * batch[1]).mean()
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()


class Other(nn.Module):
    def forward(self, x):
        x = torch.relu(Net()(x)[0])
        return x


agent = Agent()
for turn in range(4):

    def stacked(x):
        return torch.stack(x)

    batch = [[torch.ones(1, 3)], [torch.ones(1, 1)]]
    batch = [stacked(x) for x in batch]
    agent.learn(batch)
"""
    assert not refusals(HEAD + program, tmp_path)
    acted = program.replace("[torch.ones(1, 1)]", "[agent.net(torch.ones(1, 3))[1]]")
    assert refusals(HEAD + acted, tmp_path)


def test_what_a_function_of_another_file_is_given(tmp_path: Path) -> None:
    update = """\
import torch


def learn(net, optimizer, state, log_prob):
    value = net(state)[1]
    loss = (value * log_prob + value**2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
"""
    program = """\
from update import learn

net = Net()
optimizer = torch.optim.Adam(net.parameters(), lr=1e-2)
state = torch.ones(1, 3)
for turn in range(4):
    dist = Categorical(logits=net(state)[0])
    learn(net, optimizer, state, dist.log_prob(dist.sample()))
"""
    (tmp_path / "update.py").write_text(update)
    (tmp_path / "agent.py").write_text(HEAD + program)
    found = convert(update, str(tmp_path / "update.py"), tmp_path)
    assert isinstance(found, Converted)
    assert any("goes through log_prob" in finding.message for finding in found.findings)


def test_a_temperature_that_is_kept_has_not_the_rest_of_the_loss(tmp_path: Path) -> None:
    """The tape beside self.alpha does not have what stands before the branch of the update: another
    one opens there."""
    program = """\
class Agent:
    def __init__(self):
        self.net, self.critic = nn.Linear(3, 2), nn.Linear(2, 1)
        self.optimizer = torch.optim.Adam(self.net.parameters(), lr=1e-2)
        self.log_alpha = torch.zeros(1, requires_grad=True)
        self.alpha_optimizer = torch.optim.Adam([self.log_alpha], lr=1e-2)
        self.alpha = 0.2
        self.turn = 0

    def learn(self, state):
        action = self.net(state)
        if self.turn % 2 == 0:
            loss = (self.alpha * action.sum(1, keepdim=True) - self.critic(action)).mean()
            self.optimizer.zero_grad()
            loss.backward()
            self.optimizer.step()
        alpha_loss = (self.log_alpha * (action.detach() - 1)).mean()
        self.alpha_optimizer.zero_grad()
        alpha_loss.backward()
        self.alpha_optimizer.step()
        self.alpha = self.log_alpha.exp()
        self.turn += 1


agent = Agent()
for turn in range(4):
    agent.learn(torch.ones(1, 3))
"""
    found = convert(HEAD + program, str(tmp_path / "agent.py"), tmp_path)
    assert isinstance(found, Converted)
    first, _, rest = found.output.partition("action = self.net(state)")
    assert first.endswith("with tf.GradientTape() as first_tape:\n            ")
    assert "first_tape.gradient(loss, self.optimizer.params)" in rest


def test_one_of_two_networks_is_a_network() -> None:
    """What makes a loss method's data asks no network, also none of several."""
    program = """\
class Dense(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 2)

    def forward(self, x):
        return self.fc(x)


class Wide(Dense):
    def forward(self, x):
        return self.missing(x).view(x.size(0), -1)


class Agent:
    def __init__(self, wide):
        if wide:
            self.net = Wide()
        else:
            self.net = Dense()
        self.optimizer = torch.optim.Adam(self.net.parameters(), lr=1e-2)

    def compute_loss(self, batch):
        states, rewards = batch
        states = torch.FloatTensor(states)
        rewards = torch.FloatTensor(rewards)
        rewards = rewards.view(rewards.size(0), 1)
        value = self.net.forward(states)
        best = torch.max(value, 1)[0]
        best = best.view(best.size(0), 1)
        return (best - rewards).pow(2).mean()

    def update(self, batch):
        loss = self.compute_loss(batch)
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
"""
    facts = infer("agent.py", cst.parse_module(HEAD + program), rulebook(()), Project())
    lines = facts.index.all(cst.SimpleStatementLine)
    asked = [
        line for line in lines if "self.net.forward(states)" in facts.module.code_for_node(line)
    ]
    assert [Reading(facts).networks(line) for line in asked] == [True]
