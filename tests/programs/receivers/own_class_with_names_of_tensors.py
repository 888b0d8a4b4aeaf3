import torch


class Meter:
    def __init__(self):
        self.v = []

    def add(self, x):
        self.v.append(x)

    def mean(self):
        return sum(self.v) / len(self.v)

    def max(self):
        return max(self.v)

    def item(self):
        return self.v[-1]

    def detach(self):
        return self

    def clone(self):
        m = Meter()
        m.v = list(self.v)
        return m

    def to(self, d):
        return self

    def backward(self):
        return "bw"

    def zero_grad(self):
        self.v = []


def report(m):
    return m.mean(), m.max(), m.item()


m = Meter()
for k in range(3):
    m.add(torch.tensor(float(k)))
print([float(z) for z in report(m)])
n = m.clone().detach().to("cpu")
print(n.backward(), float(n.mean()))
n.zero_grad()
print(len(n.v), len(m.v))
print([float(z) for z in report(torch.tensor([1.0]))])
