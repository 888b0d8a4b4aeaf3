import torch


class Base:
    scale = 2

    def __init__(self):
        self.x = self.make()

    def make(self):
        return torch.ones(3)

    def value(self):
        return (self.x * self.scale).sum()


class Child(Base):
    scale = 0.5

    def make(self):
        return torch.arange(3)


class Grand(Child):
    def value(self):
        return super().value() + self.x.max()


for cls in (Base, Child, Grand):
    print(cls().value().item())
