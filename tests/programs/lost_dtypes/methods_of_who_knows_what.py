import torch


class Env:
    def reset(self):
        return torch.zeros(2, dtype=torch.float64)

    def step(self, a):
        return torch.full((2,), 0.5, dtype=torch.float64), torch.tensor(1), False


ENVS = {"e": Env}


def rollout(env, w):
    s = env.reset()
    total = 0
    for _ in range(3):
        a = (s * w).sum()
        s, r, done = env.step(a)
        total = total + r * a
    return total


print(rollout(ENVS["e"](), torch.tensor([0.1, 0.2])).item())
