"""A recurrent actor-critic: a GRU whose state goes from chunk to chunk of an episode, detached."""

import numpy as np
import torch
import torch.nn as nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.encoder = nn.Linear(3, 6)
        self.gru = nn.GRU(6, 6)
        self.policy = nn.Linear(6, 2)
        self.value = nn.Linear(6, 1)

    def forward(self, x, hidden):
        x = torch.relu(self.encoder(x))
        out, hidden = self.gru(x, hidden)
        return torch.log_softmax(self.policy(out), dim=-1), self.value(out).squeeze(-1), hidden


class Agent:
    def __init__(self):
        self.net = Net()
        self.optimizer = torch.optim.RMSprop(self.net.parameters(), lr=0.01, alpha=0.95, eps=1e-6)
        self.hidden = torch.zeros(1, 4, 6)

    def reset(self):
        self.hidden = torch.zeros(1, 4, 6)

    def train(self, states, actions, returns, lengths):
        states = torch.FloatTensor(states)
        actions = torch.LongTensor(actions)
        returns = torch.FloatTensor(returns)
        mask = torch.FloatTensor(np.arange(len(states))[:, None] < lengths)

        log_probs, values, hidden = self.net(states, self.hidden)
        chosen = log_probs.gather(2, actions.unsqueeze(2)).squeeze(2)
        advantages = (returns - values).detach()
        policy_loss = -(chosen * advantages * mask).sum() / mask.sum()
        value_loss = ((returns - values).pow(2) * mask).sum() / mask.sum()
        entropy = -((log_probs.exp() * log_probs).sum(2) * mask).sum() / mask.sum()
        loss = policy_loss + 0.25 * value_loss - 0.02 * entropy
        self.optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(self.net.parameters(), 1.0)
        self.optimizer.step()
        self.hidden = hidden.detach()


def main():
    rng = np.random.default_rng(3)
    agent = Agent()
    for _ in range(2):
        agent.reset()
        for _ in range(3):
            states = rng.standard_normal((5, 4, 3))
            actions = rng.integers(0, 2, (5, 4))
            agent.train(states, actions, rng.standard_normal((5, 4)), rng.integers(2, 6, 4))


if __name__ == "__main__":
    main()
