import numpy as np

from rl.agent import Agent
from rl.config import Config

rng = np.random.RandomState(1)
agents = {n: Agent(n, Config(double=d, n_step=s)) for n, d, s in (("a", True, 2), ("b", False, 1))}
obs = {n: rng.randn(3).astype(np.float32) for n in agents}
for t in range(40):
    for n, ag in agents.items():
        a = ag.act(obs[n], 0.3, rng)
        nxt = (obs[n] * 0.7 + (a - 0.5) + rng.randn(3) * 0.1).astype(np.float32)
        ag.observe(obs[n], a, float(nxt.sum()), nxt, float(t % 9 == 8))
        obs[n] = nxt
        if len(ag.memory) >= 8 and t % 4 == 0:
            loss, td = ag.learn(6, rng)
            if t % 12 == 0:
                print(t, n, round(loss, 4), round(td, 4))
for n, ag in agents.items():
    print(
        n,
        ag.updates,
        len(ag.memory),
        [round(v, 4) for v in ag.online.adv.weight.data.flatten().tolist()[:4]],
    )
