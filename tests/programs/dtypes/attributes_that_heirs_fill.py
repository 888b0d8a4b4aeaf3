import torch


class Base:
    bias = None

    def out(self, y):
        return y if self.bias is None else y + self.bias


class B(Base):
    bias = torch.ones(2, dtype=torch.float64)


print(Base().out(torch.ones(2)).tolist(), B().out(torch.ones(2)).tolist(), (B().out(torch.ones(2)) / 3).tolist())
