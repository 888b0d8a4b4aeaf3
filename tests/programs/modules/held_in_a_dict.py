"""A network that gets a dict, from callers that porter does not know; a leaf asked for its device."""

import torch
from torch import nn


class Reducer(nn.Module):
    def forward(self, losses, embeddings):
        assert len(losses) == 2
        total = torch.zeros(1, device=embeddings.device)
        for name in losses.keys():
            total = total + losses[name].sum()
        for name, value in losses.items():
            total = total + value.mean()
        return total + embeddings.mean()


def reduced(things, *args):
    return things[0](*args)


x = torch.ones(3, requires_grad=True)
losses = {"a": torch.ones(2), "b": 2 * torch.ones(3)}
value = reduced([Reducer()], losses, x)
value.backward()
print(value.tolist(), x.grad.tolist(), x.device == torch.zeros(1).device)
