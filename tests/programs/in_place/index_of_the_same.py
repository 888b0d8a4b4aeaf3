# What an index computes of the tensor that is stored into is of the whole tensor.
import torch

x = torch.arange(6.0).view(2, 3)
x.view(-1)[x.argmax()] = -1.0
print(x.tolist())
x[x.sum(1).argmax()] = 0.5
print(x.tolist())
y = 0.0
for step in range(3):
    y = x * step if y is None else y + x
y[y > 1] = 0.5
print(y.tolist())


class Holder:
    def __init__(self):
        self.w = torch.arange(4.0)

    def store(self):
        self.w.view(2, 2)[(self.w.sum() > 5).long()] = self.w[:2]


holder = Holder()
holder.store()
print(holder.w.tolist())
