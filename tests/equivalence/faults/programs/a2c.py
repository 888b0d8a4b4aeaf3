"""A categorical policy with a value head, as in A2C and PPO (Mnih et al., 2016)."""

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F


class ActorCritic(nn.Module):
    def __init__(self, state_dim, actions):
        super().__init__()
        self.hidden = nn.Linear(state_dim, 16)
        self.policy = nn.Linear(16, actions)
        self.value = nn.Linear(16, 1)

    def forward(self, x):
        x = F.gelu(self.hidden(x))
        return self.policy(x), self.value(x)


class A2C:
    def __init__(self, state_dim, actions):
        self.net = ActorCritic(state_dim, actions)
        self.optimizer = torch.optim.AdamW(self.net.parameters(), lr=1e-2, eps=1e-5)

    def train(self, states, old_log_probs, returns):
        states = torch.FloatTensor(states)
        old_log_probs = torch.FloatTensor(old_log_probs)
        returns = torch.FloatTensor(returns)

        with torch.no_grad():
            policy = self.net(states)[0]
            gumbel = -torch.log(-torch.log(torch.rand_like(policy)))
            actions = (policy + gumbel).argmax(1)
        logits, values = self.net(states)
        values = values.squeeze(1)
        log_probs = F.log_softmax(logits, 1)
        chosen = log_probs.gather(1, actions.unsqueeze(1)).squeeze(1)
        advantages = (returns - values).detach()
        advantages = (advantages - advantages.mean()) / (advantages.std() + 1e-8)
        ratio = torch.exp(chosen - old_log_probs)
        clipped = torch.clamp(ratio, 0.8, 1.2)
        policy_loss = -torch.min(ratio * advantages, clipped * advantages).mean()
        value_loss = F.mse_loss(values, returns)
        entropy = -(log_probs.exp() * log_probs).sum(1).mean()
        loss = policy_loss + 0.5 * value_loss - 0.01 * entropy
        self.optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(self.net.parameters(), 0.5)
        self.optimizer.step()


def main():
    rng = np.random.default_rng(0)
    agent = A2C(3, 4)
    for _ in range(4):
        agent.train(rng.standard_normal((8, 3)), -rng.random(8) - 1, 2 * rng.standard_normal(8) + 1)


if __name__ == "__main__":
    main()
