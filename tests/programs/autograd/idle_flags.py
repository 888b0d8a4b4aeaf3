import torch
import torch.nn as nn


class Actor(nn.Module):
    def __init__(self):
        super().__init__()
        self.mean = nn.Linear(3, 2)
        self.log_std = nn.Linear(3, 2)
        for p in self.parameters():
            nn.init.constant_(p, 0.1)

    def get_action(self, state):
        mean = self.mean(state)
        std = self.log_std(state).clamp(-20, 2).exp()
        noise = torch.zeros_like(mean, requires_grad=True)
        return (mean + std * noise).tanh()

    def get_action_logprob(self, state):
        log_std = self.log_std(state).clamp(-20, 2)
        std = log_std.exp()
        mean = self.mean(state)
        noise = torch.full_like(mean, 0.5, requires_grad=True)
        action = mean + std * noise
        logprob = -log_std - noise.pow(2) * 0.5
        return action.tanh(), logprob.sum(1)


actor = Actor()
opt = torch.optim.SGD(actor.parameters(), lr=0.1)
x = torch.linspace(-1, 1, 12).reshape(4, 3)
for _ in range(3):
    action, logprob = actor.get_action_logprob(x)
    loss = (action.pow(2).sum(1) + 0.1 * logprob).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
    print(round(loss.item(), 5), actor.get_action(x).detach().numpy().round(4).tolist())
w = torch.ones_like(x, requires_grad=True)
(w * x).sum().backward()
print(w.grad.numpy().round(4).tolist())


def slopes(x):
    y = torch.ones_like(x, requires_grad=True)
    z = (y * x).sum()
    (g,) = torch.autograd.grad(z, y)
    return g


print(slopes(x).numpy().round(4).tolist())


def kept(x):
    y = torch.ones_like(x, requires_grad=True)
    (y * x).sum().backward()
    return y


print(kept(x).grad.numpy().round(4).tolist())
