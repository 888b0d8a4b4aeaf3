import torch
from torch import nn, optim


class PPO:
    def __init__(self, net, clip=0.2, epochs=2, size=4, lr=0.01):
        self.net, self.clip, self.epochs, self.size = net, clip, epochs, size
        self.opt = optim.Adam(net.parameters(), lr=lr, eps=1e-5)

    def update(self, rollouts, rng):
        adv = rollouts.returns[:-1] - rollouts.values[:-1]
        adv = (adv - adv.mean()) / (adv.std() + 1e-5)
        totals = [0.0, 0.0, 0.0]
        for _ in range(self.epochs):
            perm = torch.from_numpy(rng.permutation(adv.numel()))
            for obs, act, ret, val, old, a in rollouts.generator(adv, perm, self.size):
                values, logp, ent = self.net.evaluate(obs, act)
                ratio = torch.exp(logp - old)
                pi = -torch.min(
                    ratio * a, torch.clamp(ratio, 1 - self.clip, 1 + self.clip) * a
                ).mean()
                clipped = val + (values - val).clamp(-self.clip, self.clip)
                v = 0.5 * torch.max((values - ret).pow(2), (clipped - ret).pow(2)).mean()
                self.opt.zero_grad()
                (v * 0.5 + pi - ent * 0.01).backward()
                nn.utils.clip_grad_norm_(self.net.parameters(), 0.5)
                self.opt.step()
                for i, x in enumerate((v, pi, ent)):
                    totals[i] += x.item()
        return [round(t / self.epochs, 4) for t in totals]
