import torch


def h(x):
    return x.detach().numpy() if type(x) is torch.Tensor else x


print(h(torch.ones(2)).sum(), h(2))
