from dataclasses import dataclass, field
from typing import Tuple

import torch


@dataclass
class Config:
    obs_dim: int = 3
    n_actions: int = 2
    hidden: Tuple[int, ...] = (6,)
    gamma: float = 0.9
    n_step: int = 2
    lr: float = 0.02
    double: bool = True
    per_alpha: float = 0.6
    device: torch.device = field(default_factory=lambda: torch.device("cpu"))
    dtype: torch.dtype = torch.float32
