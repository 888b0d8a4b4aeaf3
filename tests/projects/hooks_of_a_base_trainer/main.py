import numpy as np
import torch

from networks import MLP, fill
from trainer import Trainer

rng = np.random.RandomState(0)
batches = [tuple(torch.tensor(rng.randn(4, n), dtype=torch.float32) for n in (3, 2)) for _ in range(4)]
t = Trainer(fill(MLP(3, 2)), 0.2, 1.0)
t.fit(batches)
print(t.grad_history)
