"""The numbers that a Keras optimizer was made with, under torch's names."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

NAMES = {  # an attribute of porter's blocks or of Keras's optimizers: torch's name for it
    "eps": "eps",
    "epsilon": "eps",
    "weight_decay": "weight_decay",
    "amsgrad": "amsgrad",
    "momentum": "momentum",
    "nesterov": "nesterov",
    "alpha": "alpha",
    "rho": "alpha",
    "centered": "centered",
}
BETAS = (("beta1", "beta2"), ("beta_1", "beta_2"))
TORCH_ONLY = ("dampening", "lr_decay", "maximize")  # a port is as with 0 or False


def hyperparameters(optimizer: Any) -> dict[str, Any]:
    """All but the learning rate, which is a variable."""
    found = {
        torch_name: getattr(optimizer, name)
        for name, torch_name in NAMES.items()
        if getattr(optimizer, name, None) is not None
    }
    for first, second in BETAS:
        if hasattr(optimizer, first):
            found["betas"] = getattr(optimizer, first), getattr(optimizer, second)
    return found


def unequal(optimizer: Any, group: Mapping[str, Any]) -> Iterator[str]:
    """How a Keras optimizer differs from a parameter group of torch's, a line each."""
    own = hyperparameters(optimizer)
    for name in (*dict.fromkeys(NAMES.values()), "betas", *TORCH_ONLY):
        ours = own.get(name, 0)
        theirs = group.get(name, ours)
        if theirs != ours:
            yield f"{name} is {theirs} in PyTorch, {ours} in the port"
