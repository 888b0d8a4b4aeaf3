import torch

x = torch.tensor([1.0, 2.0, 3.0], requires_grad=True)
w = torch.tensor([1.0, 0.0, float("inf")])
y = torch.exp(-x)
y.backward(torch.tensor([1.0, -2.0, 0.0]))
print([round(v, 5) for v in x.grad.tolist()])
z = torch.sqrt(x - 1)
z.backward(torch.tensor([0.0, 1.0, 1.0]))
print([round(v, 5) for v in x.grad[1:].tolist()], bool(torch.isnan(x.grad[0])))
u = torch.tensor([[1.0, 2.0], [3.0, 4.0]], requires_grad=True)
v = u @ u
seen = []
v.register_hook(lambda g: seen.append(g.sum().item()))
v.backward(torch.eye(2))
print(u.grad.tolist(), seen)
