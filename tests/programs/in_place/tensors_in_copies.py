# told: P102
# lines: 19 22
"""A copied object holds the same tensors as the first one."""

import copy
from dataclasses import dataclass, replace

import torch


@dataclass
class State:
    hidden: torch.Tensor
    steps: int = 0


state = State(torch.ones(2))
later = replace(state, steps=3)
later.hidden += 1
print(state.hidden.tolist())
again = copy.copy(state)
again.hidden.mul_(2)
print(state.hidden.tolist())
