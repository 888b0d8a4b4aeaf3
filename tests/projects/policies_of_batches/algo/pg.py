import numpy as np
import torch

from .policy import BasePolicy, Batch, to_numpy, to_torch


def gae(rew, val, val_next, done, gamma, lam):
    adv = np.zeros_like(rew)
    acc = 0.0
    delta = rew + gamma * val_next * (1 - done) - val
    for i in range(len(rew) - 1, -1, -1):
        acc = delta[i] + gamma * lam * (1 - done[i]) * acc
        adv[i] = acc
    return adv


class PPO(BasePolicy):
    def __init__(
        self,
        actor,
        critic,
        optim,
        dist_fn,
        eps_clip=0.2,
        lam=0.9,
        vf=0.5,
        ent=0.01,
        max_norm=None,
        **kw,
    ):
        super().__init__(**kw)
        self.actor, self.critic, self.optim, self.dist_fn = actor, critic, optim, dist_fn
        self.eps, self.lam, self.vf, self.ent, self.max_norm = eps_clip, lam, vf, ent, max_norm

    def forward(self, batch, **kwargs):
        logits = self.actor(to_torch(batch.obs))
        dist = self.dist_fn(logits)
        return Batch(logits=logits, dist=dist, act=logits.argmax(-1))

    def process(self, batch):
        with torch.no_grad():
            v = self.critic(to_torch(batch.obs)).flatten()
            v2 = self.critic(to_torch(batch.obs_next)).flatten()
            batch.logp_old = self(batch).dist.log_prob(to_torch(batch.act, torch.long))
        adv = gae(
            np.asarray(batch.rew, dtype=np.float32),
            to_numpy(v),
            to_numpy(v2),
            batch.done,
            self.gamma,
            self.lam,
        )
        batch.adv = to_torch(adv)
        batch.returns = batch.adv + v
        return batch

    def learn(self, batch, size, repeat):
        losses, clips, vfs = [], [], []
        for _ in range(repeat):
            for b in batch.split(size):
                dist = self(b).dist
                act = to_torch(b.act, torch.long)
                adv = (b.adv - b.adv.mean()) / (b.adv.std() + 1e-8)
                ratio = (dist.log_prob(act) - b.logp_old).exp().float()
                surr1, surr2 = ratio * adv, ratio.clamp(1.0 - self.eps, 1.0 + self.eps) * adv
                clip_loss = -torch.min(surr1, surr2).mean()
                vf_loss = (b.returns - self.critic(to_torch(b.obs)).flatten()).pow(2).mean()
                loss = clip_loss + self.vf * vf_loss - self.ent * dist.entropy().mean()
                self.optim.zero_grad()
                loss.backward()
                if self.max_norm:
                    torch.nn.utils.clip_grad_norm_(
                        [*self.actor.parameters(), *self.critic.parameters()], self.max_norm
                    )
                self.optim.step()
                losses.append(loss.item())
                clips.append(clip_loss.item())
                vfs.append(vf_loss.item())
        return {"loss": losses, "clip": clips, "vf": vfs}
