# told: P102
"""A tensor that an optimizer of the program's own keeps has another name, which changes with it."""

import torch


class Noted(torch.optim.Optimizer):
    def __init__(self, params, lr):
        super().__init__(params, {"lr": lr})

    @torch.no_grad()
    def step(self):
        for group in self.param_groups:
            for p in group["params"]:
                state = self.state[p]
                if len(state) == 0:
                    mean = torch.zeros_like(p)
                    state["mean"] = mean
                    state["mean"].add_(p.grad)
                    print(mean.sum().item())
                p.sub_(state["mean"], alpha=group["lr"])


x = torch.tensor([1.0, 2.0], requires_grad=True)
optimizer = Noted([x], 0.1)
for _ in range(2):
    optimizer.zero_grad()
    (x**2).sum().backward()
    optimizer.step()
print(x.tolist())
