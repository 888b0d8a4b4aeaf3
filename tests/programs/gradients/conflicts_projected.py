import numpy as np
import torch
import torch.nn as nn


def fill(net, low=-0.5, high=0.6):
    with torch.no_grad():
        for p in net.parameters():
            p.copy_(torch.linspace(low, high, p.numel()).view(p.shape))
    return net


class MLP(nn.Module):
    def __init__(self, n_in, n_out, hidden=8):
        super().__init__()
        self.l1 = nn.Linear(n_in, hidden)
        self.l2 = nn.Linear(hidden, n_out)

    def forward(self, x):
        return self.l2(torch.tanh(self.l1(x)))



class PCGrad:
    def __init__(self, optimizer):
        self._optim = optimizer

    def zero_grad(self):
        return self._optim.zero_grad()

    def step(self):
        return self._optim.step()

    def pc_backward(self, objectives):
        grads = []
        for obj in objectives:
            self._optim.zero_grad()
            obj.backward(retain_graph=True)
            grads.append(self._retrieve_grad())
        pc_grad = self._project_conflicting(grads)
        self._set_grad(pc_grad)

    def _project_conflicting(self, grads):
        pc_grad = [g.clone() for g in grads]
        for i, g_i in enumerate(pc_grad):
            for j, g_j in enumerate(grads):
                if i == j:
                    continue
                dot = torch.dot(g_i, g_j)
                if dot < 0:
                    g_i -= dot * g_j / (g_j.norm() ** 2)
        return sum(pc_grad)

    def _retrieve_grad(self):
        grad = []
        for group in self._optim.param_groups:
            for p in group["params"]:
                grad.append(p.grad.clone().flatten())
        return torch.cat(grad)

    def _set_grad(self, flat):
        start = 0
        for group in self._optim.param_groups:
            for p in group["params"]:
                n = p.numel()
                p.grad = flat[start:start + n].view(p.shape)
                start += n


net = fill(MLP(3, 2))
optimizer = PCGrad(torch.optim.SGD(net.parameters(), lr=0.05))
rng = np.random.RandomState(0)
for step in range(4):
    x = torch.tensor(rng.randn(6, 3), dtype=torch.float32)
    y = torch.tensor(rng.randn(6, 2), dtype=torch.float32)
    out = net(x)
    losses = [((out[:, 0] - y[:, 0]) ** 2).mean(), ((out[:, 1] + out[:, 0] * 2 - y[:, 1]) ** 2).mean()]
    optimizer.pc_backward(losses)
    optimizer.step()
    print(step, [round(l.item(), 4) for l in losses])
