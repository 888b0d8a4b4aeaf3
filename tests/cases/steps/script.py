import random

import torch
from torch import nn, optim

net = nn.Sequential(nn.Linear(4, 8), nn.Tanh(), nn.Linear(8, 2))
optimizer = optim.Adam(net.parameters(), lr=1e-3)
gamma = 0.99
memory = []
losses = []

for episode in range(100):
    for step in range(50):
        batch = random.sample(memory, 32)
        states = torch.cat([s for s, a, r, n in batch])
        actions = torch.tensor([a for s, a, r, n in batch])
        rewards = torch.Tensor([r for s, a, r, n in batch])
        following = torch.cat([n for s, a, r, n in batch])

        # The target
        with torch.no_grad():
            target = rewards + gamma * net(following).max(dim=1)[0]
        value = net(states).gather(1, actions.unsqueeze(1)).squeeze(1)
        loss = ((value - target) ** 2).mean()  # squared error
        optimizer.zero_grad()
        loss.backward()
        losses.append(loss.item())  # for the plot
        optimizer.step()
    print(episode, losses[-1])
