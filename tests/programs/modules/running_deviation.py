import torch
import torch.nn as nn


class Normalizer(nn.Module):
    """As rsl_rl has it: a buffer that is computed of others, which go on from what they were."""

    def __init__(self, shape, eps=1e-2):
        super().__init__()
        self.eps = eps
        self.register_buffer("_mean", torch.zeros(shape).unsqueeze(0))
        self.register_buffer("_var", torch.ones(shape).unsqueeze(0))
        self.register_buffer("_std", torch.ones(shape).unsqueeze(0))
        self.register_buffer("_unit", torch.full((1, 1), 2.0))
        self.register_buffer("count", torch.tensor(0, dtype=torch.long))

    def forward(self, x):
        if self.training:
            self.update(x)
        return (x - self._mean) / (self._std + self.eps)

    def update(self, x):
        count_x = x.shape[0]
        self.count += count_x
        rate = count_x / self.count
        var_x = torch.var(x, dim=0, unbiased=False, keepdim=True)
        mean_x = torch.mean(x, dim=0, keepdim=True)
        delta = mean_x - self._mean
        self._mean += rate * delta
        self._var += rate * (var_x - self._var + delta * (mean_x - self._mean))
        self._std = torch.sqrt(self._var) * self._unit / 2


norm, net = Normalizer([2]), nn.Linear(2, 1)
nn.init.constant_(net.weight, 0.3)
nn.init.constant_(net.bias, 0.1)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
for i in range(4):
    x = torch.linspace(-1, 1 + i, 8).reshape(4, 2)
    if i % 2:
        with torch.inference_mode():
            x = norm(x)
        x = x.clone()
    else:
        x = norm(x)
    loss = (net(x) - 1).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(loss.item(), norm.count.item(), norm._std.sum().item(), norm._mean.sum().item())
norm.eval()
print(norm(torch.ones(1, 2)).sum().item(), {k: v.sum().item() for k, v in norm.state_dict().items()})
