"""Agents with memory: an LSTM whose state is masked by episode ends, a GRU in both directions."""

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
import torch.optim as optim
from torch.distributions import Categorical


def layer_init(layer, std=np.sqrt(2), bias_const=0.0):  # noqa: B008
    torch.nn.init.orthogonal_(layer.weight, std)
    torch.nn.init.constant_(layer.bias, bias_const)
    return layer


def init_weights(m):
    if isinstance(m, nn.Linear):
        nn.init.xavier_uniform_(m.weight)
        m.bias.data.fill_(0.01)


class Agent(nn.Module):
    def __init__(self, obs, actions):
        super().__init__()
        self.network = nn.Sequential(layer_init(nn.Linear(obs, 16)), nn.ReLU())
        self.lstm = nn.LSTM(16, 8)
        for name, param in self.lstm.named_parameters():
            if "bias" in name:
                nn.init.constant_(param, 0)
            elif "weight" in name:
                nn.init.orthogonal_(param, 1.0)
        self.actor = layer_init(nn.Linear(8, actions), std=0.01)
        self.critic = nn.Sequential(nn.Linear(8, 8), nn.Tanh(), nn.Linear(8, 1))
        self.critic.apply(init_weights)

    def get_states(self, x, lstm_state, done):
        hidden = self.network(x)
        batch_size = lstm_state[0].shape[1]
        hidden = hidden.reshape((-1, batch_size, self.lstm.input_size))
        done = done.reshape((-1, batch_size))
        new_hidden = []
        for h, d in zip(hidden, done):
            h, lstm_state = self.lstm(
                h.unsqueeze(0),
                (
                    (1.0 - d).view(1, -1, 1) * lstm_state[0],
                    (1.0 - d).view(1, -1, 1) * lstm_state[1],
                ),
            )
            new_hidden += [h]
        new_hidden = torch.flatten(torch.cat(new_hidden), 0, 1)
        return new_hidden, lstm_state

    def get_value(self, x, lstm_state, done):
        hidden, _ = self.get_states(x, lstm_state, done)
        return self.critic(hidden)

    def get_action_and_value(self, x, lstm_state, done, action=None):
        hidden, lstm_state = self.get_states(x, lstm_state, done)
        logits = self.actor(hidden)
        probs = Categorical(logits=logits)
        if action is None:
            action = probs.sample()
        return action, probs.log_prob(action), probs.entropy(), self.critic(hidden), lstm_state


class Recurrent(nn.Module):
    def __init__(self, n, m):
        super().__init__()
        self.rnn = nn.GRU(n, 12, num_layers=2, batch_first=True, bidirectional=True)
        self.head = nn.Linear(24, m)

    def forward(self, x, h=None):
        y, h = self.rnn(x, h)
        return self.head(y[:, -1])


if __name__ == "__main__":
    torch.manual_seed(1)
    np.random.seed(1)
    net = Recurrent(3, 2)
    opt = optim.Adam(net.parameters(), lr=1e-2)
    for step in range(5):
        x = torch.tensor(np.random.randn(8, 6, 3), dtype=torch.float32)
        y = torch.tensor(np.random.randn(8, 2), dtype=torch.float32)
        loss = F.mse_loss(net(x), y)
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, loss.item())
    agent = Agent(4, 2)
    optimizer = optim.Adam(agent.parameters(), lr=1e-3)
    state = (torch.zeros(1, 3, 8), torch.zeros(1, 3, 8))
    for step in range(3):
        x = torch.tensor(np.random.randn(6, 4), dtype=torch.float32)
        done = torch.zeros(6)
        action, log_prob, entropy, value, _ = agent.get_action_and_value(x, state, done)
        loss = (value**2).mean() - log_prob.mean() * 0.1 - entropy.mean() * 0.01
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(agent.parameters(), 0.5)
        optimizer.step()
        print(step, loss.item())
