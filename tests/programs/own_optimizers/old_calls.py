"""Old calls, out= of an operand, types of their own, and a state that is made in another method."""

import math

import torch
from torch import nn
from torch.optim.optimizer import Optimizer


class OldAdam(Optimizer):
    """As Adam was written for PyTorch 1.0."""

    def __init__(
        self, params, lr=1e-3, betas=(0.9, 0.999), eps=1e-8, weight_decay=0, amsgrad=False
    ):
        defaults = dict(lr=lr, betas=betas, eps=eps, weight_decay=weight_decay, amsgrad=amsgrad)
        super(OldAdam, self).__init__(params, defaults)

    def step(self, closure=None):
        loss = None if closure is None else closure()
        for group in self.param_groups:
            for p in group["params"]:
                if p.grad is None:
                    continue
                grad = p.grad.data.float()
                p_data_fp32 = p.data.float()
                state = self.state[p]
                if len(state) == 0:
                    self.begin(state, p_data_fp32, group["amsgrad"])
                else:
                    state["exp_avg"] = state["exp_avg"].type_as(p_data_fp32)
                exp_avg, exp_avg_sq = state["exp_avg"], state["exp_avg_sq"]
                beta1, beta2 = group["betas"]
                state["step"] += 1
                exp_avg.mul_(beta1).add_(1 - beta1, grad)
                exp_avg_sq.mul_(beta2).addcmul_(1 - beta2, grad, grad)
                if group["amsgrad"]:
                    most = state["max_exp_avg_sq"]
                    torch.max(most, exp_avg_sq, out=most)
                    denom = most.sqrt().add_(group["eps"])
                else:
                    denom = exp_avg_sq.sqrt().add_(group["eps"])
                step_size = (
                    group["lr"]
                    * math.sqrt(1 - beta2 ** state["step"])
                    / (1 - beta1 ** state["step"])
                )
                if group["weight_decay"] != 0:
                    p_data_fp32.add_(-group["weight_decay"] * group["lr"], p_data_fp32)
                p_data_fp32.addcdiv_(-step_size, exp_avg, denom)
                p.data.copy_(p_data_fp32)
        return loss

    def begin(self, state, p, amsgrad):
        state["step"] = 0
        state["exp_avg"], state["exp_avg_sq"] = torch.zeros_like(p), torch.zeros_like(p)
        if amsgrad:
            state["max_exp_avg_sq"] = torch.zeros_like(p)


for amsgrad in (False, True):
    net = nn.Linear(3, 2)
    net.weight.data.copy_(torch.linspace(-1, 1, 6).view(2, 3))
    net.bias.data.fill_(0.2)
    optimizer = OldAdam(net.parameters(), lr=0.05, weight_decay=0.1, amsgrad=amsgrad)
    for i in range(4):
        loss = (net(torch.full((4, 3), 0.5 * i)) - 1).pow(2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(loss.item(), net.weight.tolist())
