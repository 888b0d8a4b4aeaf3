import torch
import torch.nn as nn


class Scores(nn.Module):
    def forward(self, x, mask=None, src_mask=None):
        if mask is not None:
            x = x.masked_fill(mask == 0, -1.0)
        return x if src_mask is None else x * src_mask


class Layer(nn.Module):
    def __init__(self):
        super().__init__()
        self.scores = Scores()

    def forward(self, src, src_mask=None):
        return self.scores(src, src_mask).sum(1)

    def act(self, x, mask=None):
        return self(x, mask)


layer, x = Layer(), torch.tensor([[1.0, 2.0]])
print(layer(x).tolist(), layer(x, None).tolist(), layer.act(x).tolist())
print(layer.act(x, torch.tensor([[1, 0]])).tolist(), layer.scores(x, None, x).tolist())
