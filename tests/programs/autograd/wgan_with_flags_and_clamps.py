# WGAN as it was published: two backwards with a gradient, flags that are set in between, weights that are clamped.
import torch
import torch.nn as nn

D = nn.Linear(3, 1)
G = nn.Linear(2, 3)
with torch.no_grad():
    for net in (D, G):
        for p in net.parameters():
            p.copy_(torch.arange(p.numel()).view_as(p) * 0.1 - 0.2)
optimizerD = torch.optim.RMSprop(D.parameters(), lr=0.01)
optimizerG = torch.optim.RMSprop(G.parameters(), lr=0.01)
one = torch.FloatTensor([1])
mone = one * -1
x = torch.arange(6.0).view(2, 3) / 10
noise = torch.arange(4.0).view(2, 2) / 5
seed = torch.zeros(2, 2)
for turn in range(3):
    for p in D.parameters():
        p.requires_grad = True
    j = 0
    while j < 2:
        j += 1
        for p in D.parameters():
            p.data.clamp_(-0.05, 0.05)
        D.zero_grad()
        errD_real = D(x).mean(0).view(1)
        errD_real.backward(one)
        seed.fill_(0.5)
        fake = G(noise + seed).data
        inputv = fake
        errD_fake = D(inputv).mean(0).view(1)
        errD_fake.backward(mone)
        errD = errD_real - errD_fake
        optimizerD.step()
    for p in D.parameters():
        p.requires_grad = False
    G.zero_grad()
    seed.fill_(0.25)
    fake = G(noise + seed)
    errG = D(fake).mean(0).view(1)
    errG.backward(one)
    optimizerG.step()
    print(round(errD.item(), 5), round(errG.item(), 5))
print(round(sum(p.sum().item() for net in (D, G) for p in net.parameters()), 4))
