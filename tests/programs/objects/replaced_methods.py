import torch

FixedNormal = torch.distributions.Normal
entropy = FixedNormal.entropy
log_prob_normal = FixedNormal.log_prob
FixedNormal.entropy = lambda self: entropy(self).sum(-1)
FixedNormal.log_probs = lambda self, x, keep=True: log_prob_normal(self, x).sum(-1, keepdim=keep)
FixedNormal.most = lambda self, x: max(self.entropy().max().item(), x)
FixedNormal.mode = lambda self: self.mean

Bounded = torch.distributions.Beta
FixedBeta = Bounded
mean, std = torch.tensor([[0.5, -1.0], [0.0, 2.0]]), torch.tensor([1.0, 0.5])
one = FixedNormal(mean, std)
print(one.entropy().tolist(), one.mode().tolist(), one.most(0.5))
print(one.log_probs(mean + 1).tolist(), one.log_probs(mean, keep=False).tolist())
print(torch.distributions.Independent(one, 1).log_prob(mean).tolist())
print(isinstance(one, FixedNormal), FixedBeta(std, std).mean.tolist())
