# torch's newer form: each read of the weight is a step of the power iteration while it trains.
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.nn.utils.parametrizations import spectral_norm


class Critic(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(spectral_norm(nn.Linear(3, 4)), nn.ReLU())
        self.embed = spectral_norm(nn.Embedding(5, 4))
        self.out = spectral_norm(nn.Linear(4, 1), n_power_iterations=3)

    def forward(self, x, y):
        h = self.body(x)
        return self.out(h) + (self.embed(y) * h).sum(1, keepdim=True)


net = Critic()
for p in net.parameters():
    p.data.copy_(torch.linspace(-0.4, 0.5, p.numel()).reshape(p.shape))
for buffer in net.buffers():
    buffer.copy_(F.normalize(torch.linspace(0.2, 1.0, buffer.numel()), dim=0))
for m in net.modules():
    if isinstance(m, nn.Linear):
        nn.init.constant_(m.weight, 7.0)  # it gets lost
print(list(net.state_dict()))
print([(name, tuple(p.shape)) for name, p in net.named_parameters()])
opt = torch.optim.SGD(net.parameters(), lr=0.05)
x, y = torch.linspace(-1, 1, 12).reshape(4, 3), torch.tensor([0, 3, 1, 3])
for i in range(4):
    opt.zero_grad()
    loss = F.relu(1 - net(x, y)).mean() + F.relu(1 + net(-x, y)).mean()
    loss.backward()
    opt.step()
    print(round(loss.item(), 5))
    print([round(v.sum().item(), 4) for v in net.state_dict().values()])
net.eval()
print([round(v, 4) for v in net(x, y).flatten().tolist()])
print([round(v, 4) for v in net.out.weight.flatten().tolist()])
print([round(v.sum().item(), 4) for v in net.state_dict().values()])
