# The temporal convolutional network as it is copied: its init_weights() sets what the next call
# computes anew.
import torch
import torch.nn as nn
import torch.nn.functional as F
import torch.optim as optim
from torch.nn.utils import weight_norm


class Chomp1d(nn.Module):
    def __init__(self, chomp_size):
        super(Chomp1d, self).__init__()
        self.chomp_size = chomp_size

    def forward(self, x):
        return x[:, :, : -self.chomp_size].contiguous()


class TemporalBlock(nn.Module):
    def __init__(self, n_inputs, n_outputs, kernel_size, stride, dilation, padding):
        super(TemporalBlock, self).__init__()
        self.conv1 = weight_norm(
            nn.Conv1d(
                n_inputs, n_outputs, kernel_size, stride=stride, padding=padding, dilation=dilation
            )
        )
        self.chomp1 = Chomp1d(padding)
        self.relu1 = nn.ReLU()
        self.net = nn.Sequential(self.conv1, self.chomp1, self.relu1)
        self.downsample = nn.Conv1d(n_inputs, n_outputs, 1) if n_inputs != n_outputs else None
        self.init_weights()

    def init_weights(self):
        self.conv1.weight.data.fill_(0.01)
        if self.downsample is not None:
            self.downsample.weight.data.fill_(0.3)
            self.downsample.bias.data.fill_(0.0)

    def forward(self, x):
        out = self.net(x)
        res = x if self.downsample is None else self.downsample(x)
        return F.relu(out + res)


class TCN(nn.Module):
    def __init__(self, channels):
        super().__init__()
        layers = []
        for i in range(len(channels) - 1):
            d = 2**i
            layers += [
                TemporalBlock(channels[i], channels[i + 1], 2, stride=1, dilation=d, padding=d)
            ]
        self.network = nn.Sequential(*layers)
        self.linear = nn.Linear(channels[-1], 1)

    def forward(self, x):
        return self.linear(self.network(x)[:, :, -1])


net = TCN([2, 3, 4])
with torch.no_grad():
    for p in net.parameters():
        p.copy_(torch.linspace(-0.4, 0.5, p.numel()).reshape(p.shape))
print([(name, tuple(p.shape)) for name, p in net.named_parameters()])
print([round(v, 4) for v in net.network[1].conv1.weight.flatten().tolist()])
opt = optim.SGD(net.parameters(), lr=0.05)
for i in range(4):
    x = torch.arange(24.0).reshape(2, 2, 6) / 10 - i
    opt.zero_grad()
    loss = F.mse_loss(net(x), x.mean((1, 2))[:, None])
    loss.backward()
    opt.step()
    print(round(loss.item(), 5))
    print([round(p.sum().item(), 4) for p in net.parameters()])
print([round(v, 4) for v in net.network[0].conv1.weight.flatten().tolist()])
for block in net.network:
    nn.utils.remove_weight_norm(block.conv1)
print([(name, tuple(p.shape)) for name, p in net.named_parameters()])
print([round(v, 4) for v in net.network[0].conv1.weight.flatten().tolist()])
print([round(v, 4) for v in net(x).flatten().tolist()])
