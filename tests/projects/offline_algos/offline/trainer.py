import numpy as np

from .algos import ALGOS
from .dataset import collate


class Trainer:
    def __init__(self, algo, data, batch_size):
        self.algo, self.data, self.batch_size = algo, data, batch_size

    @classmethod
    def from_config(cls, cfg, data):
        obs_dim = data.arrays["obs"].shape[1]
        n_actions = int(data.arrays["act"].max()) + 1
        return cls(ALGOS[cfg.algo](cfg, obs_dim, n_actions), data, cfg.batch_size)

    def batches(self, order):
        for lo in range(0, len(order), self.batch_size):
            yield collate([self.data[int(i)] for i in order[lo : lo + self.batch_size]])

    def fit(self, epochs, order):
        out = []
        for _ in range(epochs):
            rows = [self.algo.update(b) for b in self.batches(order)]
            out.append({k: float(np.mean([r[k] for r in rows])) for k in rows[0]})
        return out
