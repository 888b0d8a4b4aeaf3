"""The optimizers' formulas in NumPy are torch's."""

from __future__ import annotations

import numpy as np
import pytest
import torch

from porter.equivalence.causes.formulas import Formula

ADAM, ADAMW = torch.optim.Adam, torch.optim.AdamW
SGD, RMSPROP = torch.optim.SGD, torch.optim.RMSprop


@pytest.mark.parametrize(
    ("optimizer", "options"),
    [
        (ADAM, {"lr": 0.01}),
        (ADAM, {"lr": 0.01, "betas": (0.8, 0.9), "eps": 1e-3}),
        (ADAM, {"lr": 0.01, "amsgrad": True}),
        (ADAM, {"lr": 0.01, "weight_decay": 0.1}),
        (ADAM, {"lr": 0.01, "maximize": True}),
        (ADAMW, {"lr": 0.01, "weight_decay": 0.1}),
        (SGD, {"lr": 0.1}),
        (SGD, {"lr": 0.1, "momentum": 0.9}),
        (SGD, {"lr": 0.1, "momentum": 0.9, "dampening": 0.5, "weight_decay": 0.1}),
        (SGD, {"lr": 0.1, "momentum": 0.9, "nesterov": True}),
        (RMSPROP, {"lr": 0.01}),
        (RMSPROP, {"lr": 0.01, "alpha": 0.9, "eps": 0.01, "centered": True}),
        (RMSPROP, {"lr": 0.01, "momentum": 0.9, "weight_decay": 0.1}),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, dict) else value.__name__,
)
def test_a_formula_is_torchs(optimizer, options) -> None:
    rng = np.random.default_rng(0)
    weight = torch.nn.Parameter(torch.tensor(rng.normal(size=(3, 4))))
    torchs = optimizer([weight], **options)
    for _ in range(4):
        weight.grad = torch.tensor(rng.normal(size=(3, 4)))
        before = weight.detach().numpy().copy()
        state = torchs.state.get(weight, {}).items()
        slots = {name: slot.numpy().copy() for name, slot in state if slot is not None}
        torchs.step()
        rule = Formula.of(optimizer.__name__, {}, torchs.param_groups[0])
        assert rule is not None
        after = rule(before, weight.grad.numpy(), slots)
        np.testing.assert_allclose(after, weight.detach(), rtol=1e-13)


def test_unknown_optimizers_have_no_formula() -> None:
    assert Formula.of("Rprop", {}, {"lr": 0.1}) is None
    assert Formula.of("Adam", {}, {}) is None
