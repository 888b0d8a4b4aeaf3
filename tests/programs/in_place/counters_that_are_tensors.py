# told: P102
"""A dict that holds tensors, or may: who has another name of one sees the sum in torch."""

import os
import tempfile

import torch

path = os.path.join(tempfile.mkdtemp(), "status.pt")


def put(load):
    status = {"step": 0}
    if load:
        status = torch.load(path)
    status.update(step=torch.ones(1))
    step = status["step"]
    step += 1
    return step, status["step"]


def stored(load):
    status = {"step": 0}
    if load:
        status = torch.load(path)
    key = "step"
    status[key] = torch.ones(1)
    step = status["step"]
    step += 1
    return step, status["step"]


def begun(load):
    status = {"step": torch.ones(1)}
    if load:
        status = torch.load(path)
    step = status["step"]
    step += 1
    return step, status["step"]


for one in (*put(False), *stored(False), *begun(False)):
    print(one.item())
