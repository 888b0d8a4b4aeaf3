"""Networks whose ports test_keras_contract.py uses as a Keras user does."""

import torch
import torch.nn as nn
import torch.nn.functional as F


class Mlp(nn.Module):
    def __init__(self, states, actions, hidden=16):
        super().__init__()
        self.fc1 = nn.Linear(states, hidden)
        self.out = nn.Linear(hidden, actions)

    def forward(self, x):
        return self.out(F.relu(self.fc1(x)))


class Policy(nn.Module):
    def __init__(self, states, actions):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(states, 16), nn.Tanh(), nn.Linear(16, actions))
        self.log_std = nn.Parameter(torch.zeros(actions))

    def forward(self, x):
        return self.net(x) * torch.exp(self.log_std)


class Pixels(nn.Module):
    def __init__(self, channels, actions):
        super().__init__()
        self.conv = nn.Conv2d(channels, 8, 3, stride=2)
        self.bn = nn.BatchNorm2d(8)
        self.drop = nn.Dropout(0.5)
        self.fc = nn.Linear(8 * 3 * 3, actions)

    def forward(self, x):
        x = F.relu(self.bn(self.conv(x)))
        return self.fc(self.drop(x.view(x.size(0), -1)))


class Critic(nn.Module):
    def __init__(self, states, actions):
        super().__init__()
        self.l1 = nn.Linear(states + actions, 16)
        self.l2 = nn.Linear(16, 1)

    def forward(self, s, a):
        return self.l2(torch.relu(self.l1(torch.cat([s, a], 1))))


class Recurrent(nn.Module):
    def __init__(self, states, actions):
        super().__init__()
        self.emb = nn.Linear(states, 8)
        self.lstm = nn.LSTM(8, 8, batch_first=True)
        self.head = nn.Linear(8, actions)

    def forward(self, x):
        h, _ = self.lstm(self.emb(x))
        return self.head(h[:, -1])


class Noisy(nn.Module):
    def __init__(self, n, m):
        super().__init__()
        self.weight = nn.Parameter(torch.randn(m, n))
        self.sigma = nn.Parameter(torch.full((m, n), 0.1))
        self.register_buffer("eps", torch.ones(m, n))

    def reset(self):
        self.eps.normal_()

    def forward(self, x):
        if self.training:
            return F.linear(x, self.weight + self.sigma * self.eps)
        return F.linear(x, self.weight)


class Ensemble(nn.Module):
    def __init__(self, n, m):
        super().__init__()
        self.nets = nn.ModuleList([Mlp(n, m) for _ in range(3)])

    def forward(self, x):
        return torch.stack([net(x) for net in self.nets]).mean(0)


class Dueling(nn.Module):
    def __init__(self, n, m):
        super().__init__()
        self.features = nn.Sequential(nn.Linear(n, 16), nn.ReLU())
        self.heads = nn.ModuleDict({"value": nn.Linear(16, 1), "advantage": nn.Linear(16, m)})

    def forward(self, x):
        x = self.features(x)
        advantage = self.heads["advantage"](x)
        return self.heads["value"](x) + advantage - advantage.mean(1, keepdim=True)


class Normed(nn.Module):
    def __init__(self, n, m, activation=nn.Tanh):
        super().__init__()
        self.fc = nn.Linear(n, 16)
        self.norm = nn.LayerNorm(16)
        self.activation = activation()
        self.out = nn.Linear(16, m, bias=False)

    def forward(self, x):
        return self.out(self.activation(self.norm(self.fc(x))))


class Attending(nn.Module):
    def __init__(self, n, m):
        super().__init__()
        self.attention = nn.MultiheadAttention(n, 2, batch_first=True)
        self.out = nn.Linear(n, m)

    def forward(self, x):
        x, _ = self.attention(x, x, x)
        return self.out(x.mean(1))


if __name__ == "__main__":
    net = Mlp(4, 2)
    optimizers = [torch.optim.Adam(net.parameters()), torch.optim.SGD(net.parameters(), lr=0.1)]
    print(net(torch.zeros(1, 4)))
