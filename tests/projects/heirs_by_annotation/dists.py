import torch


class NormalWrapper(torch.distributions.Normal):
    def log_prob(self, actions):
        return super().log_prob(actions).sum(-1, keepdim=True)

    def entropy(self):
        return super().entropy().sum(-1)

    def mode(self):
        return self.mean


class TanhNormalWrapper(torch.distributions.Normal):
    def __init__(self, loc, scale, limit):
        super().__init__(loc, scale)
        self.limit = limit

    def log_prob(self, action, raw_action=None):
        squashed = action / self.limit
        if raw_action is None:
            raw_action = self.arctanh(squashed)
        log_prob = super().log_prob(raw_action).sum(-1, keepdim=True)
        return log_prob - torch.log(self.limit * (1 - squashed.pow(2)) + 1e-6).sum(-1, keepdim=True)

    def mode(self):
        raw_action = self.mean
        return self.limit * torch.tanh(self.mean), raw_action

    def arctanh(self, x):
        one_plus_x = (1 + x).clamp(min=1e-6)
        one_minus_x = (1 - x).clamp(min=1e-6)
        return 0.5 * torch.log(one_plus_x / one_minus_x)

    def rsample(self):
        raw_action = super().rsample()
        return self.limit * torch.tanh(raw_action), raw_action
