from typing import Dict

import torch
import torch.nn as nn


class Agent:
    def __init__(
        self,
        actor: nn.Module,
        critic: nn.Module,
        actor_optim: torch.optim.Optimizer,
        critic_optim: torch.optim.Optimizer,
    ) -> None:
        self.actor, self.critic = actor, critic
        self.actor_optim, self.critic_optim = actor_optim, critic_optim

    def learn(self, batch: Dict) -> Dict[str, float]:
        obs, action, reward = batch["obs"], batch["action"], batch["reward"]
        q = self.critic(obs, action)
        critic_loss = (q - reward).pow(2).mean()
        self.critic_optim.zero_grad()
        critic_loss.backward()
        self.critic_optim.step()
        actor_loss = -self.critic(obs, self.actor(obs)).mean()
        self.actor_optim.zero_grad()
        actor_loss.backward()
        self.actor_optim.step()
        return {"critic": critic_loss.item(), "actor": actor_loss.item()}
