# Changes in place inside of an expression, of a tensor that nothing reads behind that.
import torch


def scaled(mean, log_std):
    return mean * log_std.exp()


def sample(x):
    means, log_stds = (x * 2).chunk(2, dim=-1)
    return scaled(means, log_stds.clamp_(-0.5, 0.5))


def act(state):
    state = torch.tensor(state, dtype=torch.float)
    return sample(state.unsqueeze_(0))


for turn in range(2):
    print(act([1.0, 2.0, 3.0, 4.0 - turn]).tolist())
