import argparse

import numpy as np
import torch
import torch.nn as nn
from nets import ActorProb, Critic, Head
from policy import SACPolicy, spread


def run(auto, tanh):
    actor = ActorProb(nn.Sequential(nn.Linear(3, 6), nn.Tanh()), Head(6, 2, tanh))
    critic = Critic(5)
    for net in (actor, critic):
        for i, p in enumerate(net.parameters()):
            nn.init.constant_(p, 0.05 * (i + 1))
    obs = torch.linspace(-1, 1, 12).reshape(4, 3)
    if not tanh:
        dist = actor(obs)
        e = spread(dist)
        print(e.sum().item(), list(e.shape), dist.mode().sum().item())
        print(dist.log_prob(dist.mean).flatten().tolist())
        return
    actor_optim = torch.optim.SGD(actor.parameters(), lr=0.05)
    if auto:
        target_entropy = -2.0
        log_alpha = torch.zeros(1, requires_grad=True)
        alpha_optim = torch.optim.SGD([log_alpha], lr=0.05)
        alpha = (target_entropy, log_alpha, alpha_optim)
    else:
        alpha = 0.2
    policy = SACPolicy(actor, critic, actor_optim, alpha=alpha)
    for _ in range(4):
        for name, value in policy.learn({"observations": obs}).items():
            print(name, round(value, 5))
    print(policy.select_action(np.ones((1, 3)), True).round(4).tolist())


parser = argparse.ArgumentParser()
parser.add_argument("--auto", type=int, default=1)
args = parser.parse_args()
run(bool(args.auto), True)
run(False, True)
run(False, False)
