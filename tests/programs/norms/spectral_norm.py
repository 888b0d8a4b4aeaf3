# A discriminator whose layers are divided by their largest singular values, found step by step
# while it trains; its weights are set before it is called, as torch's weights_init() does.
import torch
import torch.nn as nn
import torch.nn.functional as F
import torch.optim as optim
from torch.nn.utils import spectral_norm


def weights_init(m):
    classname = m.__class__.__name__
    if classname.find("Conv") != -1 or classname.find("Linear") != -1:
        m.weight.data.copy_(torch.linspace(-0.4, 0.5, m.weight.numel()).reshape(m.weight.shape))
        m.bias.data.fill_(0.1)


class Discriminator(nn.Module):
    def __init__(self):
        super().__init__()
        self.main = nn.Sequential(
            spectral_norm(nn.Conv2d(1, 3, 3, 2, 1)),
            nn.LeakyReLU(0.1),
            spectral_norm(nn.ConvTranspose2d(3, 2, 2), n_power_iterations=2),
            nn.LeakyReLU(0.1),
        )
        self.fc = spectral_norm(nn.Linear(18, 1), eps=1e-6)

    def forward(self, x):
        return self.fc(self.main(x).flatten(1))


net = Discriminator()
net.apply(weights_init)
for name, buffer in net.named_buffers():
    print(name, tuple(buffer.shape))
    with torch.no_grad():
        buffer.copy_(F.normalize(torch.linspace(0.2, 1.0, buffer.numel()), dim=0))
print([(name, tuple(p.shape)) for name, p in net.named_parameters()])
opt = optim.Adam(net.parameters(), lr=0.01, betas=(0.0, 0.9))
real = torch.arange(32.0).reshape(2, 1, 4, 4) / 16 - 1
for i in range(4):
    fake = real.flip(-1) * 0.5 - i / 10
    opt.zero_grad()
    loss = F.relu(1.0 - net(real)).mean() + F.relu(1.0 + net(fake)).mean()
    loss.backward()
    opt.step()
    print(round(loss.item(), 5))
    print([round(v.sum().item(), 4) for v in net.state_dict().values()])
print([round(v, 4) for v in net.fc.weight.flatten().tolist()])
net.eval()
with torch.no_grad():
    print([round(v, 4) for v in net(real).flatten().tolist()])
    print([round(v, 4) for v in net(real).flatten().tolist()])
print([round(v.sum().item(), 4) for v in net.state_dict().values()])
