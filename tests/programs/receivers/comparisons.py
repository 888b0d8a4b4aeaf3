import torch


def acc(p, y):
    return (
        (p == y).float().mean().item(),
        (p != y).sum().item(),
        (p > y).any().item(),
        ((p == y) & (p > 1)).all().item(),
    )


class S:
    def __init__(self):
        self.d = {}

    def hits(self, k, v):
        return (self.d[k] == v).long().tolist()


s = S()
s.d["a"] = torch.tensor([1, 2])
print(s.hits("a", 2))


def never(p, y):
    return (p.argmax(1) == y).sum().item() / len(y)


print(acc(torch.tensor([1, 2]), torch.tensor([1, 3])))
