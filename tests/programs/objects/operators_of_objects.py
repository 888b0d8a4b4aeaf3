"""What operators of the program's own classes give is known: `(a * b).data` is no tensor's."""

import torch


class Turn:
    def __init__(self, data):
        self.data = data

    def __mul__(self, other):
        if isinstance(other, Turn):
            return Turn(self.data.flip(-1) * other.data)
        return Turn(self.data * other)

    def __rmul__(self, other):
        return self * other

    def __neg__(self):
        return Turn(-self.data)

    def __iadd__(self, other):
        self.data = self.data + other.std
        return self

    def __truediv__(self, other):
        if not isinstance(other, Turn):
            return NotImplemented
        return Turn(self.data / other.data)

    @property
    def std(self):
        return self.data.std(-1, keepdim=True)


a, b = Turn(torch.tensor([[1.0, 2.0], [3.0, 5.0]])), Turn(torch.ones(2, 2))
print((a * b).data.tolist(), (2 * a).data.tolist(), (-(a * a)).std.tolist())
print((a * torch.tensor([1.0, -1.0])).std.tolist(), (a / b).std.tolist())
b += a
print(b.data.tolist())
