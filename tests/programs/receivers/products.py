import torch


class P:
    def __init__(self, w):
        self.w = w

    def __matmul__(self, x):
        return x @ self.w


def mv(a, b):
    return a @ b


p = P(torch.tensor([1.0, 2.0]))
print((p @ torch.ones(2, 2)).tolist())
print(
    mv(torch.ones(2, 2), torch.ones(2)).tolist(),
    mv(torch.ones(2), torch.ones(2)).item(),
    mv(torch.ones(2), torch.ones(2, 3)).tolist(),
    mv(torch.ones(4, 2, 2), torch.ones(2)).tolist(),
)
