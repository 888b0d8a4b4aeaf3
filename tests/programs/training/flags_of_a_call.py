"""What a network gives back hangs on a flag of the call: each call knows which of them it gets."""

import torch
import torch.nn.functional as F
from torch import nn


class Recurrent(nn.Module):
    def __init__(self):
        super().__init__()
        self.lstm = nn.LSTM(3, 4, batch_first=True)
        self.head = nn.Linear(4, 2)
        for i, p in enumerate(self.parameters()):
            p.data.copy_(torch.linspace(-0.5, 0.5 + 0.1 * i, p.numel()).view(p.shape))

    def forward(self, s, h0=None, c0=None, return_hidden=False):
        hidden = None if h0 is None and c0 is None else (h0, c0)
        feature, (hn, cn) = self.lstm(s, hidden)
        output = self.head(feature)
        if return_hidden:
            return output, hn, cn
        else:
            return output


class Actor(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(3, 2)
        for p in self.parameters():
            p.data.copy_(torch.linspace(-0.5, 0.5, p.numel()).view(p.shape))

    def forward(self, x, action=None, as_text=False, raw=False):
        out = self.body(x)
        if not raw and action is not None:
            return F.log_softmax(out, dim=-1).gather(1, action), out
        if raw == True:
            return torch.tanh(out)
        if as_text:
            return str(out.shape[0])
        return None


q, q_target, actor = Recurrent(), Recurrent(), Actor()
opt = torch.optim.SGD([*q.parameters()], lr=0.1)
opt_a = torch.optim.SGD(actor.parameters(), lr=0.1)
h, c = torch.zeros(1, 1, 4), torch.zeros(1, 1, 4)
for step in range(3):
    s = torch.linspace(-1.0, 1.0 + step, 18).view(2, 3, 3)
    values, h, c = q(s[:1], h, c, True)
    print(values.max().item(), h.sum().item(), c.sum().item())
    rows = torch.arange(2).unsqueeze(1)
    a = torch.tensor([[0], [1]])
    taken = q(s)[rows, 0, a].squeeze()
    with torch.no_grad():
        target = torch.max(q_target(s), dim=2).values[:, 0]
    loss = F.mse_loss(taken, 1.0 + 0.9 * target)
    opt.zero_grad()
    loss.backward()
    opt.step()
    log_prob, _ = actor(s[:, 0], a)
    loss_a = -(log_prob.mean() + 0.1 * actor(s[:, 0], raw=True).pow(2).sum(1).mean())
    opt_a.zero_grad()
    loss_a.backward()
    opt_a.step()
    print(loss.item(), loss_a.item(), actor(s[:, 0], as_text=True))
