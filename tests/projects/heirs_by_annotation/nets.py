import torch
import torch.nn as nn
from dists import NormalWrapper, TanhNormalWrapper


class Head(nn.Module):
    def __init__(self, n, k, tanh=True):
        super().__init__()
        self.mu = nn.Linear(n, k)
        self.sigma = nn.Parameter(torch.full((k,), -1.0))
        self.tanh = tanh

    def forward(self, x):
        mu = self.mu(x)
        sigma = (self.sigma + torch.zeros_like(mu)).exp()
        return TanhNormalWrapper(mu, sigma, 2.0) if self.tanh else NormalWrapper(mu, sigma)


class ActorProb(nn.Module):
    def __init__(self, backbone: nn.Module, dist_net: nn.Module) -> None:
        super().__init__()
        self.backbone = backbone
        self.dist_net = dist_net

    def forward(self, obs) -> torch.distributions.Normal:
        obs = torch.as_tensor(obs, dtype=torch.float32)
        return self.dist_net(self.backbone(obs))


class Critic(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(n, 8), nn.Tanh(), nn.Linear(8, 1))

    def forward(self, obs, action):
        return self.net(torch.cat([obs, action], dim=1))
