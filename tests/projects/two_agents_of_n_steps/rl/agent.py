import torch
import torch.nn as nn

from .memory import Memory, NStep, Transition


def mlp(sizes):
    mods = []
    for a, b in zip(sizes[:-1], sizes[1:]):
        mods += [nn.Linear(a, b), nn.ReLU()]
    return nn.Sequential(*mods[:-1])


def hard_update(dst, src):
    for d, s in zip(dst.parameters(), src.parameters()):
        d.data.copy_(s.data)


class Dueling(nn.Module):
    def __init__(self, cfg):
        super().__init__()
        self.trunk = mlp([cfg.obs_dim, *cfg.hidden, cfg.hidden[-1]])
        self.value = nn.Linear(cfg.hidden[-1], 1)
        self.adv = nn.Linear(cfg.hidden[-1], cfg.n_actions)
        for p in self.parameters():
            p.data = torch.linspace(-0.6, 0.7, p.numel()).view(p.size())

    def forward(self, x):
        h = torch.relu(self.trunk(x))
        v, a = self.value(h), self.adv(h)
        return v + a - a.mean(dim=1, keepdim=True)


class Agent:
    def __init__(self, name, cfg):
        self.name, self.cfg = name, cfg
        self.online, self.target = Dueling(cfg).to(cfg.device), Dueling(cfg).to(cfg.device)
        hard_update(self.target, self.online)
        self.target.eval()
        self.opt = torch.optim.RMSprop(self.online.parameters(), lr=cfg.lr, alpha=0.95, eps=0.01)
        self.memory, self.nstep = Memory(cfg), NStep(cfg.n_step, cfg.gamma)
        self.loss_fn = nn.SmoothL1Loss(reduction="none")
        self.updates = 0

    def act(self, obs, eps, rng):
        if rng.rand() < eps:
            return rng.randint(self.cfg.n_actions)
        with torch.no_grad():
            q = self.online(torch.tensor(obs, dtype=self.cfg.dtype).unsqueeze(0))
        return int(q.argmax(1))

    def observe(self, *tr):
        out = self.nstep.push(Transition(*tr))
        if out is not None:
            self.memory.add(out)

    def learn(self, size, rng):
        b = self.memory.sample(size, rng)
        q = self.online(b.obs).gather(1, b.action.unsqueeze(1)).squeeze(1)
        with torch.no_grad():
            nxt = self.target(b.next_obs)
            if self.cfg.double:
                best = self.online(b.next_obs).argmax(dim=1, keepdim=True)
                nq = nxt.gather(1, best)[:, 0]
            else:
                nq = nxt.max(1)[0]
            target = b.reward + self.cfg.gamma**self.cfg.n_step * nq * (1.0 - b.done)
        loss = (self.loss_fn(q, target) * b.weight).mean()
        self.opt.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(self.online.parameters(), 10.0)
        self.opt.step()
        td = (target - q).detach().cpu().numpy()
        self.memory.update(b.index, td)
        self.updates += 1
        if self.updates % 3 == 0:
            hard_update(self.target, self.online)
        return loss.item(), float(td.mean())
