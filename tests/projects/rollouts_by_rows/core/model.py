import numpy as np
import torch
from torch import nn

from .dist import DiagGaussian


def ortho(m, gain=1.0):
    n = m.weight.numel()
    m.weight.data.copy_(torch.sin(torch.arange(n, dtype=torch.float32)).view_as(m.weight) * gain)
    nn.init.constant_(m.bias.data, 0.0)
    return m


class ActorCritic(nn.Module):
    def __init__(self, env, hidden=4):
        super().__init__()
        obs = int(np.prod(env.envs[0].observation_space.shape))
        act = env.envs[0].action_space.shape[0]
        make = lambda o, g: nn.Sequential(
            ortho(nn.Linear(obs, hidden)), nn.Tanh(), ortho(nn.Linear(hidden, o), g)
        )
        self.base, self.critic = make(hidden, 0.5), make(1, 1.0)
        self.dist = DiagGaussian(hidden, act)
        ortho(self.dist.fc, 0.01)

    def act(self, obs, noise, deterministic=False):
        dist, value = self.dist(self.base(obs)), self.critic(obs)
        action = dist.mode() if deterministic else dist.mean + dist.stddev * noise
        return value, action, dist.log_probs(action)

    def evaluate(self, obs, action):
        dist = self.dist(self.base(obs))
        return self.critic(obs), dist.log_probs(action), dist.entropy().mean()
