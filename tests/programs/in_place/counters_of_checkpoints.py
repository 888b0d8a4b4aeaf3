"""Counters that a checkpoint brings, of a dict that begins with numbers."""

import os
import tempfile

import torch
import torch.nn as nn


def load(path):
    return torch.load(path)


def loaded(path):
    found = torch.load(path)
    return found


def count(path, go_on):
    if go_on:
        found = loaded(path)
        episode = found["update"]
    else:
        episode = 0
    for _ in range(3):
        episode += 1
    return episode


def train(path, turns):
    net = nn.Linear(2, 1)
    with torch.no_grad():
        net.weight.fill_(0.125)
        net.bias.fill_(0.25)
    optimizer = torch.optim.SGD(net.parameters(), lr=0.125)
    try:
        status = load(path)
    except OSError:
        status = {"frames": 0, "update": 0, "lr": 0.5}
    frames = status["frames"]
    update, lr = status["update"], status["lr"]
    begun = frames
    state = {"seen": 1}
    if begun:
        state = torch.load(path + ".state")
    while frames < begun + turns:
        loss = (net(torch.ones(4, 2)) ** 2).mean() * lr
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        frames += 8
        update += 1
        lr *= 0.5
        state["seen"] += 2
        row = [update, frames]
        print(loss.item(), row[0], row[1], state["seen"], status["frames"], lr)
    status = {"frames": frames, "update": update, "lr": lr}
    torch.save(status, path)
    torch.save(state, path + ".state")


path = os.path.join(tempfile.mkdtemp(), "status.pt")
train(path, 16)
train(path, 8)
print(count(path, False), count(path, True))
