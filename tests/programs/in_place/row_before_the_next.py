"""A row that is read under a name of its own before the next one is stored."""

import torch

values, rewards, masks = torch.linspace(0.1, 0.5, 5), torch.linspace(1.0, 2.0, 5), torch.ones(5)
masks[2] = 0.0


def advantages_of(values, rewards, masks, size):
    returns = torch.Tensor(size)
    deltas = torch.Tensor(size)
    advantages = torch.Tensor(size)
    prev_return, prev_value, prev_advantage = 0, 0, 0
    for i in reversed(range(size)):
        returns[i] = rewards[i] + 0.9 * prev_return * masks[i]
        deltas[i] = rewards[i] + 0.9 * prev_value * masks[i] - values[i]
        advantages[i] = deltas[i] + 0.9 * 0.8 * prev_advantage * masks[i]
        prev_return = returns[i]
        prev_value = values[i]
        prev_advantage = advantages[i]
    return returns, (advantages - advantages.mean()) / advantages.std()


returns, advantages = advantages_of(values, rewards, masks, 5)
print(returns.tolist(), advantages.tolist())
