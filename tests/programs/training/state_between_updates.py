# told: P201
import torch, torch.nn as nn


class Cell(nn.Module):
    def __init__(self):
        super().__init__()
        self.w = nn.Parameter(torch.tensor([[0.5, -0.2], [0.1, 0.3]]))
        self.state = None

    def forward(self, x):
        s = torch.zeros_like(x) if self.state is None else self.state
        self.state = torch.tanh(s @ self.w + x)
        return self.state


c = Cell()
opt = torch.optim.SGD(c.parameters(), 0.1)
for t in range(4):
    out = c(torch.tensor([[0.1 * t, 0.2]]))
    if t % 2:
        loss = out.pow(2).sum()
        opt.zero_grad()
        loss.backward()
        opt.step()
        c.state = c.state.detach()
        print(t, loss.item())
