"""Data that nothing is known of are stored as they are, and rounded as torch rounds them."""

import numpy as np
import torch


ENVS = {}


class Env:
    def step(self, i):
        return [float(i), 0.5 * i, 2 * i], np.arange(3) * 0.1, (i, i + 1, i + 2)


def run(env, device):
    rewards = torch.zeros((4, 3)).to(device)
    costs = torch.zeros(4, 3, device=device)
    dones = torch.zeros(4, 3, dtype=torch.float64)
    single = torch.zeros(4)
    whole = torch.zeros(4, 3, dtype=torch.int64)
    halves = torch.zeros(4, 3)
    for i in range(4):
        reward, cost, done = env.step(i)
        rewards[i] = torch.tensor(reward).to(device).view(-1)
        costs[i] = torch.as_tensor(cost).to(device).reshape(-1)
        dones[i] = torch.tensor(done).flatten()
        single[i] = torch.tensor(reward[0])
        whole[i] = torch.tensor(done).view(-1)
        halves[i] = torch.as_tensor(np.arange(3) * 1.5, dtype=torch.int64)
    print(
        rewards.tolist(),
        costs.tolist(),
        dones.tolist(),
        single.tolist(),
        whole.tolist(),
        halves.tolist(),
    )


ENVS["a"] = Env
run(ENVS["a"](), torch.device("cpu"))


def both(x, y, device):
    x, y = x.to(device), y.to(device)
    a, b = y.to(device), x.to(device)
    return x + y, a, b


print([z.tolist() for z in both(torch.ones(2), torch.zeros(2), torch.device("cpu"))])
