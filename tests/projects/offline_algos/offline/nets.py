import torch
from torch import nn

ACTS = {"tanh": nn.Tanh, "relu": nn.ReLU, "silu": nn.SiLU}


def constant_(net: nn.Module, scale: float) -> nn.Module:
    with torch.no_grad():
        for i, p in enumerate(net.parameters()):
            p.copy_(torch.linspace(-scale, scale, p.numel()).reshape(p.shape) * (1 + 0.1 * i))
    return net


class Critic(nn.Module):
    def __init__(self, obs_dim, n_actions, cfg, scale=0.4):
        super().__init__()
        dims = [obs_dim, *cfg.hidden]
        body = []
        for a, b in zip(dims, dims[1:]):
            body += [nn.Linear(a, b), ACTS[cfg.activation]()]
        self.body = nn.Sequential(*body)
        self.head = nn.Linear(dims[-1], n_actions)
        constant_(self, scale)

    def forward(self, obs):
        return self.head(self.body(obs))
