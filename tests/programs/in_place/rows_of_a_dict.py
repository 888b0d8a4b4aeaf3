"""A rollout storage that is a dict of tensors: rows of its items are set by any key."""

import torch


class Rollouts:
    def __init__(self, steps, envs):
        self.stored = {"obs": torch.zeros(steps, envs, 2), "reward": torch.zeros(steps, envs)}
        self.done = dict(end=torch.zeros(steps, envs))
        self.step = 0

    def add(self, **values):
        for key, value in values.items():
            self.stored[key][self.step] = torch.as_tensor(value)
        self.step += 1

    def put(self, key, value):
        self.stored[key][self.step - 1] = value

    def returns(self, last):
        d = self.stored
        d["reward"][-1] = last
        found = torch.zeros_like(d["reward"])
        total = torch.zeros(d["reward"].size(1))
        for t in reversed(range(self.step)):
            total = d["reward"][t] + 0.9 * total
            found[t] = total
        return found


rollouts = Rollouts(3, 2)
for t in range(3):
    rollouts.add(obs=torch.full((2, 2), float(t)), reward=[1.0, t])
rollouts.put("obs", torch.ones(2, 2) * 5)
print(rollouts.returns(torch.tensor([0.5, -0.5])).tolist(), rollouts.stored["obs"].sum().item())
print({key: tuple(value.shape) for key, value in rollouts.stored.items()})
