import queue
from collections import OrderedDict, deque

import torch

q = queue.Queue()
q.put(torch.ones(2))
print(q.get().sum().item())
d = deque(maxlen=3)
for k in range(5):
    d.append((torch.ones(2) * k, k))
print([t.mean().item() for t, k in d], d[-1][0].sum().item())
o = OrderedDict()
o["x"] = torch.ones(3)
print(o["x"].sum().item(), o.popitem()[1].mean().item())


class Node:
    def __init__(self, v, nxt=None):
        self.v, self.nxt = v, nxt


n = Node(torch.ones(2), Node(torch.zeros(2)))
while n is not None:
    print(n.v.sum().item())
    n = n.nxt


class Buf:
    def __init__(self):
        self.items = []

    def add(self, *xs):
        self.items.append(xs)

    def __iter__(self):
        return iter(self.items)

    def __getitem__(self, i):
        return self.items[i]

    def __len__(self):
        return len(self.items)


b = Buf()
b.add(torch.ones(2), 1.0)
b.add(torch.zeros(2), 2.0)
for x, r in b:
    print(x.sum().item(), r)
print(b[0][0].mean().item(), len(b))
xs, rs = zip(*b)
print(torch.stack(xs).sum().item(), sum(rs), xs[0].numel())
for i, (x, r) in enumerate(sorted(b, key=lambda e: e[1], reverse=True)):
    print(i, x.mean().item())
best = max(b, key=lambda e: e[0].sum())
print(best[0].tolist())
