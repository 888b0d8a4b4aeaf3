import torch


class Batch(dict):
    def to(self, device):
        return Batch({k: v.to(device) for k, v in self.items()})


b = Batch(obs=torch.arange(6.0).view(3, 2), act=torch.tensor([0, 1, 2]))
print(b.to(torch.float64)["act"].tolist(), b.to("cpu")["act"].tolist())


class Bag(dict):
    def to(self, *args, **kw):
        return Bag({k: v.to(*args, **kw) for k, v in self.items()})


b = Bag(obs=torch.arange(6.0).view(3, 2), act=torch.tensor([0, 1, 2]))
print(b.to(torch.float64)["act"].tolist(), b.to(device="cpu")["act"].tolist())
