import torch
import torch.nn as nn
from logger import Logger


class Encoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(3, 4)
        self.outputs = dict()

    def forward(self, x, detach=False):
        h = self.fc(x)
        if detach:
            h = h.detach()
        self.outputs["h"] = h
        return torch.tanh(h)

    def log(self, L, step):
        for k, v in self.outputs.items():
            L.log_histogram(k, v, step)
        L.log_param("fc", self.fc, step)


class Critic(nn.Module):
    def __init__(self):
        super().__init__()
        self.encoder = Encoder()
        self.b = nn.Linear(4, 1, bias=False)

    def forward(self, x, detach=False):
        return self.b(self.encoder(x, detach=detach))

    def log(self, L, step):
        self.encoder.log(L, step)
        L.log_param("b", self.b, step)


class Contrast(nn.Module):
    def __init__(self, critic, target):
        super().__init__()
        self.encoder = critic.encoder
        self.encoder_target = target.encoder
        self.w = nn.Parameter(torch.full((4, 4), 0.2))

    def encode(self, x, ema=False):
        if ema:
            with torch.no_grad():
                z = self.encoder_target(x)
        else:
            z = self.encoder(x)
        return z

    def compute_logits(self, a, b):
        logits = torch.matmul(a, torch.matmul(self.w, b.T))
        return logits - torch.max(logits, 1)[0][:, None]


class Agent:
    def __init__(self):
        self.critic, self.target = Critic(), Critic()
        with torch.no_grad():
            for i, p in enumerate(self.critic.parameters()):
                p.copy_(torch.linspace(-1, 1, p.numel()).view(p.shape) * (0.5 + i))
        self.target.load_state_dict(self.critic.state_dict())
        self.contrast = Contrast(self.critic, self.target)
        self.optimizer = torch.optim.SGD(self.critic.parameters(), lr=0.1)
        self.encoder_optimizer = torch.optim.SGD(self.critic.encoder.parameters(), lr=0.05)
        self.contrast_optimizer = torch.optim.SGD(self.contrast.parameters(), lr=0.05)
        self.loss = nn.CrossEntropyLoss()

    def update_critic(self, x, L, step):
        loss = self.critic(x).pow(2).mean()
        L.log("loss", loss, step)
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        self.critic.log(L, step)

    def update_contrast(self, x, L, step):
        a = self.contrast.encode(x)
        b = self.contrast.encode(x * 0.9, ema=True)
        logits = self.contrast.compute_logits(a, b)
        labels = torch.arange(logits.shape[0]).long()
        loss = self.loss(logits, labels)
        self.encoder_optimizer.zero_grad()
        self.contrast_optimizer.zero_grad()
        loss.backward()
        self.encoder_optimizer.step()
        self.contrast_optimizer.step()
        L.log("contrast", loss, step)
        self.critic.log(L, step)

    def update(self, x, L, step):
        self.update_critic(x, L, step)
        self.update_contrast(x, L, step)


def make(kinds, name):
    return kinds[name]()


made = [make({"agent": Agent, "logger": Logger}, name) for name in ("agent", "logger")]
made[0].critic.log(made[1], -1)
for step in range(3):
    made[0].update(torch.linspace(-1, 1, 15).view(5, 3) * (step + 1), made[1], step)
