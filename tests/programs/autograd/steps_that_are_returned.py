"""An object around an optimizer whose methods return what zero_grad() and step() give, and which
takes gradients of each of some losses: gradient surgery."""

import torch
import torch.nn.functional as F
from torch import nn


class Surgery:
    def __init__(self, optimizer):
        self._optimizer = optimizer

    def zero_grad(self):
        return self._optimizer.zero_grad(set_to_none=True)

    def step(self):
        return self._optimizer.step()

    def backward(self, losses):
        found = self._found(losses)
        merged = self._merged(found)
        at = 0
        for group in self._optimizer.param_groups:
            for p in group["params"]:
                p.grad = merged[at : at + p.numel()].view(p.shape).clone()
                at += p.numel()

    def _merged(self, found):
        merged = torch.zeros_like(found[0])
        for one in found:
            for other in found:
                product = torch.dot(one, other)
                if product < 0:
                    one = one - product * other / other.norm() ** 2
            merged = merged + one
        return merged

    def _found(self, losses):
        found = []
        for loss in losses:
            self._optimizer.zero_grad(set_to_none=True)
            loss.backward(retain_graph=True)
            flat = []
            for group in self._optimizer.param_groups:
                for p in group["params"]:
                    if p.grad is None:
                        flat.append(torch.zeros_like(p).flatten())
                        continue
                    flat.append(p.grad.clone().flatten())
            found.append(torch.cat(flat))
        return found


class Heads(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(3, 4)
        self.one = nn.Linear(4, 2)
        self.other = nn.Linear(4, 2)
        for i, p in enumerate(self.parameters()):
            p.data.copy_((torch.arange(p.numel()) % 5 - 2.0).reshape(p.shape) * 0.1 + 0.01 * i)

    def forward(self, x):
        h = torch.tanh(self.body(x))
        return self.one(h), self.other(h)


net = Heads()
surgery = Surgery(torch.optim.Adam(net.parameters(), lr=0.05))
for step in range(4):
    x = torch.sin(torch.arange(12).reshape(4, 3) + float(step))
    one, other = net(x)
    losses = [F.mse_loss(one, x[:, :2]), F.mse_loss(other, -x[:, :2])]
    surgery.zero_grad()
    surgery.backward(losses)
    surgery.step()
    print(step, [loss.item() for loss in losses], [p.sum().item() for p in net.parameters()])
