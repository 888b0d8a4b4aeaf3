"""The numbers that a Keras optimizer was made with, under torch's names."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
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
    "dampening": "dampening",
    "maximize": "maximize",
    "lr_decay": "lr_decay",
}
OWN = {  # those of porter's blocks only, which Keras's optimizers have under no name
    "rho": "rho",
    "decoupled": "decoupled_weight_decay",
    "momentum_decay": "momentum_decay",
    "etas": "etas",
    "step_sizes": "step_sizes",
}
BETAS = (("beta1", "beta2"), ("beta_1", "beta_2"))


def hyperparameters(optimizer: Any) -> dict[str, Any]:
    """All but the learning rate, which is a variable."""
    found = {
        torch_name: getattr(optimizer, name)
        for name, torch_name in (*NAMES.items(), *OWN.items())
        if getattr(optimizer, name, None) is not None
    }
    for first, second in BETAS:
        if hasattr(optimizer, first):
            found["betas"] = getattr(optimizer, first), getattr(optimizer, second)
    return found


def is_decoupled(type_name: str, told: Mapping[str, Any]) -> bool:
    """Whether one of torch's optimizers shrinks weights for their decay, as AdamW does."""
    return bool(told.get("decoupled_weight_decay", type_name.lower() == "adamw"))


def by_group(told: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    """What is told of each parameter group, as one: "eps" is the first's, "eps[1]" the next's."""
    return {f"{k}[{i}]" if i else k: v for i, group in enumerate(told) for k, v in group.items()}


def unequal(optimizer: Any, group: Mapping[str, Any]) -> Iterator[str]:
    """How a Keras optimizer differs from a parameter group of torch's, a line each."""
    own = hyperparameters(optimizer)
    for name in dict.fromkeys((*NAMES.values(), "betas", *own)):
        ours = own.get(name, 0)
        theirs = group.get(name, ours)
        if theirs != ours:
            yield f"{name} is {theirs} in PyTorch, {ours} in the port"
