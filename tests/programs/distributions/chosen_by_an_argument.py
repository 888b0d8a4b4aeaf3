import torch
import torch.distributions as td
from torch.distributions import Normal, Independent, kl_divergence, Categorical

def dist(x, std=None, event_shape=None):
    if std == None:
        mean, std = torch.chunk(x, 2, -1)
        std = torch.nn.functional.softplus(std) + 0.1
    else:
        mean = x
    d = torch.distributions.Normal(mean, std)
    if event_shape:
        d = torch.distributions.Independent(d, event_shape)
    return d

x = torch.linspace(-1, 1, 12).reshape(3, 4)
y = torch.linspace(-2, 1, 6).reshape(3, 2)
print(kl_divergence(dist(x), dist(x * 0.5)).numpy().round(4).tolist())
print(kl_divergence(dist(y, std=1.0, event_shape=1), dist(x, event_shape=1)).numpy().round(4).tolist())
try:
    print(kl_divergence(dist(y, std=1.0, event_shape=1), dist(x)))
except NotImplementedError:
    print("not implemented")
c = Categorical(logits=x)
e = c.expand((2, 3))
print(e.log_prob(torch.tensor([[0, 1, 2], [3, 0, 1]])).numpy().round(4).tolist(), e.logits.shape, e.batch_shape)
print(dist(y, std=1.0, event_shape=1).expand((2, 3)).log_prob(y).numpy().round(4).tolist())
K = 2
print(dist(x[0], event_shape=1).expand((K,)).log_prob(y[:2]).numpy().round(4).tolist())
