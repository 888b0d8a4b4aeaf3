"""torch.optim.lr_scheduler: schedules of learning rates, as torch computes them (in chains).

A schedule sets `learning_rate` of every parameter group, a variable: nothing is traced again. It
stands on the host, behind the update.
"""

import math

from porter.rule import port


@port("torch.optim.lr_scheduler.LRScheduler", "torch.optim.lr_scheduler._LRScheduler")
class LRScheduler:
    """torch.optim.lr_scheduler.LRScheduler: step() sets the learning rate of every group."""

    def __init__(self, optimizer, last_epoch=-1):
        self.optimizer, self.last_epoch = optimizer, last_epoch
        for group, rate in zip(optimizer.param_groups, self.rates()):
            group.initial_lr = getattr(group, "initial_lr", rate)
        self.base_lrs = [group.initial_lr for group in optimizer.param_groups]
        self.step()

    def step(self, epoch=None):
        self.last_epoch = self.last_epoch + 1 if epoch is None else epoch
        closed = None if epoch is None else getattr(self, "_get_closed_form_lr", None)
        self.set_rates(self.get_lr() if closed is None else closed())

    def restart(self):
        self.last_epoch = -1
        self.set_rates(self.base_lrs)
        self.step()

    def get_lr(self):
        return [rate * self.factor() for rate in self.rates()]

    def get_last_lr(self):
        return self.last_lr

    def rates(self):
        return [float(group.learning_rate) for group in self.optimizer.param_groups]

    def set_rates(self, rates):
        for group, rate in zip(self.optimizer.param_groups, rates):
            group.learning_rate = rate
        self.last_lr = self.rates()

    def state_dict(self):
        saved = {n: v for n, v in vars(self).items() if n != "optimizer" and not callable(v)}
        if "schedulers" in saved:
            saved["schedulers"] = [one.state_dict() for one in self.schedulers]
        if "lr_lambdas" in saved:  # of functions what they keep, as in torch
            saved["lr_lambdas"] = [vars(f).copy() for f in self.lr_lambdas]
        return saved

    def load_state_dict(self, state_dict):
        own = dict(state_dict)
        for one, kept in zip(getattr(self, "schedulers", ()), own.pop("schedulers", ())):
            one.load_state_dict(kept)
        for function, kept in zip(getattr(self, "lr_lambdas", ()), own.pop("lr_lambdas", ())):
            vars(function).update(kept)
        vars(self).update(own)


@port("torch.optim.lr_scheduler.StepLR")
class StepLR(LRScheduler):
    """torch.optim.lr_scheduler.StepLR: times gamma at every step_size-th step."""

    def __init__(self, optimizer, step_size, gamma=0.1, last_epoch=-1):
        self.step_size, self.gamma = step_size, gamma
        super().__init__(optimizer, last_epoch)

    def factor(self):
        return self.gamma if self.last_epoch and not self.last_epoch % self.step_size else 1.0

    def _get_closed_form_lr(self):
        return [rate * self.gamma ** (self.last_epoch // self.step_size) for rate in self.base_lrs]


@port("torch.optim.lr_scheduler.MultiStepLR")
class MultiStepLR(LRScheduler):
    """torch.optim.lr_scheduler.MultiStepLR: times gamma at every milestone."""

    def __init__(self, optimizer, milestones, gamma=0.1, last_epoch=-1):
        self.milestones, self.gamma = list(milestones), gamma
        super().__init__(optimizer, last_epoch)

    def factor(self):
        return self.gamma ** self.milestones.count(self.last_epoch)

    def _get_closed_form_lr(self):
        passed = sum(milestone <= self.last_epoch for milestone in self.milestones)
        return [rate * self.gamma**passed for rate in self.base_lrs]


@port("torch.optim.lr_scheduler.ConstantLR")
class ConstantLR(LRScheduler):
    """torch.optim.lr_scheduler.ConstantLR: times factor for the first total_iters steps."""

    def __init__(self, optimizer, factor=0.3333333333333333, total_iters=5, last_epoch=-1):
        self.first, self.total_iters = factor, total_iters
        super().__init__(optimizer, last_epoch)

    def factor(self):
        if self.last_epoch == 0:
            return self.first
        return 1 / self.first if self.last_epoch == self.total_iters else 1.0

    def _get_closed_form_lr(self):
        factor = 1.0 if self.last_epoch >= self.total_iters else self.first
        return [rate * factor for rate in self.base_lrs]


@port("torch.optim.lr_scheduler.LinearLR")
class LinearLR(LRScheduler):
    """torch.optim.lr_scheduler.LinearLR: from start_factor to end_factor in total_iters steps."""

    def __init__(
        self,
        optimizer,
        start_factor=0.3333333333333333,
        end_factor=1.0,
        total_iters=5,
        last_epoch=-1,
    ):
        self.start, self.end, self.total_iters = start_factor, end_factor, total_iters
        super().__init__(optimizer, last_epoch)

    def factor(self):
        if self.last_epoch == 0:
            return self.start
        if self.last_epoch > self.total_iters:
            return 1.0
        rise = self.end - self.start
        return 1 + rise / (self.total_iters * self.start + (self.last_epoch - 1) * rise)

    def _get_closed_form_lr(self):
        done = min(self.total_iters, self.last_epoch) / self.total_iters
        return [rate * (self.start + (self.end - self.start) * done) for rate in self.base_lrs]


@port("torch.optim.lr_scheduler.ExponentialLR")
class ExponentialLR(LRScheduler):
    """torch.optim.lr_scheduler.ExponentialLR: times gamma at every step."""

    def __init__(self, optimizer, gamma, last_epoch=-1):
        self.gamma = gamma
        super().__init__(optimizer, last_epoch)

    def factor(self):
        return self.gamma if self.last_epoch else 1.0

    def _get_closed_form_lr(self):
        return [rate * self.gamma**self.last_epoch for rate in self.base_lrs]


@port("torch.optim.lr_scheduler.PolynomialLR")
class PolynomialLR(LRScheduler):
    """torch.optim.lr_scheduler.PolynomialLR: down to 0 in total_iters steps."""

    def __init__(self, optimizer, total_iters=5, power=1.0, last_epoch=-1):
        self.total_iters, self.power = total_iters, power
        super().__init__(optimizer, last_epoch)

    def factor(self):
        if not 0 < self.last_epoch <= self.total_iters:
            return 1.0
        now, before = (1 - n / self.total_iters for n in (self.last_epoch, self.last_epoch - 1))
        return (now / before) ** self.power

    def _get_closed_form_lr(self):
        left = 1 - min(self.total_iters, self.last_epoch) / self.total_iters
        return [rate * left**self.power for rate in self.base_lrs]


@port("torch.optim.lr_scheduler.LambdaLR")
class LambdaLR(LRScheduler):
    """torch.optim.lr_scheduler.LambdaLR: the first rate times a function of the step."""

    def __init__(self, optimizer, lr_lambda, last_epoch=-1):
        several = isinstance(lr_lambda, (list, tuple))
        self.lr_lambdas = lr_lambda if several else [lr_lambda] * len(optimizer.param_groups)
        super().__init__(optimizer, last_epoch)

    def get_lr(self):
        return [base * f(self.last_epoch) for base, f in zip(self.base_lrs, self.lr_lambdas)]


@port("torch.optim.lr_scheduler.MultiplicativeLR")
class MultiplicativeLR(LRScheduler):
    """torch.optim.lr_scheduler.MultiplicativeLR: times a function of the step."""

    def __init__(self, optimizer, lr_lambda, last_epoch=-1):
        several = isinstance(lr_lambda, (list, tuple))
        self.lr_lambdas = lr_lambda if several else [lr_lambda] * len(optimizer.param_groups)
        super().__init__(optimizer, last_epoch)

    def restart(self):  # it goes on from the rate that it finds
        self.last_epoch = 0
        self.set_rates([rate * f(0) for rate, f in zip(self.rates(), self.lr_lambdas)])

    def get_lr(self):
        if not hasattr(self, "last_lr"):  # it is made
            return self.rates()
        return [rate * f(self.last_epoch) for rate, f in zip(self.rates(), self.lr_lambdas)]


@port("torch.optim.lr_scheduler.ReduceLROnPlateau")
class ReduceLROnPlateau(LRScheduler):
    """torch.optim.lr_scheduler.ReduceLROnPlateau: times factor when a metric gets no better."""

    def __init__(
        self, optimizer, mode="min", factor=0.1, patience=10, threshold=1e-4,
        threshold_mode="rel", cooldown=0, min_lr=0.0, eps=1e-8
    ):  # fmt: skip
        self.optimizer, self.last_epoch = optimizer, 0
        self.sign, self.relative = 1 if mode == "min" else -1, threshold_mode == "rel"
        self.factor, self.patience, self.threshold = factor, patience, threshold
        several = isinstance(min_lr, (list, tuple))
        self.min_lrs = list(min_lr) if several else [min_lr] * len(optimizer.param_groups)
        self.cooldown, self.eps = cooldown, eps
        self.best, self.num_bad_epochs, self.cooldown_counter = self.sign * math.inf, 0, 0
        self.last_lr = self.rates()

    def step(self, metrics, epoch=None):
        self.last_epoch = self.last_epoch + 1 if epoch is None else epoch
        current, margin = float(metrics), self.sign * self.threshold
        limit = self.best * (1 - margin) if self.relative else self.best - margin
        better = self.sign * current < self.sign * limit
        self.best = current if better else self.best
        self.num_bad_epochs = 0 if better else self.num_bad_epochs + 1
        if self.cooldown_counter > 0:
            self.cooldown_counter, self.num_bad_epochs = self.cooldown_counter - 1, 0
        rates = self.rates()
        if self.num_bad_epochs > self.patience:
            self.cooldown_counter, self.num_bad_epochs = self.cooldown, 0
            new = [max(rate * self.factor, least) for rate, least in zip(rates, self.min_lrs)]
            rates = [b if a - b > self.eps else a for a, b in zip(rates, new)]
        self.set_rates(rates)


@port("torch.optim.lr_scheduler.ChainedScheduler")
class ChainedScheduler(LRScheduler):
    """torch.optim.lr_scheduler.ChainedScheduler: one step of each schedule."""

    def __init__(self, schedulers, optimizer=None):
        self.schedulers, self.optimizer = schedulers, optimizer or schedulers[0].optimizer
        self.last_lr = self.rates()

    def step(self):
        for scheduler in self.schedulers:
            scheduler.step()
        self.last_lr = self.rates()


@port("torch.optim.lr_scheduler.SequentialLR", harmless=("last_epoch=-1",))
class SequentialLR(LRScheduler):
    """torch.optim.lr_scheduler.SequentialLR: one schedule after another."""

    def __init__(self, optimizer, schedulers, milestones):
        self.schedulers, self.milestones = schedulers, list(milestones)
        self.optimizer, self.last_epoch = optimizer, 0
        for scheduler in schedulers:
            scheduler.last_epoch = -1
        self.set_rates([group.initial_lr for group in optimizer.param_groups])
        schedulers[0].step()
        self.last_lr = self.rates()

    def step(self):
        self.last_epoch += 1
        scheduler = self.schedulers[sum(n <= self.last_epoch for n in self.milestones)]
        if self.last_epoch in self.milestones:
            scheduler.restart()
        else:
            scheduler.step()
        self.last_lr = self.rates()
