"""Embeddings that are given are frozen."""

import torch
import torch.nn as nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.emb = nn.Embedding.from_pretrained(torch.tensor([[1.0, 2.0], [3.0, 4.0]]))
        self.fc = nn.Linear(2, 1)
        nn.init.constant_(self.fc.weight, 0.1)
        nn.init.constant_(self.fc.bias, 0.1)

    def forward(self, t):
        return self.fc(self.emb(t))


net = Net()
print(len(list(net.parameters())), [n for n, p in net.named_parameters() if p.requires_grad])
opt = torch.optim.Adam(net.parameters(), lr=0.1)
for _ in range(3):
    loss = net(torch.tensor([0, 1])).pow(2).sum()
    opt.zero_grad()
    loss.backward()
    opt.step()
    print(loss.item(), net.emb.weight.sum().item(), net.fc.weight.sum().item())
