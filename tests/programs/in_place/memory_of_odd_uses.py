# What a memory is filled with, read by and computed with: dtypes, masks, rows, snapshots.
import numpy as np
import torch


class Base:
    def __init__(self, n):
        self.x = torch.zeros(n, 3)
        self.k = torch.zeros(n, dtype=torch.long)
        self.flag = torch.zeros(n, dtype=torch.bool)
        self.ptr = -1


class Memory(Base):
    def __init__(self, n):
        super().__init__(n)
        self.w = torch.ones((n,), dtype=torch.float64)
        self.error = torch.full((n,), 2.5)

    def put(self, x, k):
        self.x[self.ptr] = x
        self.k[self.ptr] = k
        self.flag[self.ptr] = x[0] > 0
        self.w[self.ptr] *= 0.5
        self.ptr = (self.ptr + 1) % len(self.x)

    def decay(self, rows, values):
        self.error[rows] = values
        self.error[self.flag] += 1
        self.x[:2].zero_()
        self.x[2].fill_(7)
        self.x[3, 1:].copy_(self.x[4, :2])

    def clear(self):
        self.k = torch.zeros(len(self.k), dtype=torch.long)
        self.w.fill_(0.25)

    def snapshot(self):
        return self.x.clone(), self.x[[0, 2]], self.error.numpy().copy()

    def share(self):
        return self.w / self.w.sum()


rng = np.random.default_rng(1)
memory = Memory(6)
for i in range(9):
    memory.put(torch.from_numpy(rng.normal(size=3).astype(np.float32)), 2.7 * i)
memory.decay(torch.tensor([1, -1]), torch.tensor([0.5, 0.75]))
before, rows, errors = memory.snapshot()
memory.x[0] = 100
memory.x[0, 1] = torch.tensor([3.0])
memory.error[0] = -1
print(before.sum().item(), rows.tolist(), errors.tolist())
print(memory.x.sum().item(), memory.x.max(1)[0].tolist(), memory.k.tolist(), memory.flag.tolist())
print(
    memory.k.sum().item(),
    memory.flag.sum().item(),
    memory.x[memory.flag].shape[0],
    memory.x.dtype == torch.float32,
)
memory.clear()
print(memory.k.sum().item(), memory.share().tolist(), memory.w.dtype == torch.float64)
chosen = memory.x[memory.k, torch.tensor([0, 1, 2, 0, 1, 2])]
print(
    chosen.tolist(),
    memory.x.mean(0).tolist(),
    (memory.x[2] * 2 - 1).tolist(),
    memory.x[-1].std().item(),
)
for row in range(2):
    print(f"{memory.x[row].norm().item():.5f}", float(memory.error[row]), int(memory.k[row]))
if memory.flag.any() and memory.error[0] < 0:
    print("some")
