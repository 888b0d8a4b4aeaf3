import torch

a = torch.tensor([1.0], requires_grad=True)
b = torch.tensor([2.0], requires_grad=True)
for i in range(2):
    loss = (a * a).sum()
    loss.backward()
    print(a.grad.item())
    a.grad = None
    b.grad = None
