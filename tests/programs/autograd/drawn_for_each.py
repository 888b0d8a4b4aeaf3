"""Noise that both players' lines unpack under one name, with the critic frozen in between."""

import torch
from torch import nn

one = torch.tensor(1.0)


def drawn(step):
    x = torch.sin(torch.arange(8).reshape(4, 2) + float(step))
    return step, x


critic, actor = nn.Linear(2, 1), nn.Linear(2, 2)
for i, p in enumerate([*critic.parameters(), *actor.parameters()]):
    p.data.copy_((torch.arange(p.numel()) % 5 - 1.0).reshape(p.shape) * 0.1 + 0.01 * i)
critic_optimizer = torch.optim.Adam(critic.parameters(), lr=0.02)
actor_optimizer = torch.optim.Adam(actor.parameters(), lr=0.02)
for it in range(3):
    for p in critic.parameters():
        p.requires_grad = True
    for k in range(2):
        _, real = drawn(it + k)
        critic.zero_grad()
        critic(real).mean().backward(-one)
        _, noise = drawn(it - k)
        with torch.no_grad():
            fake = actor(noise)
        loss = critic(fake).pow(2).mean()
        loss.backward(one)
        critic_optimizer.step()
        print(it, k, loss.item())
    for p in critic.parameters():
        p.requires_grad = False
    actor.zero_grad()
    _, noise = drawn(it + 9)
    value = critic(actor(noise)).mean()
    value.backward(-one)
    actor_optimizer.step()
    print(it, value.item(), critic.weight.sum().item(), actor.weight.sum().item())
