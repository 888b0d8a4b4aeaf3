"""An optimizer of the program's own in one file, used in another: the port prints the same."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from porter.pipeline import Converted, convert, helper_module

ROOT = Path(__file__).parent.parent
OPTIM = """\
import math

import torch
from torch.optim.optimizer import Optimizer


class RAdam(Optimizer):
    def __init__(self, params, lr=1e-3, betas=(0.9, 0.999), eps=1e-8, weight_decay=0):
        defaults = dict(lr=lr, betas=betas, eps=eps, weight_decay=weight_decay)
        super(RAdam, self).__init__(params, defaults)

    def step(self, closure=None):
        loss = None if closure is None else closure()
        for group in self.param_groups:
            for p in group["params"]:
                if p.grad is None:
                    continue
                state = self.state[p]
                if len(state) == 0:
                    self._init_state(state, p)
                self._update(group, state, p, p.grad.data)
        return loss

    def _init_state(self, state, p):
        state["step"] = 0
        state["exp_avg"] = torch.zeros_like(p.data)
        state["exp_avg_sq"] = torch.zeros_like(p.data)

    def _update(self, group, state, p, grad):
        beta1, beta2 = group["betas"]
        exp_avg, exp_avg_sq = state["exp_avg"], state["exp_avg_sq"]
        exp_avg.mul_(beta1).add_(grad, alpha=1 - beta1)
        exp_avg_sq.mul_(beta2).addcmul_(grad, grad, value=1 - beta2)
        state["step"] += 1
        n_max = 2 / (1 - beta2) - 1
        beta2_t = beta2 ** state["step"]
        n = n_max - 2 * state["step"] * beta2_t / (1 - beta2_t)
        if group["weight_decay"] != 0:
            p.data.add_(p.data, alpha=-group["weight_decay"] * group["lr"])
        size = group["lr"] / (1 - beta1 ** state["step"])
        if n >= 5:
            size *= math.sqrt(
                (1 - beta2_t) * (n - 4) / (n_max - 4) * (n - 2) / n * n_max / (n_max - 2)
            )
            denom = exp_avg_sq.sqrt().add_(group["eps"])
            p.data.addcdiv_(exp_avg, denom, value=-size)
        else:
            p.data.add_(exp_avg, alpha=-size)
"""
TRAIN = """\
import torch
import torch.nn as nn

from optim import RAdam


def make_optimizer(name, params, lr):
    if name == "radam":
        return RAdam(params, lr=lr, weight_decay=0.01)
    return torch.optim.Adam(params, lr=lr)


def fit(net, optimizer, scheduler, x, y):
    assert isinstance(optimizer, torch.optim.Optimizer)
    net.train()
    for epoch in range(8):
        optimizer.zero_grad()
        loss = nn.functional.mse_loss(net(x), y)
        loss.backward()
        optimizer.step()
        scheduler.step()
        print(loss.item(), optimizer.param_groups[0]["lr"])


for name in ("radam", "adam"):
    net = nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 1))
    with torch.no_grad():
        for i, p in enumerate(net.parameters()):
            p.fill_(0.1 * (i + 1))
    optimizer = make_optimizer(name, net.parameters(), 0.05)
    scheduler = torch.optim.lr_scheduler.ExponentialLR(optimizer, gamma=0.9)
    x = torch.linspace(-1, 1, 15).view(5, 3)
    fit(net, optimizer, scheduler, x, x.sum(1, keepdim=True))
    for group in optimizer.param_groups:
        group["lr"] = 0.01
    fit(net, optimizer, scheduler, x, x.sum(1, keepdim=True))
"""
BY_ANNOTATION = """\
import torch
from torch.optim import Optimizer


def fit(net: torch.nn.Module, optimizer: Optimizer, x: torch.Tensor):
    loss = net(x).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
"""
HIDDEN = """\
import torch
from torch.optim import Optimizer


class On(Optimizer):
    def __init__(self, params, base, **options):
        super().__init__(params, dict(options))
        self.base = base(self.param_groups, **options)

    def step(self, closure=None):
        self.base.step()

    def kept(self):
        return self.base.state_dict()


class Around(On):
    def __init__(self, optimizer):
        self.optimizer = optimizer
        self.param_groups = self.optimizer.param_groups
        self.state = {}

    def state_dict(self):
        return self.optimizer.state_dict()

    def means(self):
        return [entry["exp_avg"] for entry in self.optimizer.state.values()]
"""


def numbers(path: Path) -> list[float]:
    environment = {**os.environ, "TF_CPP_MIN_LOG_LEVEL": "3"}
    done = subprocess.run(
        [sys.executable, path.name],
        capture_output=True,
        text=True,
        check=True,
        cwd=path.parent,
        env=environment,
    )
    return [float(text) for text in re.findall(r"-?\d+\.\d+(?:e-?\d+)?", done.stdout)]


@pytest.mark.slow
def test_two_files(tmp_path: Path) -> None:
    torchs, ports = tmp_path / "torch", tmp_path / "port"
    blocks = set[str]()
    for folder in (torchs, ports):
        folder.mkdir()
    for name, text in (("optim.py", OPTIM), ("train.py", TRAIN)):
        (torchs / name).write_text(text)
    for name, text in (("optim.py", OPTIM), ("train.py", TRAIN)):
        found = convert(text, str(torchs / name), torchs)
        assert isinstance(found, Converted)
        assert {finding.code for finding in found.findings} <= {"N403"}
        (ports / name).write_text(found.output)
        blocks |= found.blocks
    (ports / "torch_compat.py").write_text(helper_module(blocks))
    before, after = numbers(torchs / "train.py"), numbers(ports / "train.py")
    assert len(before) == 64
    assert after == pytest.approx(before, rel=1e-4)


@pytest.mark.parametrize("beside", [True, False])
def test_an_optimizer_of_no_known_class_may_be_of_the_programs_own(
    tmp_path: Path, beside: bool
) -> None:
    main = "from fit import fit\nfrom optim import RAdam\n" if beside else "from fit import fit\n"
    for name, text in (("fit.py", BY_ANNOTATION), ("optim.py", OPTIM), ("main.py", main)):
        (tmp_path / name).write_text(text)
    found = convert(BY_ANNOTATION, str(tmp_path / "fit.py"), tmp_path)
    assert isinstance(found, Converted)
    told = any("may be an optimizer of the program's own" in f.message for f in found.findings)
    assert told == beside
    assert found.output.endswith("step(optimizer)\n") == beside


def test_the_hidden_state_of_an_optimizer_of_torchs_is_told() -> None:
    found = convert(HIDDEN, "optim.py")
    assert isinstance(found, Converted)
    lines = HIDDEN.splitlines()
    told = {lines[finding.line - 1].strip() for finding in found.findings}
    assert told == {line.strip() for line in lines if "base.state_dict" in line or "exp" in line}
