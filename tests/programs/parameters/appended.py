import torch
import torch.nn as nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(2, 3)
        self.head = nn.Linear(3, 1)
        self.value = nn.Linear(2, 1)
        self.std = nn.Parameter(torch.zeros(1))
        self.shift = nn.Parameter(torch.zeros(1))
        self.actor = list(self.body.parameters()) + list(self.head.parameters())
        self.actor.append(self.std)  # it has no layer
        # neither has this
        self.actor.append(self.shift)
        self.critic = [*self.value.parameters()]
        self.critic.extend(self.body.parameters())

    def forward(self, x):
        return self.head(torch.tanh(self.body(x))) * self.std.exp() + self.shift


torch.manual_seed(0)
net = Net()
for n, p in enumerate(net.parameters()):
    nn.init.constant_(p, 0.3 - 0.05 * n)
actor = torch.optim.SGD(net.actor, lr=0.1)
critic = torch.optim.Adam(net.critic, lr=0.01)
x = torch.linspace(-1, 1, 8).reshape(4, 2)
for _ in range(3):
    loss = net(x).pow(2).mean()
    actor.zero_grad()
    loss.backward()
    nn.utils.clip_grad_norm_(net.actor, 0.5)
    actor.step()
    error = (net.value(x) - 1).pow(2).mean() + net.body(x).mean()
    critic.zero_grad()
    error.backward()
    critic.step()
    print(loss.item(), error.item())
print(len(net.actor), len(net.critic), net.std.item(), net.shift.item())

params = list(net.value.parameters())
params.extend(list(net.head.parameters()))
params.append(net.std)
optimizer = torch.optim.SGD(params, lr=0.1)
for _ in range(2):
    loss = (net.value(x) * net(x)).mean()
    net.value.zero_grad()
    loss.backward()
    optimizer.step()
    print(loss.item(), sum(p.sum().item() for p in params))
