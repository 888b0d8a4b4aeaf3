import functools

import numpy as np
import torch

from algo.nets import Net, reset
from algo.pg import PPO
from algo.policy import Batch

actor, critic = reset(Net(3, 2), 0.5), reset(Net(3, 1, act=torch.nn.ReLU), 0.4)
make = functools.partial(torch.optim.Adam, lr=0.02)
policy = PPO(
    actor,
    critic,
    make([*actor.parameters(), *critic.parameters()]),
    lambda logits: torch.distributions.Categorical(logits=logits),
    max_norm=0.5,
    gamma=0.95,
)
rng = np.random.RandomState(0)
for epoch in range(3):
    obs = rng.randn(9, 3).astype(np.float32)
    batch = Batch(
        obs=obs[:-1],
        obs_next=obs[1:],
        rew=obs[1:].sum(1),
        done=(rng.rand(8) < 0.2).astype(np.float32),
        act=rng.randint(2, size=8),
    )
    out = policy.update(batch, 4, 2)
    print(epoch, {k: [round(v, 4) for v in vs] for k, vs in out.items()})
policy.eval()
print(
    policy(batch).act.tolist(),
    policy.updating,
    len(list(policy.parameters())),
    sorted(policy.state_dict())[:3],
)
