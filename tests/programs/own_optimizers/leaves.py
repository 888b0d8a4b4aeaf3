"""Leaves of an optimizer of the program's own, gradients that pile up, steps that read earlier ones."""

import torch


class Heavy(torch.optim.Optimizer):
    def __init__(self, params, lr):
        super().__init__(params, {"lr": lr, "steps": 0})

    @torch.no_grad()
    def step(self):
        for group in self.param_groups:
            group["steps"] += 1
            for p in group["params"]:
                state = self.state[p]
                if "last" not in state:
                    state["last"] = torch.zeros_like(p)
                    state["best"] = p.clone()
                if p.grad is None:
                    continue
                change = p.grad - state["last"]
                p -= group["lr"] * (p.grad + 0.5 * change)
                state["last"].copy_(p.grad)
                torch.maximum(state["best"], p, out=state["best"])

    def reset(self):
        for group in self.param_groups:
            for p in group["params"]:
                self.state[p]["last"].zero_()
                self.state[p].pop("best")


x = torch.tensor([1.0, -2.0], requires_grad=True)
y = torch.tensor(0.5, requires_grad=True)
optimizer = Heavy([x, y], lr=0.1)
for i in range(5):
    if i % 2 == 0:
        optimizer.zero_grad()
    loss = ((x * y).sum() - 1) ** 2 + (x**2).sum()
    loss.backward()
    optimizer.step()
    print(loss.item(), x.tolist(), y.item(), optimizer.state[x]["best"].tolist())
optimizer.reset()
print(
    optimizer.state[x]["last"].tolist(),
    sorted(optimizer.state[y]),
    optimizer.param_groups[0]["steps"],
)
