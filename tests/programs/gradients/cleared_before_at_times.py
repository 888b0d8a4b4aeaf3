import torch

x = torch.tensor([1.0, 2.0], requires_grad=True)
for k in range(4):
    if k % 2:
        x.grad = None
    (x**2).sum().backward()
    print(x.grad.tolist())
