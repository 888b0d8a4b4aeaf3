import os
import tempfile

import numpy as np
import torch

from marl.agent import Learner

rng = np.random.RandomState(3)
learner = Learner(2, 3, 2)
T, N = 5, 2
for step in range(4):
    batch = (
        torch.tensor(rng.randn(T, N, 2), dtype=torch.float32),
        torch.tensor(rng.randint(3, size=(T, N))),
        torch.tensor(rng.randn(T), dtype=torch.float32),
        torch.tensor(rng.rand(T, N) > 0.2).float(),
    )
    learner.set_lr(1 - step / 8)
    print(step, {k: round(v, 5) for k, v in learner.train(batch).items()})
with tempfile.TemporaryDirectory() as d:
    path = os.path.join(d, "model.pt")
    learner.save(path)
    other = Learner(2, 3, 2, lr=0.5).load(path)
obs = torch.tensor(rng.randn(2, 4), dtype=torch.float32)
print(
    learner.evaluate(obs).tolist(), other.evaluate(obs, torch.tensor([True, False, True])).tolist()
)
print(
    round(other.opt.param_groups[0]["lr"], 5),
    {k: round(v, 5) for k, v in other.train(batch).items()},
)
print(learner.policy.training, [round(v, 4) for v in other.policy.out.weight[0].tolist()])
