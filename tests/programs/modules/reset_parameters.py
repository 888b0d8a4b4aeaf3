# Layers draw their parameters by reset_parameters(): an heir may do it in another way, and a
# program calls it to begin anew, where a layer has it.
import torch
import torch.nn as nn


class Zeros(nn.Linear):
    def reset_parameters(self):
        nn.init.zeros_(self.weight)
        nn.init.ones_(self.bias)


class Scaled(nn.Embedding):
    def __init__(self, count, size):
        super().__init__(count, size)
        self.scale = nn.Parameter(torch.ones(1))

    def reset_parameters(self):
        super().reset_parameters()
        self.weight.data.clamp_(-0.01, 0.01)
        if hasattr(self, "scale"):
            self.scale.data.fill_(2.0)

    def forward(self, x):
        return super().forward(x) * self.scale


def reset(module):
    for child in module.children():
        if hasattr(child, "reset_parameters"):
            child.reset_parameters()
        else:
            reset(child)


def weight_reset(m):
    if isinstance(m, nn.Conv2d) or isinstance(m, nn.Linear):
        m.reset_parameters()


layer = Zeros(2, 3)
print(layer.weight.sum().item(), layer.bias.sum().item())
table = Scaled(3, 2)
print(table.weight.abs().max().item() <= 0.01, table.scale.item())
table.reset_parameters()
print(table.scale.item())

net = nn.Sequential(nn.Linear(3, 4), nn.Sequential(nn.ReLU(), nn.BatchNorm1d(4)), nn.Dropout(0.1))
net(torch.linspace(-3, 3, 12).reshape(4, 3))
with torch.no_grad():
    for p in net.parameters():
        p.fill_(9.0)
print([name for name, m in net.named_modules() if hasattr(m, "reset_parameters")])
print(net[1][1].num_batches_tracked.item(), net[1][1].running_var.sum().item() != 4.0)
reset(net)
print(net[0].weight.abs().max().item() < 1, net[0].bias.abs().max().item() < 1)
print(net[1][1].weight.tolist(), net[1][1].bias.tolist(), net[1][1].running_var.tolist())
print(net[1][1].num_batches_tracked.item())
net[0].weight.data.fill_(5.0)
net.apply(weight_reset)
print(net[0].weight.abs().max().item() < 1)
for module in (
    nn.LSTM(2, 3),
    nn.GRUCell(2, 3),
    nn.LayerNorm(3),
    nn.GroupNorm(1, 2),
    nn.Conv2d(1, 1, 2),
):
    for p in module.parameters():
        p.data.fill_(7.0)
    module.reset_parameters()
    print([p.abs().max().item() <= 1 for p in module.parameters()])
