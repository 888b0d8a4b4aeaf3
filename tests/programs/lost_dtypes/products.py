import torch


class Registry(dict):
    def register(self, fn):
        self[fn.__name__] = fn
        return fn


R = Registry()


@R.register
def affine(x, w, b):
    return x @ w + b


@R.register
def scaled(x, w, b):
    return (x * w.T).sum(-1) - b


x = torch.arange(4.0).view(2, 2)
for n in R:
    print(R[n](x, torch.eye(2), torch.tensor([1, 2])).tolist())
