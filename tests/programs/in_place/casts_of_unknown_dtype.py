import torch

LEARNERS = {}


def register(function):
    LEARNERS[function.__name__] = function
    return function


@register
def masked(batch):
    done = batch["done"][:, :-1].float()
    mask = batch["filled"][:, :-1].float()
    mask[:, 1:] = mask[:, 1:] * (1 - done[:, :-1])
    return mask.sum(), mask


batch = {"done": torch.tensor([[0, 1, 0], [0, 0, 1]]), "filled": torch.ones(2, 3, dtype=torch.long)}
total, mask = LEARNERS["masked"](batch)
print(total.item(), mask.tolist(), batch["filled"].tolist())
