import torch

x = torch.tensor([1.0, 2.0], requires_grad=True)
y = (x**2).sum()
y.backward()
print(x.grad.tolist())
y = (x**3).sum()
y.backward()
print(x.grad.tolist())
x.grad.zero_()
(x * 2).sum().backward()
print(x.grad.tolist())
