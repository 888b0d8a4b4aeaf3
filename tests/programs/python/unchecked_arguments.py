# told: P102
from torch.distributions import Normal


def make(s):
    try:
        return Normal(0.0, s)
    except ValueError:
        return None


print(make(1.0).mean, make(-1.0) is None)
