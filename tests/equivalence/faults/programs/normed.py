"""A critic and an actor with batch normalisation (Lillicrap et al., 2015)."""

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F


class Actor(nn.Module):
    def __init__(self):
        super().__init__()
        self.norm = nn.BatchNorm1d(4)
        self.hidden = nn.Linear(4, 8)
        self.inner = nn.BatchNorm1d(8, eps=1e-4, momentum=0.2)
        self.out = nn.Linear(8, 2)

    def forward(self, state):
        x = F.elu(self.inner(self.hidden(self.norm(state))))
        return torch.tanh(self.out(x))


class Critic(nn.Module):
    def __init__(self):
        super().__init__()
        self.first = nn.Linear(4, 8)
        self.norm = nn.BatchNorm1d(8)
        self.action = nn.Linear(2, 8)
        self.out = nn.Linear(8, 1)

    def forward(self, state, action):
        x = F.relu(self.norm(self.first(state)) + self.action(action))
        return self.out(x).squeeze(1)


class Agent:
    def __init__(self):
        self.actor, self.critic = Actor(), Critic()
        self.target_actor, self.target_critic = Actor(), Critic()
        self.target_actor.load_state_dict(self.actor.state_dict())
        self.target_critic.load_state_dict(self.critic.state_dict())
        self.target_actor.eval()
        self.target_critic.eval()
        self.actor_optimizer = torch.optim.SGD(self.actor.parameters(), lr=0.02, momentum=0.9)
        self.critic_optimizer = torch.optim.Adam(
            self.critic.parameters(), lr=0.01, betas=(0.9, 0.99), weight_decay=1e-2
        )
        self.tau = 0.05

    def act(self, state):
        self.actor.eval()
        with torch.no_grad():
            action = self.actor(torch.FloatTensor(state).unsqueeze(0)).squeeze(0).numpy()
        self.actor.train()
        return action + 0.1 * np.random.normal(size=2)

    def train(self, states, actions, rewards, next_states, dones):
        states = torch.FloatTensor(states)
        actions = torch.FloatTensor(actions)
        rewards = torch.FloatTensor(rewards)
        next_states = torch.FloatTensor(next_states)
        dones = torch.FloatTensor(dones)

        with torch.no_grad():
            next_q = self.target_critic(next_states, self.target_actor(next_states))
            goal = rewards + 0.98 * (1 - dones) * next_q
        critic_loss = F.mse_loss(self.critic(states, actions), goal)
        self.critic_optimizer.zero_grad()
        critic_loss.backward()
        self.critic_optimizer.step()

        actor_loss = -self.critic(states, self.actor(states)).mean()
        self.actor_optimizer.zero_grad()
        actor_loss.backward()
        self.actor_optimizer.step()

        for target, net in ((self.target_actor, self.actor), (self.target_critic, self.critic)):
            for old, new in zip(target.parameters(), net.parameters()):
                old.data.copy_(old.data * (1 - self.tau) + new.data * self.tau)


class Field:
    """Go where nothing is."""

    def reset(self):
        self.state = np.random.normal(size=4)
        return self.state

    def step(self, action):
        self.state = 0.9 * self.state + 0.2 * np.tile(action, 2)
        return self.state, -float(np.square(self.state).sum()), np.random.random() < 0.2


def main():
    np.random.seed(4)
    env, agent, memory = Field(), Agent(), []
    state = env.reset()
    for step in range(20):
        action = agent.act(state)
        next_state, reward, done = env.step(action)
        memory.append((state, action, reward, next_state, float(done)))
        state = env.reset() if done else next_state
        if step >= 15:
            rows = np.random.randint(len(memory), size=8)
            agent.train(*map(np.array, zip(*(memory[i] for i in rows))))


if __name__ == "__main__":
    main()
