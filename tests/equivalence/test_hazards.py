"""Traps in an original are told, each with its line."""

import pytest
import torch
from torch import nn

from porter.equivalence.events import Site
from porter.equivalence.sides.torch_hazards import Hazards


@pytest.fixture
def hazards():
    return Hazards(lambda: (Site("agent.py", 7),))


def test_a_gradient_that_is_left_over(hazards):
    net = nn.Linear(2, 1)
    paths = {parameter: name for name, parameter in net.named_parameters()}
    net(torch.ones(1, 2)).sum().backward()
    hazards.fresh = {id(parameter) for parameter in paths}
    hazards.updated(paths)
    assert not hazards.found
    hazards.updated(paths)
    assert list(hazards.found) == [
        "the original, agent.py:7: the gradient of weight is left over from an earlier update"
    ]


def test_an_iterator_that_is_used_up(hazards):
    net = nn.Linear(2, 1)
    parameters = net.parameters()
    net(torch.ones(1, 2)).sum().backward()
    with hazards.watching():
        nn.utils.clip_grad_norm_(parameters, 0.1)
        assert not hazards.found
        assert float(net.weight.grad.norm()) < 0.11
        nn.utils.clip_grad_norm_(parameters, 0.1)
    assert "used up" in next(iter(hazards.found))
