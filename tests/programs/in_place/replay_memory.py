import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
import torch.optim as optim


class ReplayBuffer:
    def __init__(self, capacity, obs_dim, act_dim, device="cpu"):
        self.s = torch.zeros((capacity, obs_dim), dtype=torch.float32, device=device)
        self.a = torch.zeros((capacity, act_dim))
        self.r = torch.zeros(capacity)
        self.done = torch.zeros(capacity, dtype=torch.bool)
        self.capacity = capacity
        self.device = device
        self.ptr = 0
        self.size = 0

    def add(self, s, a, r, done):
        self.s[self.ptr] = torch.as_tensor(s)
        self.a[self.ptr] = torch.from_numpy(a)
        self.r[self.ptr] = r
        self.done[self.ptr] = done
        self.ptr = (self.ptr + 1) % self.capacity
        self.size = min(self.size + 1, self.capacity)

    def sample(self, rng, n):
        idx = rng.integers(0, self.size, size=n)
        idx = torch.as_tensor(idx)
        return self.s[idx], self.a[idx], self.r[idx], self.done[idx].float()

    def last(self):
        return self.s[self.ptr - 1].sum().item()


def main():
    rng = np.random.default_rng(0)
    torch.manual_seed(0)
    net = nn.Linear(5, 1)
    with torch.no_grad():
        net.weight.copy_(torch.linspace(-1, 1, 5).reshape(1, 5))
        net.bias.fill_(0.1)
    opt = optim.Adam(net.parameters(), lr=1e-2)
    buf = ReplayBuffer(100, 3, 2)
    for t in range(150):
        buf.add(
            rng.normal(size=3).astype(np.float32),
            rng.normal(size=2).astype(np.float32),
            float(rng.normal()),
            bool(rng.random() < 0.1),
        )
        if t > 20:
            s, a, r, d = buf.sample(rng, 16)
            v = net(torch.cat([s, a], 1)).squeeze(1)
            loss = F.mse_loss(v, r * (1 - d))
            opt.zero_grad()
            loss.backward()
            opt.step()
    print(f"{loss.item():.6f} {buf.last():.6f} {buf.s.mean().item():.6f} {buf.size}")


main()
