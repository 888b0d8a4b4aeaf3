import torch


class SaveMixin:
    _saved = ("policy", "opt")

    def save(self, path):
        torch.save({k: getattr(self, k).state_dict() for k in self._saved}, path)

    def load(self, path):
        state = torch.load(path)
        for k, v in state.items():
            getattr(self, k).load_state_dict(v)
        return self


class ScheduleMixin:
    def set_lr(self, frac):
        for g in self.opt.param_groups:
            g["lr"] = self.lr * frac


class EvalMixin:
    @torch.no_grad()
    def evaluate(self, obs, mask=None):
        was = self.policy.training
        self.policy.eval()
        out = self.policy(obs) if mask is None else self.policy(obs).masked_fill(~mask, -1e9)
        self.policy.train(was)
        return out.argmax(-1)
