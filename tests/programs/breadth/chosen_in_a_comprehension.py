"""What may be a tensor or an object of the program's, in what a comprehension goes over."""

import torch


class Heads:
    def __init__(self, pairs):
        self.pairs = pairs

    def indices(self):
        return self.pairs


def gathered(maps, heads):
    return torch.stack([maps[a][b] for a, b in heads.indices().T.tolist()])


maps = torch.arange(12.0).reshape(3, 4)
import numpy as np

print(gathered(maps, Heads(torch.tensor([[0, 1, 2], [3, 1, 0]]))).tolist())
print(gathered(maps, Heads(np.array([[2, 0], [1, 1]]))).tolist())
