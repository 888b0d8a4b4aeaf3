"""Nothing but a tensor of torch's has .grad: who has it need not be known to tell that it is none."""

import torch


def norm(parameters):
    parameters = list(filter(lambda p: p.grad is not None, parameters))
    total = 0
    for p in parameters:
        total += p.grad.data.norm(2).item() ** 2
    return total**0.5


device = torch.device("cpu")
# output
"""Nothing but a tensor of torch's has .grad: who has it need not be known to tell that it is none."""

import tensorflow as tf


def norm(parameters):
    # porter: P104 Tensor.grad: a tensor keeps no gradient, tape.gradient() returns it
    parameters = list(filter(lambda p: p.grad is not None, parameters))
    total = 0
    for p in parameters:
        # porter: P104 Tensor.grad: a tensor keeps no gradient, tape.gradient() returns it
        total += p.grad.data.norm(2).item() ** 2
    return total**0.5
# findings
# receivers/gradients.py:7:40: P104 error Tensor.grad: a tensor keeps no gradient, tape.gradient() returns it -> take it from the update step that computes it
# receivers/gradients.py:10:18: P104 error Tensor.grad: a tensor keeps no gradient, tape.gradient() returns it -> take it from the update step that computes it
