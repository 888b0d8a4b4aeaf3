import torch


class Rollouts:
    def __init__(self, steps, n, obs_shape, act_shape):
        self.obs = torch.zeros(steps + 1, n, *obs_shape)
        self.actions = torch.zeros(steps, n, *act_shape)
        self.rewards = torch.zeros(steps, n, 1)
        self.values = torch.zeros(steps + 1, n, 1)
        self.returns = torch.zeros(steps + 1, n, 1)
        self.logp = torch.zeros(steps, n, 1)
        self.masks = torch.ones(steps + 1, n, 1)
        self.steps, self.i = steps, 0

    def insert(self, obs, action, logp, value, reward, mask):
        self.obs[self.i + 1].copy_(obs)
        self.actions[self.i].copy_(action)
        self.logp[self.i].copy_(logp)
        self.values[self.i].copy_(value)
        self.rewards[self.i].copy_(reward)
        self.masks[self.i + 1].copy_(mask)
        self.i = (self.i + 1) % self.steps

    def after_update(self):
        self.obs[0].copy_(self.obs[-1])
        self.masks[0].copy_(self.masks[-1])

    def compute(self, last, gamma, lam):
        self.values[-1] = last
        gae = 0
        for t in reversed(range(self.steps)):
            delta = (
                self.rewards[t] + gamma * self.values[t + 1] * self.masks[t + 1] - self.values[t]
            )
            gae = delta + gamma * lam * self.masks[t + 1] * gae
            self.returns[t] = gae + self.values[t]

    def generator(self, advantages, perm, size):
        for i in range(0, len(perm), size):
            idx = perm[i : i + size]
            yield (
                self.obs[:-1].reshape(-1, *self.obs.shape[2:])[idx],
                self.actions.reshape(-1, *self.actions.shape[2:])[idx],
                self.returns[:-1].reshape(-1, *self.returns.shape[2:])[idx],
                self.values[:-1].reshape(-1, *self.values.shape[2:])[idx],
                self.logp.reshape(-1, *self.logp.shape[2:])[idx],
                advantages.reshape(-1, *advantages.shape[2:])[idx],
            )
