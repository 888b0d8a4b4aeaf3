# told: P102
import torch

x = torch.zeros(2)
t = (x,) + (torch.ones(2),)
a, b = t
a += 1.0
print(x.tolist(), b.tolist())  # 1


class M:
    def __init__(self):
        self.x = torch.zeros(2)

    def both(self):
        return (self.x,) + (torch.ones(2),)


m = M()
a, b = m.both()
a += 1.0
print(m.x.tolist(), b.tolist())
a, b = m.both()
a.add_(1.0)
print(m.x.tolist(), b.tolist())
