import torch
class Temp:
    def __init__(self, v):
        self._log = torch.tensor(v).log()
    @property
    def value(self):
        return self._log.exp()
    @value.setter
    def value(self, v):
        self._log = torch.as_tensor(v).log()
    def __mul__(self, x):
        return self.value * x
    __rmul__ = __mul__
    def __float__(self):
        return float(self.value)
    def __len__(self):
        return 3
    def __getitem__(self, i):
        return self.value * i
    def __iter__(self):
        return (self[i] for i in range(len(self)))
t = Temp(2.0)
print(round((t * torch.ones(2)).sum().item(), 4), round((3 * t).item(), 4))
t.value = 0.5
print(round(float(t), 4), [round(v.item(), 4) for v in t], round(sum(t).item(), 4))
t.value = torch.tensor([1.0, 4.0])
print((torch.tensor([1, 2]) * t.value).tolist(), t[2].tolist())
