# A number that is trained, or held: what a class does depends on a flag.
import torch
import torch.nn as nn


class Gauss(nn.Module):
    def __init__(self, n, trainable=True):
        super().__init__()
        if trainable:
            self.loc = nn.Parameter(torch.full((n,), 0.5))
            self.log_scale = nn.Parameter(torch.zeros(n))
        else:
            self.register_buffer("loc", torch.ones(n))
            self.register_buffer("log_scale", torch.zeros(n))

    def forward(self, x):
        return (-0.5 * ((x - self.loc) / self.log_scale.exp()) ** 2 - self.log_scale).sum()


class Both(nn.Module):
    def __init__(self):
        super().__init__()
        self.trained, self.held = Gauss(2), Gauss(2, trainable=False)

    def forward(self, x):
        return self.trained(x) + self.held(x)


net = Both()
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
for _ in range(3):
    loss = -net(torch.tensor([0.3, -0.2]))
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(loss.item())
print(
    net.trained.loc.tolist(),
    net.held.loc.tolist(),
    sorted(net.state_dict()),
    len(list(net.parameters())),
)
