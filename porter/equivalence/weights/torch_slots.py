"""Torch's side of optimizer state: {path/slot: array}, with torch's slot names. No Keras here."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
import torch

from porter.equivalence.events import Arrays
from porter.equivalence.weights.bond import TransferError
from porter.equivalence.weights.torch_weights import as_numpy, as_tensor


def torch_slots(optimizer: torch.optim.Optimizer, paths: Mapping[torch.Tensor, str]) -> Arrays:
    """An optimizer's state; `paths` names its parameters. A step count is an int64 scalar.

    A slot that torch makes in the first update is zeros before, which is the same.
    """
    parameters = {paths[p]: as_numpy(p) for g in optimizer.param_groups for p in g["params"]}
    return state_slots(optimizer.state_dict(), parameters)


def state_slots(state: Mapping[str, Any], parameters: Arrays) -> Arrays:
    """The slots of an optimizer's state dict, which knows its parameters by number only.

    `parameters` are theirs, or arrays of the same shapes, by path and in order. Raises
    TransferError where those don't fit.
    """
    numbered = [(n, group) for group in state["param_groups"] for n in group["params"]]
    if len(numbered) != len(parameters):
        raise TransferError(
            f"the optimizer's state is of {len(numbered)} parameters, not of {len(parameters)}"
        )
    found: Arrays = {}
    for (number, group), (path, like) in zip(numbered, parameters.items()):
        if "history_size" in group:  # LBFGS remembers steps of all parameters together
            continue
        slots = {slot: np.zeros_like(like) for slot in kept_slots(group)}
        slots |= {slot: np.ones(()) for slot in slots if slot == "mu_product"}
        for slot, value in state["state"].get(number, {}).items():
            if value is not None:
                slots[slot] = as_numpy(torch.as_tensor(value))
        step = slots.pop("step", None)
        if step is not None:
            found[f"{path}/step"] = np.array(step.flat[0], np.int64)
        for slot, array in slots.items():
            if array.shape != like.shape and slot != "mu_product":
                raise TransferError(
                    f"{path}/{slot}: shape {like.shape} expected, {array.shape} found"
                )
            found[f"{path}/{slot}"] = array
    return found


def write_torch_slots(
    optimizer: torch.optim.Optimizer, paths: Mapping[torch.Tensor, str], arrays: Arrays
) -> None:
    """Replace an optimizer's state. Raises TransferError for paths and shapes that don't fit.

    Without arrays nothing is known of it (LBFGS), or there is none.
    """
    if not arrays:
        return
    parameters = [p for group in optimizer.param_groups for p in group["params"]]
    numbers = {paths[parameter]: n for n, parameter in enumerate(parameters)}
    state: dict[int, dict[str, torch.Tensor]] = {}
    for key, array in arrays.items():
        path, _, slot = key.rpartition("/")
        if path not in numbers:
            raise TransferError(f"{key}: the optimizer has no parameter {path}")
        number = numbers[path]
        if slot in ("step", "mu_product"):  # float tensors in torch
            value = torch.tensor(float(array))
        else:
            value = as_tensor(key, array, parameters[number])
        state.setdefault(number, {})[slot] = value
    optimizer.load_state_dict(optimizer.state_dict() | {"state": state})


def kept_slots(group: Mapping[str, Any]) -> Iterator[str]:
    """The slots that torch keeps for each parameter of a group with these options.

    Source: torch/optim/*.py, `_init_group`. Of other optimizers nothing is known in advance.
    """
    if "amsgrad" in group:  # Adam, AdamW
        yield from ("step", "exp_avg", "exp_avg_sq")
        if group["amsgrad"]:
            yield "max_exp_avg_sq"
    elif "alpha" in group and "centered" in group:  # RMSprop
        yield from ("step", "square_avg")
        if group["centered"]:
            yield "grad_avg"
        if group["momentum"]:
            yield "momentum_buffer"
    elif "nesterov" in group:  # SGD; with dampening, the first buffer is not one after zeros
        if group["momentum"] and not group["dampening"]:
            yield "momentum_buffer"
    elif "lr_decay" in group:  # Adagrad
        yield from ("step", "sum")
    elif "rho" in group:  # Adadelta
        yield from ("step", "square_avg", "acc_delta")
    elif "etas" in group:  # Rprop
        yield from ("step", "prev", "step_size")
    elif "momentum_decay" in group:  # NAdam
        yield from ("step", "mu_product", "exp_avg", "exp_avg_sq")
    elif "betas" in group:  # RAdam, Adamax
        second = "exp_avg_sq" if "decoupled_weight_decay" in group else "exp_inf"
        yield from ("step", "exp_avg", second)
