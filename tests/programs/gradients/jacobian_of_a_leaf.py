import torch


def f(x):
    return (x**2).sum()


x = torch.tensor([1.0, 2.0], requires_grad=True)
print(torch.autograd.functional.jacobian(lambda v: v**2, x).tolist())
