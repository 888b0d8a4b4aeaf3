import math

import torch
import torch.optim as optim
from torch.optim import RMSprop


class SharedAdam(optim.Adam):
    """Adam whose moments lie in shared memory."""

    def __init__(self, params, lr=1e-3, betas=(0.9, 0.99), eps=1e-8, weight_decay=0):
        super().__init__(params, lr=lr, betas=betas, eps=eps, weight_decay=weight_decay)
        for group in self.param_groups:
            for p in group["params"]:
                state = self.state[p]
                state["step"] = torch.zeros(1)
                state["exp_avg"] = torch.zeros_like(p.data)
                # one per weight
                state["exp_avg_sq"] = torch.zeros_like(p.data)  # of squares

    def share_memory(self):
        for group in self.param_groups:
            for p in group["params"]:
                self.state[p]["exp_avg"].share_memory_()

    def step(self, closure=None):
        loss = None
        if closure is not None:
            loss = closure()
        for group in self.param_groups:
            for p in group["params"]:
                if p.grad is None:
                    continue
                grad = p.grad.data
                state = self.state[p]
                exp_avg, exp_avg_sq = state["exp_avg"], state["exp_avg_sq"]
                beta1, beta2 = group["betas"]
                state["step"] += 1
                if group["weight_decay"] != 0:
                    grad = grad.add(p.data, alpha=group["weight_decay"])
                exp_avg.mul_(beta1).add_(grad, alpha=1 - beta1)
                exp_avg_sq.mul_(beta2).addcmul_(grad, grad, value=1 - beta2)
                # Adam's correction
                denom = exp_avg_sq.sqrt().add_(group["eps"])
                bias_correction1 = 1 - beta1 ** state["step"].item()
                bias_correction2 = 1 - beta2 ** state["step"].item()
                step_size = group["lr"] * math.sqrt(bias_correction2) / bias_correction1
                p.data.addcdiv_(exp_avg, denom, value=-step_size)
        return loss


class Halved(RMSprop):
    def step(self):
        for group in self.param_groups:
            for p in group["params"]:
                p.data.add_(p.grad, alpha=-group["lr"] / 2)

    def moments(self):
        return [self.state[p]["square_avg"] for p in self.param_groups[0]["params"]]


net = torch.nn.Linear(2, 1)
optimizer = SharedAdam(net.parameters(), lr=0.1, eps=0.01, weight_decay=0.1)
optimizer.share_memory()
for i in range(5):
    loss = net(torch.ones(3, 2) * i).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
# output

import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")  # faster networks without AVX-512

import tensorflow as tf
from torch_compat import EarlyAdam, Linear, RMSprop as TorchRMSprop, one_op


class SharedAdam(EarlyAdam):
    """Adam whose moments lie in shared memory."""

    def __init__(self, params, lr=1e-3, betas=(0.9, 0.99), eps=1e-8, weight_decay=0):
        super().__init__(params, lr=lr, betas=betas, eps=eps, weight_decay=weight_decay)
        # one per weight
        # of squares

    def share_memory(self):
        pass
    # Adam's correction


class Halved(TorchRMSprop):
    # porter: P102 a step() of its own, whose formula is none of torch's
    def step(self):
        for group in self.param_groups:
            for p in group["params"]:
                p.data.add_(p.grad, alpha=-group["lr"] / 2)

    def moments(self):
        # porter: P102 torch's state of an optimizer: the port has m, v, steps and so on
        return [self.state[p]["square_avg"] for p in self.param_groups[0]["params"]]


net = Linear(2, 1)
optimizer = SharedAdam(net.trainable_variables, lr=0.1, eps=0.01, weight_decay=0.1)


@one_op
@tf.function
def train_body(i):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(net(tf.ones([3, 2]) * i)))
    grads = tape.gradient(loss, optimizer.params)
    optimizer.apply(grads)


for i in range(5):
    train_body(tf.convert_to_tensor(i, tf.float32))
# findings
# optim/subclassed.py:53:5: P102 error a step() of its own, whose formula is none of torch's -> write update() for one parameter, as the building block does
# optim/subclassed.py:59:9: P102 error torch's state of an optimizer: the port has m, v, steps and so on -> write update() for one parameter, as the building block does
