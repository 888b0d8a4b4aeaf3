import torch
import torch.nn as nn
from torch.distributions import Categorical
from torch.utils.data import BatchSampler, SubsetRandomSampler

def fill(net, s=0.4):
    for k, p in enumerate(net.parameters()):
        p.data = torch.sin(torch.arange(p.numel()).float() * 1.3 + k).view(p.shape) * s
    return net


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.lstm = nn.LSTM(3, 6)
        self.actor, self.critic = nn.Linear(6, 4), nn.Linear(6, 1)

    def states(self, x, state, done):
        hidden = x.reshape((-1, state[0].shape[1], 3))
        done = done.reshape((-1, state[0].shape[1]))
        out = []
        for h, d in zip(hidden, done):
            h, state = self.lstm(h.unsqueeze(0), ((1.0 - d).view(1, -1, 1) * state[0], (1.0 - d).view(1, -1, 1) * state[1]))
            out += [h]
        return torch.flatten(torch.cat(out), 0, 1), state

    def evaluate(self, x, state, done, action):
        h, state = self.states(x, state, done)
        d = Categorical(logits=self.actor(h))
        return d.log_prob(action), d.entropy(), self.critic(h), state


net = fill(Net())
opt = torch.optim.SGD(net.parameters(), lr=0.1)
T, N = 6, 4
obs = torch.cos(torch.arange(T * N * 3.0)).view(T, N, 3)
act = torch.arange(T * N).view(T, N) % 4
done = (torch.arange(T * N).view(T, N) % 7 == 6).float()
adv = torch.sin(torch.arange(T * N * 1.0)).view(T, N)
ret = adv * 0.5 + 0.1
init = (torch.zeros(1, N, 6), torch.zeros(1, N, 6))
with torch.no_grad():
    old, *_ = net.evaluate(obs.view(-1, 3), init, done, act.view(-1))
old = old.view(T, N)
envinds = torch.arange(N)
flat = torch.arange(T * N).view(T, N)
for epoch in range(3):
    for start in range(0, N, 2):
        mb = envinds[start : start + 2]
        idx = flat[:, mb].ravel()
        lp, ent, v, _ = net.evaluate(obs.view(-1, 3)[idx], (init[0][:, mb], init[1][:, mb]), done.view(-1)[idx], act.view(-1)[idx])
        ratio = (lp - old.view(-1)[idx]).exp()
        a = adv.view(-1)[idx]
        pg = torch.max(-a * ratio, -a * ratio.clamp(0.8, 1.2)).mean()
        loss = pg + 0.5 * (v.view(-1) - ret.view(-1)[idx]).pow(2).mean() - 0.01 * ent.mean()
        opt.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(net.parameters(), 0.5)
        opt.step()
    print(epoch, round(loss.item(), 5), round(ratio.mean().item(), 5))
