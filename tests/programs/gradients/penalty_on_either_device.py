# A gradient penalty, computed in one of two branches that differ by a move.
import torch
import torch.nn as nn
from torch.autograd import grad

cuda = torch.cuda.is_available()
D = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 1))
with torch.no_grad():
    for p in D.parameters():
        p.copy_(torch.arange(p.numel()).view_as(p) * 0.1 - 0.2)
opt = torch.optim.Adam(D.parameters(), lr=0.01)
x = torch.arange(6.0).view(2, 3) / 10
for i in range(3):
    opt.zero_grad()
    real = -torch.mean(D(x))
    fake = torch.mean(D(x + 1))
    x_hat = 0.3 * x.data + 0.7 * (x + 1).data
    x_hat.requires_grad = True
    pred = D(x_hat)
    # penalty
    if cuda:
        # on the card
        gradients = grad(
            outputs=pred,
            inputs=x_hat,
            grad_outputs=torch.ones(pred.size()).cuda(),
            create_graph=True,
            retain_graph=True,
            only_inputs=True,
        )[0]
    else:
        gradients = grad(
            outputs=pred,
            inputs=x_hat,
            grad_outputs=torch.ones(pred.size()),
            create_graph=True,
            retain_graph=True,
            only_inputs=True,
        )[0]
    penalty = ((gradients.view(gradients.size()[0], -1).norm(2, 1) - 1) ** 2).mean()
    loss = real + fake + 10 * penalty
    loss.backward()
    opt.step()
    print(round(loss.item(), 4))
