# told: P101
# Normal keeps its methods for the second object where FixedNormal is an heir: so it is none.
import torch

FixedNormal = torch.distributions.Normal
entropy = FixedNormal.entropy
FixedNormal.entropy = lambda self: entropy(self).sum(-1)
FixedNormal.most = lambda self, x: torch.maximum(self.mean, x)

mean, std = torch.zeros(3, 2), torch.ones(2)
print(FixedNormal(mean, std).entropy().tolist())
print(torch.distributions.Normal(mean, std).entropy().tolist())
