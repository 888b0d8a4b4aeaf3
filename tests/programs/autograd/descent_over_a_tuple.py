import torch

w = torch.tensor([0.5, -0.3], requires_grad=True)
b = torch.zeros(1, requires_grad=True)
x = torch.tensor([[1.0, 2.0], [0.5, 1.0], [-1.0, 0.3]])
y = torch.tensor([1.0, 0.5, 0.2])
v = [torch.zeros(2), torch.zeros(1)]
for k in range(4):
    loss = ((x @ w + b - y) ** 2).mean()
    loss.backward()
    with torch.no_grad():
        for i, p in enumerate((w, b)):
            v[i] = 0.9 * v[i] + p.grad
            p -= 0.1 * v[i]
            p.grad = None
    print(loss.item())
