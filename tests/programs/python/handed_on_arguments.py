"""Functions that hand `*args` and `**kwargs` on to torch's factories: the program tells them apart."""

import numpy as np
import torch

device = "cpu"


def zeros(*sizes, torch_device=None, **kwargs):
    if torch_device is None:
        torch_device = device
    return torch.zeros(*sizes, **kwargs, device=torch_device)


def ones(*sizes):
    return torch.ones(*sizes)


def randn(*args, torch_device=None, **kwargs):
    return torch.randn(*args, **kwargs, device=torch_device)


def float_tensor(*args, **kwargs):
    return torch.FloatTensor(*args, **kwargs)


def from_numpy(*args, **kwargs):
    return torch.from_numpy(*args, **kwargs).float().to(device)


def zeros_like(*args, **kwargs):
    return torch.zeros_like(*args, **kwargs)


def tensor(*args, torch_device=None, **kwargs):
    return torch.tensor(*args, **kwargs, device=torch_device)


def normal(*args, **kwargs):
    return torch.normal(*args, **kwargs).to(device)


def randint(*sizes, **kwargs):
    return torch.randint(*sizes, **kwargs)


def sizes(*tensors):
    return [list(tensor.shape) for tensor in tensors]


x = zeros(2, 3)
print(
    sizes(x, zeros((2, 3)), zeros([4]), zeros(x.shape)),
    zeros(4, dtype=torch.int64).dtype == torch.int64,
)
print(ones(2).tolist(), ones((1, 2)).tolist(), ones(x.size()).sum().item())
print(sizes(randn(2, 3), randn((2,)), randn(x.shape)), randn(2).dtype == torch.float32)
print(float_tensor([1, 2]).tolist(), sizes(float_tensor(2, 3)), float_tensor(np.arange(3)).tolist())
print(from_numpy(np.arange(4.0)).tolist(), zeros_like(x, dtype=torch.int64).tolist())
print(
    tensor([1.0, 2.0]).tolist(),
    tensor(3).dtype == torch.int64,
    tensor([1, 2], dtype=torch.float32).tolist(),
)
print(sizes(normal(x, 0.1), normal(0.0, 1.0, (2, 2)), randint(0, 5, (3,))))

log_alpha = zeros(1, requires_grad=True)
optimizer = torch.optim.SGD([log_alpha], lr=0.1)
for _ in range(3):
    loss = (log_alpha.exp() * 2).sum()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(log_alpha.detach().tolist())
