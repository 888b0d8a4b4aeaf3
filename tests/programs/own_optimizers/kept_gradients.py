"""A gradient that an optimizer of the program's own keeps is the parameter's own: it grows and is cleared with it."""

import torch


class Watching(torch.optim.Optimizer):
    def __init__(self, params, lr):
        super().__init__(params, {"lr": lr})

    @torch.no_grad()
    def step(self):
        for group in self.param_groups:
            for p in group["params"]:
                state = self.state[p]
                if "grad" not in state:
                    state["grad"] = p.grad
                    state["first"] = p.grad.clone()
                p.add_(state["grad"] + state["first"], alpha=-group["lr"])
                print(state["grad"].tolist(), state["first"].tolist())


for none in (True, False, None):
    x = torch.tensor([1.0, -2.0], requires_grad=True)
    optimizer = Watching([x], 0.1)
    for _ in range(3):
        if none is not None:
            optimizer.zero_grad(set_to_none=none)
        (x**2).sum().backward()
        optimizer.step()
        print(x.tolist())
