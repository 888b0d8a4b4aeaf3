import torch
import torch.nn as nn

one = torch.tensor(1, dtype=torch.float)
mone = one * -1
D = nn.Linear(2, 1)
nn.init.constant_(D.weight, 0.3)
nn.init.constant_(D.bias, 0.1)
G = nn.Linear(1, 2)
nn.init.constant_(G.weight, 0.3)
nn.init.constant_(G.bias, 0.1)
optD = torch.optim.SGD(D.parameters(), lr=0.1)
optG = torch.optim.SGD(G.parameters(), lr=0.1)


class Trainer:
    def train(self, real, noise):
        for p in D.parameters():
            p.requires_grad = True
        D.zero_grad()
        d_real = D(real).mean()
        d_real.backward(mone)
        d_fake = D(G(noise)).mean()
        d_fake.backward(one)
        optD.step()
        for p in D.parameters():
            p.requires_grad = False
        G.zero_grad()
        g = D(G(noise)).mean()
        g.backward(mone)
        optG.step()
        return (d_fake - d_real).item(), (-g).item()


t = Trainer()
for k in range(3):
    print(*t.train(torch.tensor([[1.0, 2.0], [0.5, 1.5]]), torch.tensor([[0.5], [-0.3 * k]])))
