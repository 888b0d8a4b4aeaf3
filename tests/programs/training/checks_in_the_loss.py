"""A loss that makes tensors of its data, asks for ranks and dtypes, and keeps numbers for a log."""

from typing import NamedTuple

import numpy as np
import torch
import torch.nn as nn


class Batch(NamedTuple):
    states: np.ndarray
    actions: np.ndarray
    rewards: np.ndarray


class Output(NamedTuple):
    logits: torch.Tensor
    value: torch.Tensor


def assert_rank(tensor, rank):
    """Raises ValueError."""
    if not isinstance(tensor, torch.Tensor):
        raise ValueError("no tensor")
    ranks = []
    if isinstance(rank, tuple):
        ranks = rank
    else:
        ranks.append(rank)
    if len(tensor.shape) not in ranks:
        raise ValueError(f"{tensor.shape}, not of rank {rank}")


def assert_dtype(tensor, dtype):
    if tensor.dtype != dtype:
        raise ValueError(f"{tensor.dtype}, not {dtype}")


def assert_rank_and_dtype(tensor, rank, dtype):
    assert_rank(tensor, rank)
    assert_dtype(tensor, dtype)


def assert_batch(tensor, batch):
    if tensor.shape[0] != batch:
        raise ValueError(f"{tensor.shape}, not {batch} rows")


def policy_gradient(logits, actions, advantages):
    assert_rank_and_dtype(logits, 2, torch.float32)
    assert_batch(actions, logits.shape[0])
    chosen = torch.log_softmax(logits, dim=1).gather(1, actions.unsqueeze(1)).squeeze(1)
    return -(chosen * advantages)


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.policy, self.value = nn.Linear(2, 3), nn.Linear(2, 1)
        for p in self.parameters():
            p.data = 0.3 * torch.arange(1.0, p.numel() + 1).reshape(p.shape) / p.numel()

    def forward(self, x):
        return Output(logits=self.policy(x), value=self.value(x))


class Agent:
    def __init__(self):
        self.net = Net()
        self.optimizer = torch.optim.SGD(self.net.parameters(), lr=0.1)
        self.policy_loss = self.value_loss = np.nan

    def update(self, batch):
        self.optimizer.zero_grad()
        loss = self.calc_loss(batch)
        loss.backward()
        self.optimizer.step()
        return loss.item()

    def calc_loss(self, batch):
        states = torch.from_numpy(batch.states).to(dtype=torch.float32)
        actions = torch.from_numpy(batch.actions).to(dtype=torch.int64)
        rewards = torch.from_numpy(batch.rewards).to(dtype=torch.float32)
        assert_rank_and_dtype(states, (2, 4), torch.float32)
        assert_rank_and_dtype(actions, 1, torch.long)
        output = self.net(states)
        value = output.value.squeeze(1)
        policy_loss = policy_gradient(output.logits, actions, rewards - value.detach())
        policy_loss, value_loss = policy_loss.mean(), ((rewards - value) ** 2).mean()
        loss = policy_loss + 0.5 * value_loss
        # For a log.
        self.policy_loss = policy_loss.detach().cpu().item()
        self.value_loss = value_loss.detach().cpu().item()
        return loss


agent = Agent()
batch = Batch(np.array([[0.1, 0.2], [0.3, -0.4]]), np.array([0, 2]), np.array([1.0, 0.5]))
for _ in range(3):
    print(agent.update(batch), agent.policy_loss, agent.value_loss)
try:
    agent.update(Batch(batch.states[0], batch.actions, batch.rewards))
except ValueError as error:
    print("not of rank" in str(error))
print([round(p.sum().item(), 4) for p in agent.net.parameters()])
