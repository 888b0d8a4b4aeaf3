import torch
h = torch.zeros(2)
def widen():
    global h
    h = h.double()
def step(x):
    global h
    h = h * 0.5 + x / 3
    return h
print(step(torch.ones(2)).tolist())
widen()
print(step(torch.ones(2)).tolist())
