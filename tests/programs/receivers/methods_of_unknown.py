import torch


class Alpha:
    def __init__(self, auto):
        self.alpha = torch.tensor([0.2]) if auto else 0.2

    def value(self):
        a = self.alpha
        return a.clone().item() if isinstance(a, torch.Tensor) else a

    def set(self, v):
        self.alpha = v


a, b = Alpha(True), Alpha(False)
print(round(a.value(), 4), b.value())
x = torch.ones(2, 2)
print(
    x.new_zeros(2).tolist(),
    x.new_ones((2, 2)).sum().item(),
    x.new_tensor([1.0, 2.0]).tolist(),
    x.new_full((2,), 3.0).tolist(),
)


def methods(b):
    return (
        b.abs().sum(),
        b.t(),
        b.norm(),
        b.pow(2).sum(),
        b.sqrt().mean(),
        b.clamp(0, 1).sum(),
        b.view(-1).sum(),
        b.exp().log().mean(),
    )


M = [methods]
print([float(v.sum()) for v in M[0](x)])


def methods2(b):
    return (
        b.any(),
        b.all(),
        b.argmax(),
        b.cumsum(0),
        b.flatten(),
        b.squeeze(),
        b.max(),
        b.min(),
        b.prod(),
        b.std(),
        b.var(),
        b.dot(b) if b.dim() == 1 else b.mean(),
        b.nonzero(),
        b.T,
        b.sort(),
    )


M = [methods2]
for v in M[0](torch.tensor([[1.0, 2.0], [3.0, 5.0]])):
    print([t.tolist() for t in (v if isinstance(v, tuple) else (v,))])
