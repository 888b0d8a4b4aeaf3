"""PPO whose rollout is kept in tensors that are made before and filled step by step."""

import sys

import numpy as np
import torch
import torch.nn as nn
from torch.distributions import Categorical

STEPS, ENVS = 8, 3


class Agent(nn.Module):
    def __init__(self):
        super().__init__()
        self.critic = nn.Sequential(nn.Linear(2, 8), nn.Tanh(), nn.Linear(8, 1))
        self.actor = nn.Sequential(nn.Linear(2, 8), nn.Tanh(), nn.Linear(8, 2))

    def get_value(self, x):
        return self.critic(x)

    def get_action_and_value(self, x, action=None):
        probs = Categorical(logits=self.actor(x))
        if action is None:
            action = probs.sample()
        return action, probs.log_prob(action), probs.entropy(), self.critic(x)


class Corridors:
    def __init__(self):
        self.places = np.linspace(0.1, 0.8, ENVS)

    def step(self, actions):
        self.places = self.places + np.where(actions == 1, 0.15, -0.1)
        done = (self.places > 1) | (self.places < 0)
        reward = np.where(done, 1.0, -0.1)
        self.places = np.where(done, 0.5, self.places)
        return self.state(), reward, done

    def state(self):
        return np.stack([self.places, np.ones(ENVS)], 1).astype(np.float32)


def advantages_of(rewards, values, dones, next_value, next_done):
    advantages = torch.zeros_like(rewards)
    last = 0
    for t in reversed(range(STEPS)):
        if t == STEPS - 1:
            nonterminal = 1.0 - next_done
            following = next_value
        else:
            nonterminal = 1.0 - dones[t + 1]
            following = values[t + 1]
        delta = rewards[t] + 0.99 * following * nonterminal - values[t]
        advantages[t] = last = delta + 0.99 * 0.95 * nonterminal * last
    return advantages


def main():
    env, agent = Corridors(), Agent()
    optimizer = torch.optim.Adam(agent.parameters(), lr=0.01, eps=1e-5)
    obs = torch.zeros((STEPS, ENVS, 2))
    actions = torch.zeros((STEPS, ENVS), dtype=torch.long)
    logprobs = torch.zeros((STEPS, ENVS))
    rewards = torch.zeros((STEPS, ENVS))
    dones = torch.zeros((STEPS, ENVS))
    values = torch.zeros((STEPS, ENVS))
    lengths = torch.zeros(ENVS)
    longest = torch.zeros(STEPS)
    next_obs = torch.tensor(env.state())
    next_done = torch.zeros(ENVS)
    for _ in range(int(sys.argv[1]) // 4):
        for step in range(STEPS):
            obs[step] = next_obs
            dones[step] = next_done
            with torch.no_grad():
                action, logprob, _, value = agent.get_action_and_value(next_obs)
                values[step] = value.flatten()
            actions[step] = action
            logprobs[step] = logprob
            state, reward, done = env.step(actions[step].numpy())
            rewards[step] = torch.tensor(reward).view(-1)
            lengths[0] += 1
            longest[step] = lengths.max()
            next_obs, next_done = torch.tensor(state), torch.tensor(done).float()
        with torch.no_grad():
            next_value = agent.get_value(next_obs).reshape(1, -1)
            advantages = advantages_of(rewards, values, dones, next_value, next_done)
            returns = advantages + values
        print(longest.sum().item(), rewards[0, 1].item(), int(dones.sum()))
        b_obs = obs.reshape((-1, 2))
        b_logprobs = logprobs.reshape(-1)
        b_actions = actions.reshape(-1)
        b_advantages = advantages.reshape(-1)
        b_returns = returns.reshape(-1)
        b_inds = np.arange(STEPS * ENVS)
        for _ in range(2):
            np.random.shuffle(b_inds)
            for start in range(0, STEPS * ENVS, 12):
                mb_inds = b_inds[start : start + 12]
                _, newlogprob, entropy, newvalue = agent.get_action_and_value(
                    b_obs[mb_inds], b_actions[mb_inds]
                )
                ratio = (newlogprob - b_logprobs[mb_inds]).exp()
                clipped = torch.clamp(ratio, 0.8, 1.2)
                pg_loss = -torch.min(
                    b_advantages[mb_inds] * ratio, b_advantages[mb_inds] * clipped
                ).mean()
                v_loss = 0.5 * ((newvalue.view(-1) - b_returns[mb_inds]) ** 2).mean()
                loss = pg_loss - 0.01 * entropy.mean() + 0.5 * v_loss
                optimizer.zero_grad()
                loss.backward()
                nn.utils.clip_grad_norm_(agent.parameters(), 0.5)
                optimizer.step()


if __name__ == "__main__":
    main()
