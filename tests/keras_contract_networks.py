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


def mlp(inputs, hidden, outputs, depth):
    layers = [nn.Linear(inputs, hidden), nn.ReLU(inplace=True)]
    for _ in range(depth - 1):
        layers += [nn.Linear(hidden, hidden), nn.ReLU(inplace=True)]
    layers.append(nn.Linear(hidden, outputs))
    return nn.Sequential(*layers)


class DoubleCritic(nn.Module):
    """Two outputs, which it keeps in a dict as well."""

    def __init__(self, states, actions):
        super().__init__()
        self.q1 = mlp(states + actions, 16, 1, 2)
        self.q2 = mlp(states + actions, 16, 1, 2)
        self.outputs = {}
        self.apply(self.init)

    def init(self, module):
        if isinstance(module, nn.Linear):
            nn.init.orthogonal_(module.weight.data)
            module.bias.data.fill_(0.0)

    def forward(self, s, a):
        sa = torch.cat([s, a], dim=-1)
        self.outputs["q1"], self.outputs["q2"] = self.q1(sa), self.q2(sa)
        return self.outputs["q1"], self.outputs["q2"]


class Distributional(nn.Module):
    """Shapes that begin with the length of the batch."""

    def __init__(self, n, m, atoms=5):
        super().__init__()
        self.m, self.atoms = m, atoms
        self.register_buffer("support", torch.linspace(-1.0, 1.0, atoms))
        self.fc = nn.Linear(n, m * atoms)

    def forward(self, x):
        logits = self.fc(x).view(len(x), self.m, self.atoms)
        p = F.softmax(logits, dim=2).reshape(x.size(0), self.m, self.atoms)
        return (p.view(x.shape[0], self.m, self.atoms) * self.support).sum(2)


class Stepping(nn.Module):
    """A cell, whose state the caller keeps."""

    def __init__(self, n, m):
        super().__init__()
        self.fc = nn.Linear(n, 8)
        self.cell = nn.GRUCell(8, 8)
        self.heads = nn.ModuleList()
        for _ in range(m):
            self.heads.append(nn.Linear(8, 1))

    def forward(self, x, h):
        h = self.cell(F.elu(self.fc(x)), h)
        return torch.cat([head(h) for head in self.heads], dim=1)


class Encoder(nn.Module):
    def __init__(self, n, m):
        super().__init__()
        self.position = nn.Parameter(torch.zeros(1, 6, n))
        layer = nn.TransformerEncoderLayer(n, 2, 16, dropout=0.1, batch_first=True)
        self.encoder = nn.TransformerEncoder(layer, 2, enable_nested_tensor=False)
        self.out = nn.Linear(n, m)

    def forward(self, x):
        return self.out(self.encoder(x + self.position)[:, -1])


class Quantiles(nn.Module):
    """The sizes of its batch have names."""

    def __init__(self, size, actions):
        super().__init__()
        self.actions = actions
        self.hidden = nn.Linear(size, 8)
        self.out = nn.Linear(8, actions)

    def forward(self, states):
        batch, steps, size = states.shape
        hidden = torch.relu(self.hidden(states.reshape(batch * steps, size)))
        values = self.out(hidden).view(batch, steps, self.actions)
        count = values.shape[0]
        return values.view(count, self.actions * steps)


if __name__ == "__main__":
    net = Mlp(4, 2)
    optimizers = [torch.optim.Adam(net.parameters()), torch.optim.SGD(net.parameters(), lr=0.1)]
    print(net(torch.zeros(1, 4)))


class ZeroState(nn.Module):
    def __init__(self, states, actions):
        super().__init__()
        self.cell = nn.GRUCell(states, 8)
        self.head = nn.Linear(8, actions)

    def forward(self, x):
        B, T, _ = x.shape
        h = torch.zeros(B, 8)
        for t in range(T):
            h = self.cell(x[:, t], h)
        return self.head(h) + torch.arange(B).view(B, 1) * 0


class Sized(nn.Module):
    def __init__(self, states, actions):
        super().__init__()
        self.body = nn.Linear(states, actions)
        self.embed = nn.Linear(1, actions)

    def forward(self, x):
        values = self.body(x)
        batch = x.size(0)
        taus = torch.linspace(0, 1, 3).expand(batch, 3)
        embedded = self.embed(taus.reshape(-1, 1)).view(batch, 3, -1).mean(1)
        best = values[torch.arange(len(x)), values.argmax(1)]
        return embedded * values + best.unsqueeze(1) + torch.full((x.shape[0], 1), 0.5)
