"""`labels.data.fill_(0)`: the labels of a GAN are filled between its backwards, weights are not."""

import torch
import torch.nn as nn


def filled(net):
    with torch.no_grad():
        for i, p in enumerate(net.parameters()):
            p.copy_(torch.sin(torch.arange(p.numel()) + i).view_as(p) * 0.5)
    return net


generator = filled(nn.Sequential(nn.Linear(2, 4), nn.Tanh(), nn.Linear(4, 3)))
discriminator = filled(nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 1), nn.Sigmoid()))
g_optimizer = torch.optim.SGD(generator.parameters(), lr=0.1)
d_optimizer = torch.optim.SGD(discriminator.parameters(), lr=0.1)
criterion = nn.BCELoss()
labels = torch.zeros(4)
for turn in range(3):
    d_optimizer.zero_grad()
    x = torch.cos(torch.arange(12.0) + turn).view(4, 3)
    labels.data.fill_(1)
    loss_real = criterion(discriminator(x).view(-1), labels)
    loss_real.backward()

    fake = generator(torch.sin(torch.arange(8.0) + turn).view(4, 2))
    labels.data.fill_(0)
    loss_fake = criterion(discriminator(fake.detach()).view(-1), labels)
    loss_fake.backward()
    d_optimizer.step()

    labels.data.fill_(1)
    g_optimizer.zero_grad()
    g_loss = criterion(discriminator(fake).view(-1), labels)
    g_loss.backward()
    g_optimizer.step()
    print(loss_real.item(), loss_fake.item(), g_loss.item())
print([p.sum().item() for p in discriminator.parameters()])
