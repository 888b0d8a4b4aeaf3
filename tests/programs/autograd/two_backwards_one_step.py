# A GAN's discriminator: two backwards with an argument into one step, the fake image once more.
import torch
import torch.nn as nn

generator = nn.Linear(2, 3)
critic = nn.Sequential(nn.Linear(3, 4), nn.LeakyReLU(0.1), nn.Linear(4, 1))
with torch.no_grad():
    for p in [*generator.parameters(), *critic.parameters()]:
        p.copy_(torch.arange(p.numel()).view_as(p) * 0.1 - 0.3)
g_optimizer = torch.optim.RMSprop(generator.parameters(), lr=0.01)
c_optimizer = torch.optim.Adam(critic.parameters(), lr=0.01)
one = torch.tensor(1.0)
mone = one * -1
noise = torch.arange(10.0).view(5, 2) / 10
real = torch.arange(15.0).view(5, 3) / 10
for turn in range(3):
    for k in range(2):
        critic.zero_grad()
        d_real = critic(real).mean()
        d_real.backward(mone)
        fake = generator(noise)
        d_fake = critic(fake.detach()).mean()
        d_fake.backward(one)
        c_optimizer.step()
    generator.zero_grad()
    g = critic(fake).mean()
    g.backward(mone)
    g_optimizer.step()
    print(turn, d_real.item(), d_fake.item(), g.item())
print(sum(p.sum() for p in generator.parameters()).item())
