# torch.where takes bytes for a mask, and a caller may give them.
import torch


def f(mask: torch.ByteTensor, a: torch.Tensor, b: torch.Tensor):
    return torch.where(mask, a, b)


def g(mask, a: torch.Tensor, b: torch.Tensor):
    return torch.where(mask, a, b)


def h(x: torch.Tensor, mask):
    return x[mask], torch.where(mask[0].unsqueeze(0), x, 0.0 * x)


m = torch.tensor([1, 0, 1], dtype=torch.uint8)
print(
    [
        t.tolist()
        for t in (
            f(m, torch.ones(3), torch.zeros(3)),
            g(m, torch.ones(3), torch.zeros(3)),
            g(m > 0, torch.ones(3), torch.zeros(3)),
        )
    ]
)
print([t.tolist() for t in h(torch.arange(3.0), m)])
