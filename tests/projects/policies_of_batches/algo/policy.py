from abc import ABC, abstractmethod
from typing import Any, Callable, Dict, Iterable, List, Optional, Tuple, Union

import numpy as np
import torch
from torch import nn


class Batch(dict):
    def __getattr__(self, key):
        try:
            return self[key]
        except KeyError as e:
            raise AttributeError(key) from e

    def __setattr__(self, key, value):
        self[key] = value

    def split(self, size):
        n = len(next(iter(self.values())))
        for i in range(0, n, size):
            yield Batch({k: v[i : i + size] for k, v in self.items()})


def to_torch(x, dtype=torch.float32):
    if isinstance(x, torch.Tensor):
        return x.type(dtype)
    if isinstance(x, dict):
        return Batch({k: to_torch(v, dtype) for k, v in x.items()})
    return torch.from_numpy(np.asarray(x)).to(dtype)


def to_numpy(x):
    return x.detach().cpu().numpy() if isinstance(x, torch.Tensor) else np.asarray(x)


class BasePolicy(ABC, nn.Module):
    def __init__(self, gamma: float = 0.9) -> None:
        super().__init__()
        self.gamma = gamma
        self.updating = False

    @abstractmethod
    def forward(self, batch: Batch, **kwargs: Any) -> Batch: ...

    def process(self, batch: Batch) -> Batch:
        return batch

    @abstractmethod
    def learn(self, batch: Batch, size: int, repeat: int) -> Dict[str, List[float]]: ...

    def update(self, batch: Batch, size: int, repeat: int) -> Dict[str, List[float]]:
        self.updating = True
        batch = self.process(batch)
        result = self.learn(batch, size, repeat)
        self.updating = False
        return result
