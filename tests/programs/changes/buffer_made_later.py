import torch


class B:
    def __init__(self):
        self.buf = None

    def reset(self):
        self.buf = torch.zeros(3)

    def add(self, i):
        self.buf[i] = 1.0
        self.buf[i] += 2.0


b = B()
b.reset()
b.add(1)
print(b.buf.tolist())
