import torch

LOSSES = {}


def register(function):
    LOSSES[function.__name__] = function
    return function


@register
def losses(batch, alpha, reg):
    values = batch["v"]
    loss = (alpha * values - batch["q"]).mean()
    loss += reg
    total = -batch["v"]
    total = total.sum()
    total += 0.5
    assert torch.is_tensor(loss)
    return loss, total


b = {"v": torch.tensor([1.0, 2.0]), "q": torch.tensor([0.5, 0.25])}
print([round(x.item(), 4) for x in LOSSES["losses"](b, 0.5, 0.1)], b["v"].tolist())
