import numpy as np
import torch

from core.env import VecEnv
from core.model import ActorCritic
from core.ppo import PPO
from core.storage import Rollouts

rng = np.random.RandomState(0)
envs = VecEnv(2)
net = ActorCritic(envs)
agent = PPO(net)
roll = Rollouts(6, 2, (3,), (1,))
roll.obs[0].copy_(torch.from_numpy(envs.reset()))
for update in range(3):
    for step in range(6):
        with torch.no_grad():
            v, a, lp = net.act(roll.obs[step], torch.from_numpy(rng.randn(2, 1)).float())
        obs, rew, done, _ = envs.step(a.cpu().numpy())
        masks = torch.FloatTensor([[0.0] if d else [1.0] for d in done])
        roll.insert(
            torch.from_numpy(obs).float(), a, lp, v, torch.from_numpy(rew).unsqueeze(1), masks
        )
    with torch.no_grad():
        last = net.act(roll.obs[-1], torch.zeros(2, 1), deterministic=True)[0].detach()
    roll.compute(last, 0.95, 0.9)
    print(update, agent.update(roll, rng), round(roll.rewards.mean().item(), 4))
    roll.after_update()
print(
    [round(x, 4) for x in net.dist.fc.weight.flatten().tolist()],
    [round(x, 4) for x in net.dist.logstd.tolist()],
)
