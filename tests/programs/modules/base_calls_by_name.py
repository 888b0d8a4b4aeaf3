# Heirs of layers as they are written in the older way: the base is called by its name. The second
# is what LoRA's own code does; the last calls the base's forward().
import math

import torch
import torch.nn as nn
import torch.nn.functional as F


class NoisyLinear(nn.Linear):
    def __init__(self, in_features, out_features, sigma=0.5, bias=True):
        nn.Linear.__init__(self, in_features, out_features, bias=bias, device="cpu")
        self.sigma = nn.Parameter(torch.full((out_features, in_features), sigma))
        self.reset_parameters()

    def reset_parameters(self):
        if hasattr(self, "sigma"):
            self.weight.data.fill_(1 / math.sqrt(self.in_features))
            self.bias.data.zero_()

    def forward(self, x):
        return F.linear(x, self.weight + self.sigma * 0.1, self.bias)


class LoRALayer:
    def __init__(self, r, alpha):
        self.r, self.alpha = r, alpha


class LoRALinear(nn.Linear, LoRALayer):
    def __init__(self, in_features, out_features, r=0, alpha=1, **kwargs):
        nn.Linear.__init__(self, in_features, out_features, **kwargs)
        LoRALayer.__init__(self, r=r, alpha=alpha)
        self.lora_a = nn.Parameter(self.weight.new_zeros((r, in_features)))
        self.lora_b = nn.Parameter(self.weight.new_zeros((out_features, r)))
        self.weight.requires_grad = False
        self.reset_parameters()

    def reset_parameters(self):
        nn.Linear.reset_parameters(self)
        if hasattr(self, "lora_a"):
            nn.init.constant_(self.lora_a, 0.2)
            nn.init.zeros_(self.lora_b)
            nn.init.constant_(self.weight, 0.3)

    def forward(self, x):
        result = F.linear(x, self.weight, self.bias)
        return result + x @ self.lora_a.t() @ self.lora_b.t() * (self.alpha / self.r)


class Half(nn.Conv1d):
    def forward(self, x):
        return nn.Conv1d.forward(self, x) * 0.5


net = nn.Sequential(NoisyLinear(3, 4), nn.Tanh(), LoRALinear(4, 4, r=2, alpha=3))
conv = Half(1, 2, 2)
for layer in (net[2].bias, conv.weight, conv.bias):
    nn.init.constant_(layer, 0.1)
print([(name, tuple(p.shape)) for name, p in net.named_parameters()])
params = [p for p in [*net.parameters(), *conv.parameters()] if p.requires_grad]
opt = torch.optim.SGD(params, lr=0.1)
x = torch.linspace(-1, 1, 6).reshape(2, 3)
for i in range(3):
    opt.zero_grad()
    loss = (conv(net(x).unsqueeze(1)) - 1).pow(2).mean()
    loss.backward()
    opt.step()
    print(round(loss.item(), 5), [round(p.sum().item(), 4) for p in params])
