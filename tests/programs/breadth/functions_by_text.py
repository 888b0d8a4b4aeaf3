"""Activations and losses of torch.nn.functional that a configuration names."""

import torch
import torch.nn as nn
import torch.nn.functional as F

CONFIG = {"activation": "elu", "loss": "smooth_l1_loss"}


class Net(nn.Module):
    def __init__(self, activation):
        super().__init__()
        self.act = getattr(F, activation)
        self.layer = nn.Linear(2, 1, bias=False)
        with torch.no_grad():
            self.layer.weight.copy_(torch.tensor([[0.5, -0.25]]))

    def forward(self, x):
        return self.act(self.layer(x))


net = Net(CONFIG["activation"])
loss_fn = getattr(F, CONFIG["loss"])
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
x = torch.tensor([[1.0, 4.0], [2.0, -1.0]])
for _ in range(3):
    loss = loss_fn(net(x), torch.ones(2, 1))
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(f"{loss.item():.5f}")
print([f"{value:.4f}" for value in getattr(F, "softplus")(x).flatten().tolist()])
