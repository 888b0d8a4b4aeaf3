# A network's hidden state has its gradient halved at each step, also what comes from other heads: as MuZero does.
import torch
import torch.nn as nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.first, self.next = nn.Linear(3, 4), nn.Linear(4, 4)
        self.value, self.policy = nn.Linear(4, 1), nn.Linear(4, 2)

    def initial(self, x):
        hidden = torch.tanh(self.first(x))
        return self.value(hidden), self.policy(hidden), hidden

    def recurrent(self, hidden):
        hidden = torch.tanh(self.next(hidden))
        return self.value(hidden), self.policy(hidden), hidden


net = Net()
with torch.no_grad():
    for p in net.parameters():
        p.copy_(torch.arange(p.numel()).view_as(p) * 0.1 - 0.4)
clipped = net.value.weight.register_hook(lambda grad: torch.clamp(grad, -0.01, 0.01))
optimizer = torch.optim.Adam(net.parameters(), lr=0.01)
x = torch.arange(6.0).view(2, 3) / 10
scale = torch.tensor([2.0, 4.0])
norms = []
for turn in range(4):
    value, policy, hidden = net.initial(x)
    predictions = [(value, policy)]
    for i in range(3):
        value, policy, hidden = net.recurrent(hidden)
        hidden.register_hook(lambda grad: grad * 0.5)
        hidden.register_hook(lambda grad: norms.append(round(grad.norm().item(), 4)))
        predictions.append((value, policy))
    loss = 0
    for value, policy in predictions:
        current = (value.squeeze(-1) - 1) ** 2 + policy.logsumexp(1)
        current.register_hook(lambda grad: grad / scale)
        loss = loss + current
    loss = loss.mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    if turn == 2:
        clipped.remove()
    print(round(loss.item(), 4))
print(norms)
print(round(sum(p.sum().item() for p in net.parameters()), 4))
