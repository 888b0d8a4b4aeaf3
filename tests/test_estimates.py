"""Updates that are handed what their loss is made of: moved where nothing changes on the way."""

import pytest

from porter.pipeline import Converted, convert

AGENT = """\
import torch
import torch.nn as nn
import torch.nn.functional as F


class Agent:
    def __init__(self):
        self.net = nn.Linear(4, 2)
        self.optimizer = torch.optim.Adam(self.net.parameters())
        self.other = torch.optim.Adam(self.net.parameters())
        self.scale = 1.0

    def estimate(self, state):
        return self.net(state) * self.scale

    def update(self, value, goal):
        loss = F.mse_loss(value, goal)
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()

    def grow(self):
        self.scale *= 1.1

    def learn(self, state, goal):
        value = self.estimate(state)
        goal = goal + 1
        self.update(value, goal)
"""


def errors(text: str) -> list[str]:
    found = convert(text, "agent.py")
    assert isinstance(found, Converted)
    return [f.message for f in found.findings if f.severity.value == "error"]


def test_the_update_computes_it() -> None:
    found = convert(AGENT, "agent.py")
    assert isinstance(found, Converted)
    assert not errors(AGENT)
    assert "def update(self, state, goal):" in found.output
    assert "value = self.estimate(state)" in found.output.split("GradientTape()")[1]
    assert "self.update(state, goal)" in found.output
    assert "update() computes value itself: it gets state" in str(found.findings[0])


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("goal = goal + 1", "state = state + 1"),  # what it is computed of
        ("goal = goal + 1", "self.grow()"),  # an attribute, by another method
        ("goal = goal + 1", "self.other.step()"),  # the weights
        ("goal = goal + 1", "value = value + 1"),  # it goes on
        ("goal = goal + 1", "self.update(value, goal)"),  # a second call
        ("* self.scale", "+ torch.randn(2)"),  # drawn before other numbers
        ("def update(self, value, goal):", "def update(self, value, goal, state=None):"),
    ],
)
def test_something_changes_on_the_way(old: str, new: str) -> None:
    found = convert(AGENT.replace(old, new), "agent.py")
    assert isinstance(found, Converted)
    assert "update() computes value itself" not in str(found.findings)
    assert "ported as torch's autograd" in str(found.findings)  # the general form
    assert "with recording():" in found.output
