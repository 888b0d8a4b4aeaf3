# told: P102
import torch


class Store:
    def __init__(self):
        self.kept = {"a": torch.zeros(2)}
        self.first = self.kept["a"]

    def update(self, x):
        self.kept["a"].mul_(0.5).add_(x)


store = Store()
store.update(torch.ones(2))
print(store.first.sum().item())
