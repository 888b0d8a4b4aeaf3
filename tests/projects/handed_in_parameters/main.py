import torch as th

from controllers import REGISTRY as controllers
from learner import Learner


def batch(seed):
    values = (th.arange(24, dtype=th.float32).reshape(2, 3, 4) + seed) / 24
    return {"obs": values, "reward": values.mean(2, keepdim=True)}


mac = controllers["basic"](4, 2)
learner = Learner(mac, mac.parameters())
for owner in (mac, learner.mixer):
    for p in owner.parameters():
        p.data.copy_(th.arange(p.numel(), dtype=th.float32).reshape(p.shape) / 10)
for seed in range(3):
    one = batch(seed)
    print(round(learner.train(one["obs"][:, 0], one["reward"][:, 0]), 4))
    print(round(learner.train_on(one), 4))
print([round(p.sum().item(), 4) for p in mac.parameters()])
