import numpy as np
import torch

from .utils import discount_cumsum, to_tensor


class ReplayBuffer:
    def __init__(self, obs_dim, act_dim, size, gamma=0.9, lam=0.8):
        self.obs = np.zeros((size, obs_dim), dtype=np.float32)
        self.act = np.zeros((size, act_dim), dtype=np.float32)
        self.rew, self.val, self.logp, self.adv, self.ret = (
            np.zeros(size, dtype=np.float32) for _ in range(5)
        )
        self.gamma, self.lam, self.ptr, self.start = gamma, lam, 0, 0

    def store(self, **kw):
        for k, v in kw.items():
            getattr(self, k)[self.ptr] = v
        self.ptr += 1

    def finish(self, last=0.0):
        s = slice(self.start, self.ptr)
        rews = np.append(self.rew[s], last)
        vals = np.append(self.val[s], last)
        deltas = rews[:-1] + self.gamma * vals[1:] - vals[:-1]
        self.adv[s] = discount_cumsum(deltas, self.gamma * self.lam)
        self.ret[s] = discount_cumsum(rews, self.gamma)[:-1]
        self.start = self.ptr

    def get(self):
        self.adv = (self.adv - self.adv.mean()) / (self.adv.std() + 1e-8)
        data = dict(obs=self.obs, act=self.act, ret=self.ret, adv=self.adv, logp=self.logp)
        self.ptr = self.start = 0
        return {k: to_tensor(v) for k, v in data.items()}
