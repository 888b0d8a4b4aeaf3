import math

import torch
from torch import nn


class Block(nn.Module):
    def __init__(self, dim, p=0.0):
        super().__init__()
        self.norm = nn.LayerNorm(dim)
        self.ff = nn.Sequential(
            nn.Linear(dim, 2 * dim), nn.GELU(), nn.Dropout(p), nn.Linear(2 * dim, dim)
        )

    def forward(self, x):
        return x + self.ff(self.norm(x))


class Classifier(nn.Module):
    def __init__(self, cfg):
        super().__init__()
        self.cfg = cfg
        self.stem = nn.Linear(2, cfg.dim)
        self.blocks = nn.ModuleList(Block(cfg.dim, cfg.p) for _ in range(cfg.depth))
        self.head = nn.Linear(cfg.dim, cfg.classes)
        self.apply(self._init)

    @staticmethod
    def _init(m):
        if isinstance(m, nn.Linear):
            n = m.weight.numel()
            m.weight.data = torch.linspace(-1, 1, n).view_as(m.weight) / math.sqrt(m.in_features)
            if m.bias is not None:
                nn.init.zeros_(m.bias)

    def forward(self, x, targets=None):
        h = self.stem(x)
        for block in self.blocks:
            h = block(h)
        logits = self.head(h)
        if targets is None:
            return logits, None
        loss = nn.functional.cross_entropy(logits, targets, label_smoothing=self.cfg.smooth)
        return logits, loss
