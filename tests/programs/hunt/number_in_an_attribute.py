# told: P102


import torch


class Box14:
    def __init__(self, q):
        self.q, self.seen = q, []

    def put(self, q):
        self.q[0] = q[1]
        self.seen.append(q)
        return self

    @property
    def total(self):
        return self.q.sum() + len(self.seen)


t1 = torch.arange(6.0).view(2, 3) * 2.0
t2 = torch.arange(6.0).view(2, 3) * 0.5
t9 = 0.0
for step in range(3):
    t9 = t1 * step if t9 is None else t9 + t2
box15 = Box14(t9 * 2)
box15.put(t9).put(t2 + 1)
