from collections import deque, namedtuple

import numpy as np
import torch

Transition = namedtuple("Transition", ["obs", "action", "reward", "next_obs", "done"])
Batch = namedtuple("Batch", Transition._fields + ("weight", "index"))


class NStep:
    def __init__(self, n, gamma):
        self.n, self.gamma, self.queue = n, gamma, deque(maxlen=n)

    def push(self, tr):
        self.queue.append(tr)
        if len(self.queue) < self.n and not tr.done:
            return None
        R, last = 0.0, self.queue[-1]
        for t in reversed(self.queue):
            R = t.reward + self.gamma * R * (1 - t.done)
        first = self.queue[0]
        if tr.done:
            self.queue.clear()
        return Transition(first.obs, first.action, R, last.next_obs, last.done)


class Memory:
    def __init__(self, cfg, capacity=64):
        self.cfg, self.data, self.prio, self.capacity = cfg, [], np.zeros(capacity), capacity
        self.pos = 0

    def __len__(self):
        return len(self.data)

    def add(self, tr):
        p = self.prio.max() if self.data else 1.0
        if len(self.data) < self.capacity:
            self.data.append(tr)
        else:
            self.data[self.pos] = tr
        self.prio[self.pos] = p
        self.pos = (self.pos + 1) % self.capacity

    def sample(self, size, rng, beta=0.4):
        p = self.prio[: len(self.data)] ** self.cfg.per_alpha
        p = p / p.sum()
        idx = rng.choice(len(self.data), size, p=p)
        w = (len(self.data) * p[idx]) ** (-beta)
        w /= w.max()
        cols = zip(*(self.data[i] for i in idx))
        obs, act, rew, nxt, done = (
            torch.tensor(np.array(c), dtype=self.cfg.dtype, device=self.cfg.device) for c in cols
        )
        return Batch(obs, act.long(), rew, nxt, done, torch.as_tensor(w, dtype=self.cfg.dtype), idx)

    def update(self, idx, td):
        self.prio[idx] = np.abs(td) + 1e-3
