from __future__ import annotations

import dataclasses
from dataclasses import dataclass, field
from typing import Any, Dict


@dataclass(frozen=True)
class NetConfig:
    hidden: tuple = (6, 5)
    activation: str = "tanh"


@dataclass
class OfflineConfig:
    algo: str = "cql"
    gamma: float = 0.95
    alpha: float = 1.0
    tau: float = 0.05
    lr: float = 1e-2
    batch_size: int = 8
    net: NetConfig = field(default_factory=NetConfig)
    extras: Dict[str, Any] = field(default_factory=dict)

    def replace(self, **changes) -> "OfflineConfig":
        return dataclasses.replace(self, **changes)
