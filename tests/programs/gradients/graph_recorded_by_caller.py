import torch

w = torch.nn.Parameter(torch.tensor([0.3, -0.2, 0.5]))


def slope(x, weight):
    x = x.clone().detach().requires_grad_(True)
    y = (torch.tanh(x * weight) * x).sum()
    g = torch.autograd.grad(y, x, create_graph=True)[0]
    return g, y


def fixed(x, weight):
    x = x.clone().detach().requires_grad_(True)
    y = (torch.tanh(x * weight) * x).sum()
    g = torch.autograd.grad(y, x, retain_graph=True)[0]
    return g, y


optimizer = torch.optim.SGD([w], lr=0.05)
x = torch.tensor([1.0, 2.0, 3.0])
seen = []
for k in range(3):
    g, y = slope(x, w)
    h, z = fixed(x, w)
    loss = (g**2).sum() + (h * w).sum() + z
    seen.append(f"{loss.item():.4f}")
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(seen[-1], [round(v, 5) for v in w.tolist()])
