"""`setattr(self, name, tensor)`: what the attribute is, nobody can see."""

import torch


class Metric:
    def __init__(self):
        self._defaults = {}

    def add_state(self, name, default):
        setattr(self, name, default.clone() if isinstance(default, torch.Tensor) else [])
        self._defaults[name] = default


class Accuracy(Metric):
    def __init__(self):
        super().__init__()
        self.add_state("correct", torch.tensor(0))
        self.add_state("total", torch.tensor(0))

    def update(self, found, target):
        self.correct += (found == target).sum()
        self.total += target.numel()

    def compute(self):
        return self.correct.float() / self.total


accuracy = Accuracy()
accuracy.update(torch.tensor([1, 2, 3]), torch.tensor([1, 2, 0]))
print(accuracy.compute().item(), accuracy.total.item())
