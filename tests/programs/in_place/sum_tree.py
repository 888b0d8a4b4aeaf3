import torch
import random
class SumTree:
    def __init__(self, cap):
        self.cap = cap
        self.tree = torch.zeros(2 * cap - 1)
        self.data = [None] * cap
        self.n = 0
    def add(self, p, d):
        i = self.n % self.cap + self.cap - 1
        self.data[self.n % self.cap] = d
        self.update(i, p)
        self.n += 1
    def update(self, i, p):
        change = p - self.tree[i]
        self.tree[i] = p
        while i != 0:
            i = (i - 1) // 2
            self.tree[i] += change
    def get(self, s):
        i = 0
        while 2 * i + 1 < len(self.tree):
            l = 2 * i + 1
            if s <= self.tree[l]:
                i = l
            else:
                s -= self.tree[l]
                i = l + 1
        return i, self.tree[i].item(), self.data[i - self.cap + 1]
t = SumTree(4)
for k in range(6):
    t.add(float(k + 1), "d%d" % k)
print(t.tree.tolist())
random.seed(1)
print([t.get(random.uniform(0, t.tree[0].item()))[2] for _ in range(5)])
