"""A method that gives gradients to another network, which only another file calls."""

import torch.nn as nn


class Worker:
    def __init__(self, master):
        self.master = master
        self.model = nn.Linear(2, 1)

    def _ensure_global_grads(self):
        for global_param, local_param in zip(self.master.model.parameters(), self.model.parameters()):
            if global_param.grad is not None:
                return
            global_param._grad = local_param.grad
# output
"""A method that gives gradients to another network, which only another file calls."""

import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

from torch_compat import Linear, grad_variable, gradient_of, hold_gradient


class Worker:
    def __init__(self, master):
        self.master = master
        self.model = Linear(2, 1)

    def _ensure_global_grads(self):
        for global_param, local_param in zip(
            self.master.model.trainable_variables, self.model.trainable_variables
        ):
            if gradient_of(global_param) is not None:
                return
            hold_gradient(global_param, grad_variable(local_param))
