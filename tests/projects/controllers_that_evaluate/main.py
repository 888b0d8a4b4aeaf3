import torch as th

from controllers import REGISTRY as controllers
from learner import Learner


def batch(seed):
    values = (th.arange(24, dtype=th.float32).reshape(2, 3, 4) + seed) / 24
    return {"obs": values, "reward": values.mean(2)}


def run(name):
    mac = controllers[name](4, 2)
    learner = Learner(mac)
    for i, p in enumerate(learner.params):
        p.data.copy_((th.arange(p.numel(), dtype=th.float32).reshape(p.shape) - i) / 10)
    for seed in range(3):
        print(name, round(learner.train(batch(seed)), 4))
    print([round(p.sum().item(), 4) for p in mac.parameters()])


for one in ("basic", "network"):
    run(one)
