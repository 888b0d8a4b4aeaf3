import numpy as np

from agents.parts import PPOByPart
from agents.ppo import PPO
from common import ReplayBuffer, utils

cfg = dict(obs=3, act=2, lr=0.02, iters=2)
for cls in (PPO, PPOByPart):
    agent, buf = cls(cfg), ReplayBuffer(3, 2, 6)
    rng = np.random.RandomState(0)
    obs = rng.randn(3).astype(np.float32)
    for epoch in range(3):
        for t in range(6):
            a, v, lp = agent.act(obs, rng.randn(2))
            r = -float(np.abs(a).sum()) + float(obs.sum())
            buf.store(obs=obs, act=a, rew=r, val=v, logp=lp)
            obs = rng.randn(3).astype(np.float32)
            if t == 2:
                buf.finish(v)
        buf.finish()
        data = buf.get()
        agent.update(data)
        ev = utils.explained_variance(agent.v(data["obs"]).squeeze(-1), data["ret"])
        print(
            epoch, round(ev, 3), {k: [round(x, 4) for x in v[-2:]] for k, v in agent.stats.items()}
        )
