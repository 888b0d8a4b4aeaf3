import torch
import torch.nn as nn


def identity(x):
    return x


class Mlp(nn.Module):
    def __init__(self, output_activation=identity):
        super().__init__()
        self.fc = nn.Linear(2, 1)
        self.output_activation = output_activation

    def forward(self, x):
        return self.output_activation(self.fc(x))


class Policy(Mlp):
    def __init__(self):
        super().__init__(output_activation=torch.tanh)


class Trainer:
    def __init__(self, q, policy):
        self.q, self.policy = q, policy
        for net in (q, policy):
            for p in net.parameters():
                p.data.fill_(0.3)
        self.opt = torch.optim.SGD(list(q.parameters()) + list(policy.parameters()), lr=0.1)

    def train(self, x):
        loss = (self.q(x) * self.policy(x)).mean()
        self.opt.zero_grad()
        loss.backward()
        self.opt.step()
        return loss.item()


trainer = Trainer(Mlp(), Policy())
for _ in range(3):
    print(round(trainer.train(torch.ones(3, 2)), 6))
