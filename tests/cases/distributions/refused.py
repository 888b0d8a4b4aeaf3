import torch
from torch.distributions import Beta, Normal, VonMises, kl_divergence

x = torch.zeros(3)
print(Normal(x, 1.0).sample_n(3))
print(Beta(x, x).rsample())
print(kl_divergence(Normal(x, 1.0), Beta(x, x)))
print(VonMises(x, x))
print(Normal(x, 1.0).log_prob(x).sum(), Normal(x, 1.0).loc.exp(), isinstance(x, Normal))
# output
import tensorflow as tf
from torch.distributions import Beta, Normal, VonMises, kl_divergence
from torch_compat import Normal as TorchNormal

x = tf.zeros([3])
# porter: P101 torch.distributions.Normal.sample_n has no rule
print(Normal(x, 1.0).sample_n(3))
# porter: P101 torch.distributions.Beta.rsample has no rule
print(Beta(x, x).rsample())
# porter: P102 torch.distributions.kl_divergence: of these two distributions
print(kl_divergence(Normal(x, 1.0), Beta(x, x)))
# porter: P101 torch.distributions.VonMises has no rule
print(VonMises(x, x))
print(
    tf.reduce_sum(TorchNormal(x, 1.0).log_prob(x)),
    tf.exp(TorchNormal(x, 1.0).loc),
    isinstance(x, TorchNormal),
)
# findings
# distributions/refused.py:5:7: P101 error torch.distributions.Normal.sample_n has no rule -> write it with TensorFlow by hand, or with a rule of your own (--rules)
# distributions/refused.py:6:7: P101 error torch.distributions.Beta.rsample has no rule -> write it with TensorFlow by hand, or with a rule of your own (--rules)
# distributions/refused.py:7:7: P102 error torch.distributions.kl_divergence: of these two distributions -> write it with TensorFlow by hand, or with a rule of your own (--rules)
# distributions/refused.py:8:7: P101 error torch.distributions.VonMises has no rule -> write it with TensorFlow by hand, or add a rule for torch.distributions.VonMises (--rules)
