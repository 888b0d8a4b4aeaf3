# The size of a batch, and a number of constants, are read in an update: a trace has them as they are.
import torch
import torch.nn as nn
import torch.nn.functional as F

atoms, low, high = 5, -1.0, 1.0
net = nn.Linear(3, 2 * atoms)
with torch.no_grad():
    for p in net.parameters():
        p.copy_(torch.linspace(-1, 1, p.numel()).view(p.shape))
support = torch.linspace(low, high, atoms)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)


def update(state, action, reward, done):
    batch = state.shape[0]
    width = (high - low) / (atoms - 1)
    with torch.no_grad():
        dist = F.softmax(net(state).view(-1, 2, atoms), dim=2)
        best = (dist * support).sum(2).max(1)[1]
        dist = dist[range(batch), best]
        aims = reward.unsqueeze(1) + (1 - done).unsqueeze(1) * 0.9 * support.unsqueeze(0)
        b = (aims.clamp(min=low, max=high) - low) / width
        l, u = b.floor().long(), b.ceil().long()
        l[(u > 0) * (l == u)] -= 1
        u[(l < (atoms - 1)) * (l == u)] += 1
        first = torch.linspace(0, (batch - 1) * atoms, batch).long()
        first = first.unsqueeze(1).expand(batch, atoms)
        m = torch.zeros(batch, atoms)
        m.view(-1).index_add_(0, (l + first).view(-1), (dist * (u.float() - b)).view(-1))
        m.view(-1).index_add_(0, (u + first).view(-1), (dist * (b - l.float())).view(-1))
    p = F.softmax(net(state).view(-1, 2, atoms), dim=2)[range(batch), action]
    loss = -(m * p.log()).sum(1).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    return loss.item()


for rows in (4, 4, 2):
    state = torch.linspace(-1, 1, 3 * rows).view(rows, 3)
    reward, done = torch.linspace(-0.5, 0.3, rows), torch.ones(rows)
    done[0] = 0
    print(round(update(state, torch.tensor([0, 1, 0, 1][:rows]), reward, done), 4))
