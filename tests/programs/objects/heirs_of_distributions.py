import torch


class FixedNormal(torch.distributions.Normal):
    def log_probs(self, x):
        return super().log_prob(x).sum(-1, keepdim=True)

    def entropy(self):
        return super().entropy().sum(-1)

    def mode(self):
        return self.mean


class FixedCategorical(torch.distributions.Categorical):
    def log_probs(self, x):
        return super().log_prob(x.squeeze(-1)).view(x.size(0), -1).sum(-1).unsqueeze(-1)

    def mode(self):
        return self.probs.argmax(dim=-1, keepdim=True)


class FixedBernoulli(torch.distributions.Bernoulli):
    def log_probs(self, x):
        return super().log_prob(x).view(x.size(0), -1).sum(-1).unsqueeze(-1)

    def mode(self):
        return torch.gt(self.probs, 0.5).float()


class Shifted(torch.distributions.Laplace):
    @property
    def mean(self):
        return self.loc + 1

    @property
    def mode(self):
        return self.mean * 2


class Rate(torch.distributions.Poisson):
    @property
    def variance(self):
        return super().variance * 2


x = torch.tensor([[0.5, -1.0], [2.0, 0.0]])
n = FixedNormal(x, torch.ones(2, 2) * 0.5)
print(n.mode().tolist(), n.log_probs(x + 0.1).tolist(), n.entropy().tolist())
c = FixedCategorical(logits=x)
print(c.mode().tolist(), c.log_probs(torch.tensor([[0], [1]])).tolist())
b = FixedBernoulli(logits=x)
print(b.mode().tolist(), b.log_probs(torch.ones(2, 2)).tolist())
s = Shifted(torch.zeros(2), torch.ones(2))
print(s.mean.tolist(), s.mode.tolist(), Rate(torch.tensor(3.0)).variance.item())
