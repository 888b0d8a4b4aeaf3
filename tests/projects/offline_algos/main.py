import numpy as np
import torch

from offline.algos import ALGOS
from offline.config import OfflineConfig
from offline.dataset import Transitions, collate
from offline.trainer import Trainer


rng = np.random.default_rng(7)
data = Transitions.synthetic(rng, n=48, obs_dim=4, n_actions=3)
for name in sorted(ALGOS):
    cfg = OfflineConfig(algo=name, alpha=0.7, tau=0.1, batch_size=12)
    trainer = Trainer.from_config(cfg, data)
    history = trainer.fit(epochs=2, order=np.arange(48) * 5 % 48)
    for row in history:
        print(name, {k: round(v, 6) for k, v in sorted(row.items())})
    print(trainer.algo.describe())
