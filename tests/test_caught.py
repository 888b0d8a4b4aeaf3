"""Whether a program goes on behind an error of an update: where errors are caught, and what runs
there."""

from __future__ import annotations

import libcst as cst
import pytest

from porter.caught import Caught
from porter.facts import Facts

AGENT = """
class Agent:
    def update(self):
        self.step()

    def step(self):
        assert self.ready
"""
UNRELATED = """
def load(path):
    try:
        return open(path)
    except OSError:
        return None
"""
IMPORTS = """
try:
    import wandb
except ImportError:
    wandb = None
"""
AROUND = """
def run(agent):
    try:
        agent.update()
    except AssertionError:
        pass
"""
INSIDE = """
def update(agent):
    for i in range(3):
        try:
            agent.ready = True
        except AssertionError:
            agent.step()
"""
SUPPRESSED = """
from contextlib import suppress
def run(agent):
    with suppress(AssertionError):
        agent.update()
"""
HANDED_ON = """
def safely(function):
    try:
        function()
    except AssertionError:
        pass
class Runner:
    def __call__(self, agent):
        safely(agent.update)
"""
AS_A_VALUE = """
agent = Agent()
for act in (agent.update, print):
    try:
        act()
    except AssertionError:
        pass
"""
BY_NAME = """
def run(agent):
    try:
        getattr(agent, "update")()
    except AssertionError:
        pass
"""
IN_A_LAMBDA = """
def safely(function):
    try:
        function()
    except AssertionError:
        pass
safely(lambda: Agent().update())
"""

OF_TENSORS = """
def loss(agent, values, actions):
    agent.update()
    values = values.gather(1, agent.step(actions))
    return torch.gather(values, 1, agent.step(actions))
"""
TOGETHER = """
import asyncio
async def run(agents):
    await asyncio.gather(*(agent.step() for agent in agents), return_exceptions=True)
"""


@pytest.mark.parametrize(
    ("text", "goes_on"),
    [
        ("", False),
        (UNRELATED, False),
        (IMPORTS, False),
        (AROUND, True),
        (INSIDE, False),  # the step is in the handler
        (SUPPRESSED, True),
        (HANDED_ON, True),
        (AS_A_VALUE, True),
        (BY_NAME, True),
        (IN_A_LAMBDA, True),
        (OF_TENSORS, False),
        (TOGETHER, True),
    ],
)
def test_an_error_of_a_step(text: str, goes_on: bool) -> None:
    facts = Facts("agent.py", cst.parse_module(AGENT + text))
    assert [Caught(facts).goes_on(line) for line in facts.index.all(cst.Assert)] == [goes_on]
