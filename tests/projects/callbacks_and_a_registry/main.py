import numpy as np

from lib import nets  # noqa: F401
from lib.agent import SAC
from lib.callbacks import Anneal, Log
from lib.trainer import Trainer

rng = np.random.RandomState(0)


def data(step):
    d = dict(s=rng.randn(8, 3), a=np.tanh(rng.randn(8, 2)), r=rng.randn(8), s2=rng.randn(8, 3))
    d["d"] = (rng.rand(8) < 0.2).astype(float)
    d["n"], d["n2"] = rng.randn(8, 2), rng.randn(8, 2)
    return d


agent = SAC(3, 2)
Trainer(agent, data, [Log(), Anneal(0.9)]).run(6)
print(
    round(float(agent.alpha), 5),
    [round(v, 4) for v in agent.actor.mu.weight.flatten().tolist()[:4]],
)
print(round(agent.opts["q"].param_groups[0]["lr"], 6))
