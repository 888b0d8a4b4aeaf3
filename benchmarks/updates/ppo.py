"""PPO with discrete actions, one minibatch: the original of the benchmark."""

import numpy as np
import torch
import torch.nn as nn
import torch.optim as optim
from torch.distributions.categorical import Categorical


def layer_init(layer, std=2**0.5, bias_const=0.0):
    torch.nn.init.orthogonal_(layer.weight, std)
    torch.nn.init.constant_(layer.bias, bias_const)
    return layer


class ActorCritic(nn.Module):
    def __init__(self, obs_dim, n_actions):
        super().__init__()
        self.critic = nn.Sequential(
            layer_init(nn.Linear(obs_dim, 64)),
            nn.Tanh(),
            layer_init(nn.Linear(64, 64)),
            nn.Tanh(),
            layer_init(nn.Linear(64, 1), std=1.0),
        )
        self.actor = nn.Sequential(
            layer_init(nn.Linear(obs_dim, 64)),
            nn.Tanh(),
            layer_init(nn.Linear(64, 64)),
            nn.Tanh(),
            layer_init(nn.Linear(64, n_actions), std=0.01),
        )

    def get_action_and_value(self, x, action=None):
        probs = Categorical(logits=self.actor(x))
        if action is None:
            action = probs.sample()
        return action, probs.log_prob(action), probs.entropy(), self.critic(x)


class Agent:
    def __init__(self, obs_dim=8, n_actions=4, clip_coef=0.2, ent_coef=0.01, vf_coef=0.5):
        self.clip_coef, self.ent_coef, self.vf_coef = clip_coef, ent_coef, vf_coef
        self.net = ActorCritic(obs_dim, n_actions)
        self.optimizer = optim.Adam(self.net.parameters(), lr=2.5e-4, eps=1e-5)

    def update(self, obs, actions, logprobs, advantages, returns, values):
        obs = torch.as_tensor(obs)
        actions = torch.as_tensor(actions)
        logprobs = torch.as_tensor(logprobs)
        advantages = torch.as_tensor(advantages)
        returns = torch.as_tensor(returns)
        values = torch.as_tensor(values)

        _, newlogprob, entropy, newvalue = self.net.get_action_and_value(obs, actions)
        logratio = newlogprob - logprobs
        ratio = logratio.exp()

        with torch.no_grad():
            approx_kl = ((ratio - 1) - logratio).mean()
            clipfrac = ((ratio - 1.0).abs() > self.clip_coef).float().mean()

        advantages = (advantages - advantages.mean()) / (advantages.std() + 1e-8)

        # Policy loss
        pg_loss1 = -advantages * ratio
        pg_loss2 = -advantages * torch.clamp(ratio, 1 - self.clip_coef, 1 + self.clip_coef)
        pg_loss = torch.max(pg_loss1, pg_loss2).mean()

        # Value loss
        newvalue = newvalue.view(-1)
        v_loss_unclipped = (newvalue - returns) ** 2
        v_clipped = values + torch.clamp(newvalue - values, -self.clip_coef, self.clip_coef)
        v_loss_clipped = (v_clipped - returns) ** 2
        v_loss = 0.5 * torch.max(v_loss_unclipped, v_loss_clipped).mean()

        loss = pg_loss - self.ent_coef * entropy.mean() + v_loss * self.vf_coef
        self.optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(self.net.parameters(), 0.5)
        self.optimizer.step()
        return loss.item(), approx_kl.item(), clipfrac.item()


def batch(rng, size):
    return (
        rng.standard_normal((size, 8)).astype(np.float32),
        rng.integers(0, 4, size),
        (-1.4 + 0.1 * rng.standard_normal(size)).astype(np.float32),
        rng.standard_normal(size).astype(np.float32),
        rng.standard_normal(size).astype(np.float32),
        rng.standard_normal(size).astype(np.float32),
    )
