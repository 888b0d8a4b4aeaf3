"""The gradient penalty of a WGAN, in the lines of the file itself."""

import torch
import torch.nn as nn

critic, generator = nn.Linear(2, 1), nn.Linear(1, 2)
for p in [*critic.parameters(), *generator.parameters()]:
    nn.init.constant_(p, 0.3)
c_optimizer = torch.optim.SGD(critic.parameters(), lr=0.1)
g_optimizer = torch.optim.SGD(generator.parameters(), lr=0.1)
for step in range(3):
    real, noise = torch.full((3, 2), 1.0 + step), torch.tensor([[0.5], [1.0], [-1.0]])
    fake = generator(noise)
    mixed = (0.4 * real + 0.6 * fake.detach()).requires_grad_(True)
    grad = torch.autograd.grad(critic(mixed).pow(2), mixed, torch.ones(3, 1), create_graph=True)[0]
    c_loss = (
        critic(fake.detach()).mean() - critic(real).mean() + ((grad.norm(2, 1) - 1) ** 2).mean()
    )
    c_optimizer.zero_grad()
    c_loss.backward()
    c_optimizer.step()
    g_loss = -critic(generator(noise)).mean()
    g_optimizer.zero_grad()
    g_loss.backward()
    g_optimizer.step()
    print(c_loss.item(), g_loss.item(), critic.weight.tolist())
