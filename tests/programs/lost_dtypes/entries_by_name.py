import torch


class Stats:
    def __init__(self):
        self._items = {}

    def set(self, k, v):
        self._items[k] = v

    @property
    def total(self):
        return self._items["n"] * self._items["w"]


s = Stats()
s.set("n", torch.tensor([2, 3]))
s.set("w", torch.tensor([0.5, 0.25]))
print(s.total.sum().item())
