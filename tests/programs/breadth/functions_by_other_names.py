"""torch's functions under names of the program's own: each call is ported by its arguments."""

import torch
import torch.nn.functional as F

tensor, ones, zeros, cat = torch.tensor, torch.ones, torch.zeros, torch.cat
relu = F.relu


def joined(x):
    full, scale = torch.full, 2.0
    return cat([relu(x), ones(2, 3), full((1, 3), scale)])


class Shaped:
    relu = F.relu  # an attribute stays one

    def __call__(self, x):
        return relu(x) + zeros(3)


x = tensor([[-1.0, 0.5, 2.0]])
print(joined(x).sum().item(), Shaped()(x).tolist())
if ones(2).sum() > 1:
    print(zeros(1, 2).shape[1])
