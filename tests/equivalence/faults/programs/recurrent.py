"""A policy with memory: an LSTM and a GRU cell."""

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.lstm = nn.LSTMCell(3, 4)
        self.gru = nn.GRUCell(4, 4)
        self.mix = nn.Linear(4, 4)
        self.head = nn.Linear(4, 2)

    def forward(self, sequence):
        hidden = cell = memory = torch.zeros(len(sequence), 4)
        for x in sequence.unbind(1):
            hidden, cell = self.lstm(x, (hidden, cell))
            memory = self.gru(hidden, memory)
        return self.head(self.mix(memory))


class Learner:
    def __init__(self):
        self.net = Net()
        self.optimizer = torch.optim.Adam(self.net.parameters(), lr=0.01)

    def train(self, sequences, goals):
        sequences = torch.tensor(sequences, dtype=torch.float32)
        goals = torch.tensor(goals, dtype=torch.float32)
        loss = F.mse_loss(self.net(sequences), goals)
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()


def main():
    rng = np.random.default_rng(0)
    learner = Learner()
    for _ in range(3):
        learner.train(rng.standard_normal((5, 3, 3)), rng.standard_normal((5, 2)))


if __name__ == "__main__":
    main()
