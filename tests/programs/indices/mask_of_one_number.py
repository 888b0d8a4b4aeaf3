"""A mask of rank 0 picks all or nothing."""

import torch

x = torch.tensor([1.0, 2.0]).sum()
nothing = x == 0
x[nothing] = 5.0
x[~nothing] /= 2.0
print(x.item())


def gain(target):
    return (target / torch.log2(torch.arange(target.shape[-1]) + 2.0)).sum(dim=-1)


def ndcg(scores, target):
    found, best = gain(target[scores.argsort(descending=True)]), gain(target.sort().values.flip(0))
    found[best == 0] = 0
    found[~(best == 0)] /= best[~(best == 0)]
    return found, found[best > 0]


for target in (torch.tensor([0, 2, 1]), torch.zeros(3)):
    print([v.tolist() for v in ndcg(torch.tensor([0.1, 0.3, 0.2]), target)])
