import torch
import torch.nn as nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.first = nn.Linear(2, 3)
        self.frozen = nn.Linear(3, 3)
        self.last = nn.Linear(3, 1)
        for p in self.parameters():
            nn.init.constant_(p, 0.3)

    def forward(self, x):
        return self.last(torch.tanh(self.frozen(torch.tanh(self.first(x)))))


seen = {}


def told(name):
    def hook(module, grad_input, grad_output):
        inputs = [None if g is None else round(g.abs().sum().item(), 5) for g in grad_input]
        seen.setdefault(name, []).append((inputs, round(grad_output[0].abs().sum().item(), 5)))

    return hook


def halved(module, grad_input, grad_output):
    return tuple(g * 0.5 if g is not None else None for g in grad_input)


net = Net()
net.frozen.requires_grad_(False)
for name, layer in net.named_children():
    layer.register_full_backward_hook(told(name))
handle = net.last.register_full_backward_hook(halved)
optimizer = torch.optim.SGD(net.last.parameters(), lr=0.1)  # the first layer learns nothing
for k in range(3):
    if k == 2:
        handle.remove()
    loss = net(torch.tensor([[1.0, -0.5], [0.2, 0.4 * k]])).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(round(loss.item(), 5), round(net.first.weight.grad.abs().sum().item(), 5))
for name in seen:
    print(name, seen[name])
