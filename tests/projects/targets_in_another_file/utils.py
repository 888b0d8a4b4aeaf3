from copy import deepcopy

import torch
import torch.nn as nn


def set_requires_grad_flag(net: nn.Module, requires_grad: bool) -> None:
    for p in net.parameters():
        p.requires_grad = requires_grad


def create_target(net: nn.Module) -> nn.Module:
    target = deepcopy(net)
    set_requires_grad_flag(target, False)
    return target


def polyak_update(targ_net: nn.Module, pred_net: nn.Module, polyak: float) -> None:
    with torch.no_grad():
        for targ_p, p in zip(targ_net.parameters(), pred_net.parameters()):
            targ_p.data.copy_(targ_p.data * polyak + p.data * (1 - polyak))
