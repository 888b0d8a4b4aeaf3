import torch
import torch.nn as nn

"""
Modify standard PyTorch distributions so they are compatible with this code.
"""

FixedCategorical = torch.distributions.Categorical

old_sample = FixedCategorical.sample
FixedCategorical.sample = lambda self: old_sample(self).unsqueeze(-1)

log_prob_cat = FixedCategorical.log_prob
FixedCategorical.log_probs = lambda self, actions: log_prob_cat(self, actions.squeeze(-1)).unsqueeze(-1)

FixedCategorical.mode = lambda self: self.probs.argmax(dim=1, keepdim=True)

FixedNormal = torch.distributions.Normal
log_prob_normal = FixedNormal.log_prob
FixedNormal.log_probs = lambda self, actions: log_prob_normal(self, actions).sum(-1, keepdim=True)

entropy = FixedNormal.entropy
FixedNormal.entropy = lambda self: entropy(self).sum(-1)

FixedNormal.mode = lambda self: self.mean


class Categorical(nn.Module):
    def __init__(self, n, k):
        super().__init__()
        self.linear = nn.Linear(n, k)

    def forward(self, x):
        return FixedCategorical(logits=self.linear(x))


class DiagGaussian(nn.Module):
    def __init__(self, n, k):
        super().__init__()
        self.mean = nn.Linear(n, k)
        self.log_std = nn.Parameter(torch.zeros(k))

    def forward(self, x):
        mean = self.mean(x)
        return FixedNormal(mean, self.log_std.exp().expand_as(mean))
