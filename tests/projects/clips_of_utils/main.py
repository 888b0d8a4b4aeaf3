import numpy as np
import torch

from trainer import Trainer

rng = np.random.RandomState(1)
loader = [torch.from_numpy(rng.randn(6, 4).astype(np.float32)) for _ in range(3)]
trainer = Trainer(0.05)
for epoch in range(3):
    trainer.train_one_epoch(epoch, loader)
print([round(p.sum().item(), 4) for p in trainer.student.parameters()])
