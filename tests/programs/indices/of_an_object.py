import torch


class Memory:
    def __init__(self):
        self.data = torch.arange(8.0).view(4, 2)

    def pick(self, idx):
        return self.data[idx]

    def pick2(self, idx, col):
        return self.data[idx, col]


m = Memory()
print(m.pick(torch.tensor([3, -4])).tolist(), m.pick(-1).tolist(), m.pick([0, -1]).tolist())
print(m.pick2(torch.tensor([0, -1]), torch.tensor([-1, 0])).tolist())
