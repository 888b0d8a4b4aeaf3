"""Attention, embeddings, a cell, lists and dictionaries of layers, for the harness."""

import copy

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
import torch.optim as optim


class Block(nn.Module):
    def __init__(self, n, heads):
        super().__init__()
        self.ln1 = nn.LayerNorm(n)
        self.attn = nn.MultiheadAttention(n, heads, batch_first=True)
        self.ln2 = nn.LayerNorm(n)
        self.mlp = nn.Sequential(nn.Linear(n, 2 * n), nn.ReLU(), nn.Linear(2 * n, n))
        self.register_buffer("mask", torch.triu(torch.ones(5, 5), diagonal=1) == 1)

    def forward(self, x):
        t = x.shape[1]
        h = self.ln1(x)
        a, _ = self.attn(h, h, h, attn_mask=self.mask[:t, :t], need_weights=False)
        x = x + a
        return x + self.mlp(self.ln2(x))


class Transformer(nn.Module):
    def __init__(self, vocab, n, depth):
        super().__init__()
        self.emb = nn.Embedding(vocab, n)
        self.pos = nn.Parameter(torch.zeros(1, 5, n))
        self.blocks = nn.ModuleList([Block(n, 2) for _ in range(depth)])
        layer = nn.TransformerEncoderLayer(n, 2, 16, dropout=0.0, batch_first=True)
        self.encoder = nn.TransformerEncoder(layer, 2)
        self.cell = nn.LSTMCell(n, n)
        self.heads = nn.ModuleDict({"pi": nn.Linear(n, 3), "v": nn.Linear(n, 1)})

    def forward(self, tokens):
        x = self.emb(tokens) + self.pos
        for block in self.blocks:
            x = block(x)
        x = self.encoder(x)
        h, c = self.cell(x[:, 0])
        for i in range(1, x.shape[1]):
            h, c = self.cell(x[:, i], (h, c))
        return self.heads["pi"](h), self.heads["v"](h)


if __name__ == "__main__":
    torch.manual_seed(1)
    np.random.seed(1)
    net = Transformer(7, 8, 2)
    target = copy.deepcopy(net)
    opt = optim.SGD(net.parameters(), lr=0.1, momentum=0.9)
    for step in range(4):
        x = torch.tensor(np.random.randint(0, 7, (8, 5)), dtype=torch.int64)
        a = torch.tensor(np.random.randint(0, 3, 8), dtype=torch.int64)
        y = torch.tensor(np.random.randn(8, 1), dtype=torch.float32)
        logits, value = net(x)
        with torch.no_grad():
            _, next_value = target(x)
        loss = F.cross_entropy(logits, a) + F.mse_loss(value, y + 0.9 * next_value)
        opt.zero_grad()
        loss.backward()
        opt.step()
        for p, q in zip(net.parameters(), target.parameters()):
            q.data.copy_(0.1 * p.data + 0.9 * q.data)
        print(step, loss.item())
    net.eval()
    target.load_state_dict(net.state_dict())
    print(torch.equal(target(x)[0], net(x)[0]))
