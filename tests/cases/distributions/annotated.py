import torch
import torch.distributions as D
from torch.distributions.categorical import Categorical

x = torch.zeros(2, 3)
with torch.device("cpu"):
    y = torch.rand(3)


def kl(p: Categorical, q: Categorical) -> torch.Tensor:
    return D.kl_divergence(p, q)


def noise(p: D.Distribution) -> D.Normal:
    p.foo()
    return D.Normal(p.mean, 1.0)


print(noise(D.Normal(x, 1.0)).sample(torch.Size([2])).mean())
print(D.Independent(D.Normal(x, 1.0), 1).log_prob(x).sum(), D.Bernoulli(0.3).probs.item())
# output
import tensorflow as tf
import torch
from torch_compat import (
    Bernoulli,
    Categorical as TorchCategorical,
    Distribution,
    Independent,
    Normal,
    kl_categorical,
)

x = tf.zeros([2, 3])
# porter: P102 a block on a device: TensorFlow places tensors itself
with torch.device("cpu"):
    y = tf.random.uniform([3])


def kl(p: TorchCategorical, q: TorchCategorical) -> tf.Tensor:
    return kl_categorical(p, q)


def noise(p: Distribution) -> Normal:
    # porter: P101 torch.distributions.Normal.foo has no rule
    p.foo()
    return Normal(p.mean, 1.0)


print(tf.reduce_mean(noise(Normal(x, 1.0)).sample(tuple([2]))))
print(
    tf.reduce_sum(Independent(Normal(x, 1.0), 1).log_prob(x)), Bernoulli(0.3).probs.numpy().item()
)
# findings
# distributions/annotated.py:6:6: P102 error a block on a device: TensorFlow places tensors itself -> write it with TensorFlow by hand, or with a rule of your own (--rules)
# distributions/annotated.py:15:5: P101 error torch.distributions.Normal.foo has no rule -> write it with TensorFlow by hand, or with a rule of your own (--rules)
