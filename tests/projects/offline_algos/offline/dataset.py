import collections

import numpy as np
import torch
from torch.utils.data import Dataset

Batch = collections.namedtuple("Batch", "obs act rew nxt done")


class Transitions(Dataset):
    def __init__(self, arrays):
        self.arrays = arrays
        self._mean = arrays["obs"].mean(0)
        self._std = arrays["obs"].std(0) + 1e-3

    @classmethod
    def synthetic(cls, rng, n, obs_dim, n_actions):
        obs = rng.normal(size=(n, obs_dim))
        act = rng.integers(0, n_actions, size=n)
        return cls(
            {
                "obs": obs,
                "act": act,
                "rew": np.cos(obs.sum(1) + act),
                "nxt": obs * 0.9 + rng.normal(size=obs.shape) * 0.1,
                "done": (np.arange(n) % 11 == 10).astype(np.float64),
            }
        )

    def __len__(self):
        return len(self.arrays["act"])

    def __getitem__(self, i):
        row = {k: v[i] for k, v in self.arrays.items()}
        row["obs"] = (row["obs"] - self._mean) / self._std
        row["nxt"] = (row["nxt"] - self._mean) / self._std
        return row


def collate(rows):
    cols = {k: np.stack([r[k] for r in rows]) for k in rows[0]}
    return Batch(
        **{
            k: torch.as_tensor(v if v.dtype == np.int64 else v.astype(np.float32))
            for k, v in cols.items()
        }
    )
