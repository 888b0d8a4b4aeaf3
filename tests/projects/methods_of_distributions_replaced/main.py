import torch
import torch.nn as nn
from fixed import Categorical, DiagGaussian


class Policy(nn.Module):
    def __init__(self, kind):
        super().__init__()
        self.base = nn.Linear(3, 4)
        self.critic = nn.Linear(4, 1)
        if kind == "Box":
            self.dist = DiagGaussian(4, 2)
        else:
            self.dist = Categorical(4, 3)

    def act(self, x, deterministic=False):
        dist = self.dist(torch.tanh(self.base(x)))
        action = dist.mode() if deterministic else dist.sample()
        return action, dist.log_probs(action)

    def evaluate(self, x, action):
        h = torch.tanh(self.base(x))
        dist = self.dist(h)
        return self.critic(h), dist.log_probs(action), dist.entropy().mean()


for kind in ("Box", "Discrete"):
    policy = Policy(kind)
    for i, p in enumerate(policy.parameters()):
        nn.init.constant_(p, 0.05 * (i + 1))
    optimizer = torch.optim.SGD(policy.parameters(), lr=0.1)
    x = torch.linspace(-1, 1, 12).reshape(4, 3)
    for k in range(4):
        with torch.no_grad():
            action, log_prob = policy.act(x, deterministic=True)
            drawn = policy.act(x)[0]
        print(kind, action.flatten().tolist(), log_prob.sum().item(), list(drawn.shape))
        value, log_probs, entropy = policy.evaluate(x, action)
        loss = (value - 1).pow(2).mean() - log_probs.mean() - 0.01 * entropy
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(k, round(loss.item(), 5), round(entropy.item(), 5))
