from typing import Dict, Tuple, Union

import numpy as np
import torch
import torch.nn as nn


def spread(dist: torch.distributions.Normal):
    return dist.entropy()


class SACPolicy:
    def __init__(
        self,
        actor: nn.Module,
        critic: nn.Module,
        actor_optim: torch.optim.Optimizer,
        alpha: Union[float, Tuple[float, torch.Tensor, torch.optim.Optimizer]] = 0.2,
    ) -> None:
        self.actor = actor
        self.critic = critic
        self.actor_optim = actor_optim
        self._is_auto_alpha = False
        if isinstance(alpha, tuple):
            self._is_auto_alpha = True
            self._target_entropy, self._log_alpha, self.alpha_optim = alpha
            self._alpha = self._log_alpha.detach().exp()
        else:
            self._alpha = alpha

    def actforward(self, obs: torch.Tensor, deterministic: bool = False):
        dist = self.actor(obs)
        if deterministic:
            squashed_action, raw_action = dist.mode()
        else:
            squashed_action, raw_action = dist.rsample()
        log_prob = dist.log_prob(squashed_action, raw_action)
        return squashed_action, log_prob

    def select_action(self, obs: np.ndarray, deterministic: bool = False) -> np.ndarray:
        with torch.no_grad():
            action, _ = self.actforward(obs, deterministic)
        return action.cpu().numpy()

    def learn(self, batch: Dict) -> Dict[str, float]:
        obss = batch["observations"]
        a, log_probs = self.actforward(obss, True)
        actor_loss = -self.critic(obss, a).mean() + (self._alpha * log_probs).mean()
        self.actor_optim.zero_grad()
        actor_loss.backward()
        self.actor_optim.step()
        result = {"actor": actor_loss.item()}
        if self._is_auto_alpha:
            log_probs = log_probs.detach() + self._target_entropy
            alpha_loss = -(self._log_alpha * log_probs).mean()
            self.alpha_optim.zero_grad()
            alpha_loss.backward()
            self.alpha_optim.step()
            self._alpha = torch.clamp(self._log_alpha.detach().exp(), 0.0, 1.0)
            result["alpha"] = self._alpha.item()
        return result
