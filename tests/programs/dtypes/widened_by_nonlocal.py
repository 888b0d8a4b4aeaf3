import torch
def make():
    h = torch.zeros(2)
    def step(x, double=False):
        nonlocal h
        if double:
            h = h.double()
        h = h * 0.5 + x / 3
        return h
    return step
s = make()
print(s(torch.ones(2)).tolist())
print(s(torch.ones(2), True).tolist())
print(s(torch.ones(2)).dtype == torch.float64)
