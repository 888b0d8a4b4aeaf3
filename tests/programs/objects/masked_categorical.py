"""Distributions that get validate_args by its place, and in heirs that hand it on."""

import torch
from torch.distributions import Categorical


class CategoricalMasked(Categorical):
    def __init__(self, probs=None, logits=None, validate_args=None, masks=[]):
        self.masks = masks
        if len(self.masks) == 0:
            super().__init__(probs, logits, validate_args)
        else:
            self.masks = masks.type(torch.BoolTensor)
            logits = torch.where(self.masks, logits, torch.tensor(-1e8))
            super().__init__(probs, logits, validate_args)

    def entropy(self):
        if len(self.masks) == 0:
            return super().entropy()
        p_log_p = self.logits * self.probs
        p_log_p = torch.where(self.masks, p_log_p, torch.tensor(0.0))
        return -p_log_p.sum(-1)


logits = torch.tensor([[1.0, 2.0, 3.0], [0.0, 0.0, 0.0]])
d = CategoricalMasked(logits=logits, masks=torch.tensor([[1, 0, 1], [1, 1, 0]]))
print(d.entropy().tolist(), d.log_prob(torch.tensor([2, 0])).tolist(), d.probs.tolist())
print(CategoricalMasked(logits=logits).entropy().tolist())
n = torch.distributions.Normal(torch.zeros(2), torch.ones(2), False)
print(n.log_prob(torch.tensor([0.5, -1.0])).tolist())
i = torch.distributions.Independent(torch.distributions.Normal(logits, torch.ones(2, 3)), 1, None)
print(i.log_prob(logits + 0.5).tolist())
