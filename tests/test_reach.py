"""Whose parameters an optimizer may have."""

from __future__ import annotations

import libcst as cst

from porter.infer import infer
from porter.pipeline import rulebook
from porter.plan.reach import Reach
from porter.project import Project

PROGRAM = """import torch

def build(params):
    params = [p for p in params if p.requires_grad]
    return torch.optim.SGD(params, lr=0.1)
"""


def test_parameters_that_are_picked_of_themselves_are_not_plain() -> None:
    facts = infer("agent.py", cst.parse_module(PROGRAM), rulebook(()), Project())
    (given,) = Reach(facts).optimizers
    assert Reach(facts).sources(given) is None
