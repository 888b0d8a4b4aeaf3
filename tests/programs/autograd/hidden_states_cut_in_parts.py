"""A language model's hidden state is cut off part by part before each stretch of the text."""

import torch
import torch.nn as nn
import torch.nn.functional as F


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.emb = nn.Embedding(6, 4)
        self.rnn = nn.LSTM(4, 5, num_layers=2)
        self.out = nn.Linear(5, 6)

    def forward(self, x, hidden):
        out, hidden = self.rnn(self.emb(x), hidden)
        return self.out(out.view(-1, 5)), hidden

    def begin(self, batch):
        weight = next(self.parameters())
        return (weight.new_zeros(2, batch, 5), weight.new_zeros(2, batch, 5))


def repackage(hidden):
    if isinstance(hidden, torch.Tensor):
        return hidden.detach()
    return tuple(repackage(part) for part in hidden)


def fixed(net):
    with torch.no_grad():
        for i, p in enumerate(net.parameters()):
            p.copy_(torch.sin(torch.arange(p.numel()) * (1.3 + i)).reshape(p.shape) * 0.4)
    return net


text = (torch.arange(24) * 5 % 6).view(12, 2)


def train(cut, lr=0.5):
    net = fixed(Model())
    hidden = net.begin(2)
    for i in range(0, text.size(0) - 3, 3):
        x, y = text[i : i + 3], text[i + 1 : i + 4].reshape(-1)
        net.zero_grad()
        if cut:
            hidden = repackage(hidden)
        else:
            hidden = tuple([part.detach() for part in hidden])
        out, hidden = net(x, hidden)
        loss = F.cross_entropy(out, y)
        loss.backward()
        nn.utils.clip_grad_norm_(net.parameters(), 0.25)
        for p in net.parameters():
            p.data.add_(p.grad, alpha=-lr)
        print(i, f"{loss.item():.5f}", f"{sum(part.sum().item() for part in hidden):.5f}")


train(True)
train(False)
