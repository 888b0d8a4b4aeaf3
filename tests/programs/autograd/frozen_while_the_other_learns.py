# The critic is frozen while the generator learns through it, and thawed; its backbone stays frozen.
import torch
import torch.nn as nn

generator = nn.Linear(2, 3)
critic = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 1))
with torch.no_grad():
    for p in [*generator.parameters(), *critic.parameters()]:
        p.copy_(torch.arange(p.numel()).view_as(p) * 0.1 - 0.3)
critic[0].requires_grad_(False)
g_optimizer = torch.optim.SGD(generator.parameters(), lr=0.1)
c_optimizer = torch.optim.SGD(critic.parameters(), lr=0.1)
noise, real = torch.arange(10.0).view(5, 2) / 10, torch.arange(15.0).view(5, 3) / 10
one = torch.tensor(1.0)
for turn in range(3):
    for p in critic[2].parameters():
        p.requires_grad = True
    critic.zero_grad()
    d_real = critic(real).mean()
    d_real.backward(-one)
    d_fake = critic(generator(noise)).mean()
    d_fake.backward(one)
    c_optimizer.step()
    for p in critic[2].parameters():
        p.requires_grad = False
    generator.zero_grad()
    loss = -critic(generator(noise)).mean()
    loss.backward()
    g_optimizer.step()
    print(loss.item(), d_real.item(), critic[0].weight.grad is None, critic[2].bias.grad.item())
print(critic[0].weight.sum().item(), generator.weight.sum().item(), critic[2].weight.sum().item())
