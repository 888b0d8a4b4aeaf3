"""PPO with generalised advantages (Schulman et al., 2016 and 2017), minibatches, a falling rate."""

import numpy as np
import torch
import torch.nn as nn


class Slope:
    """Roll to the middle; an episode is over after five steps or beyond the ends."""

    def reset(self):
        self.place, self.steps = np.random.uniform(-1, 1), 0
        return self.state()

    def step(self, action):
        self.place += 0.4 * (action - 1)
        self.steps += 1
        return self.state(), -abs(self.place), self.steps == 5 or abs(self.place) > 1.5

    def state(self):
        return np.array([self.place, self.place**2, self.steps / 5])


class ActorCritic(nn.Module):
    def __init__(self):
        super().__init__()
        self.hidden = nn.Linear(3, 12)
        self.policy = nn.Linear(12, 3)
        self.value = nn.Linear(12, 1)

    def forward(self, x):
        x = torch.tanh(self.hidden(x))
        return torch.log_softmax(self.policy(x), dim=-1), self.value(x).squeeze(-1)


class PPO:
    def __init__(self):
        self.gamma, self.lam = 0.97, 0.9
        self.net = ActorCritic()
        self.optimizer = torch.optim.Adam(self.net.parameters(), lr=0.01, eps=1e-5)
        self.schedule = torch.optim.lr_scheduler.StepLR(self.optimizer, step_size=2, gamma=0.5)

    def act(self, state):
        with torch.no_grad():
            log_probs, value = self.net(torch.FloatTensor(state))
        action = np.random.choice(3, p=log_probs.exp().double().numpy())
        return int(action), log_probs[action].item(), value.item()

    def advantages(self, rewards, values, dones, last_value):
        advantages = np.zeros(len(rewards))
        advantage = 0.0
        for t in reversed(range(len(rewards))):
            next_value = values[t + 1] if t + 1 < len(rewards) else last_value
            delta = rewards[t] + self.gamma * next_value * (1 - dones[t]) - values[t]
            advantage = delta + self.gamma * self.lam * (1 - dones[t]) * advantage
            advantages[t] = advantage
        return advantages

    def loss(self, states, actions, old_log_probs, old_values, advantages, returns):
        log_probs, values = self.net(states)
        chosen = log_probs.gather(1, actions.unsqueeze(1)).squeeze(1)
        advantages = (advantages - advantages.mean()) / (advantages.std() + 1e-8)
        ratio = torch.exp(chosen - old_log_probs)
        clipped = torch.clamp(ratio, 0.9, 1.1)
        policy_loss = -torch.min(ratio * advantages, clipped * advantages).mean()
        close = old_values + torch.clamp(values - old_values, -0.2, 0.2)
        value_loss = torch.max((values - returns) ** 2, (close - returns) ** 2).mean()
        entropy = -(log_probs.exp() * log_probs).sum(dim=1).mean()
        return policy_loss + 0.5 * value_loss - 0.01 * entropy

    def train(self, states, actions, old_log_probs, old_values, advantages):
        states = torch.FloatTensor(states)
        actions = torch.LongTensor(actions)
        old_log_probs = torch.FloatTensor(old_log_probs)
        old_values = torch.FloatTensor(old_values)
        advantages = torch.FloatTensor(advantages)
        returns = advantages + old_values
        loss = self.loss(states, actions, old_log_probs, old_values, advantages, returns)
        self.optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(self.net.parameters(), 0.5)
        self.optimizer.step()

    def learn(self, rollout, last_value):
        states, actions, log_probs, values, rewards, dones = map(np.array, zip(*rollout))
        advantages = self.advantages(rewards, values, dones, last_value)
        for _ in range(2):
            order = np.random.permutation(len(rollout))
            for rows in np.split(order, 2):
                self.train(
                    states[rows], actions[rows], log_probs[rows], values[rows], advantages[rows]
                )
        self.schedule.step()


def main():
    np.random.seed(1)
    env, agent = Slope(), PPO()
    state = env.reset()
    for _ in range(3):
        rollout = []
        for _ in range(12):
            action, log_prob, value = agent.act(state)
            next_state, reward, done = env.step(action)
            rollout.append((state, action, log_prob, value, reward, float(done)))
            state = env.reset() if done else next_state
        agent.learn(rollout, agent.act(state)[2])


if __name__ == "__main__":
    main()
