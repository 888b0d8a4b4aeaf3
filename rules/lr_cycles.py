"""torch.optim.lr_scheduler: rates that go up and down. The others are in lr_scheduler.py."""

import math

from porter.rule import Nothing, Object, Unsupported, block, port
from rules.changing_options import changing
from rules.lr_scheduler import LRScheduler


@port("torch.optim.lr_scheduler.CosineAnnealingLR")
class CosineAnnealingLR(LRScheduler):
    """torch.optim.lr_scheduler.CosineAnnealingLR: a cosine to eta_min in T_max steps, and back."""

    def __init__(self, optimizer, T_max, eta_min=0.0, last_epoch=-1):
        self.T_max, self.eta_min = T_max, eta_min
        super().__init__(optimizer, last_epoch)

    def get_lr(self):
        now, before = (
            1 + math.cos(math.pi * n / self.T_max) for n in (self.last_epoch, self.last_epoch - 1)
        )
        if self.last_epoch == 0:
            return self.rates()
        if (self.last_epoch - 1 - self.T_max) % (2 * self.T_max) == 0:  # it was at eta_min
            rise = (1 - math.cos(math.pi / self.T_max)) / 2
            both = zip(self.rates(), self.base_lrs)
            return [rate + (base - self.eta_min) * rise for rate, base in both]
        return [now / before * (rate - self.eta_min) + self.eta_min for rate in self.rates()]

    def _get_closed_form_lr(self):
        height = (1 + math.cos(math.pi * self.last_epoch / self.T_max)) / 2
        return [self.eta_min + (rate - self.eta_min) * height for rate in self.base_lrs]


@port("torch.optim.lr_scheduler.CosineAnnealingWarmRestarts", harmless=("last_epoch=-1",))
class CosineAnnealingWarmRestarts(LRScheduler):
    """torch.optim.lr_scheduler.CosineAnnealingWarmRestarts: a cosine down to eta_min, repeated."""

    def __init__(self, optimizer, T_0, T_mult=1, eta_min=0.0):
        self.T_0, self.T_mult, self.eta_min = T_0, T_mult, eta_min
        super().__init__(optimizer)

    def step(self, epoch=None):
        if epoch is None and self.last_epoch >= 0:
            self.last_epoch, self.T_cur = self.last_epoch + 1, self.T_cur + 1
            if self.T_cur >= self.T_i:
                self.T_cur, self.T_i = self.T_cur % self.T_i, self.T_i * self.T_mult
        else:
            epoch, more = epoch or 0, self.T_mult - 1
            n = int(math.log(epoch / self.T_0 * more + 1, self.T_mult) if more else 0)
            done = self.T_0 * (self.T_mult**n - 1) / more if more else epoch - epoch % self.T_0
            self.last_epoch, self.T_cur = math.floor(epoch), epoch - done
            self.T_i = self.T_0 * self.T_mult**n
        self.set_rates(self.get_lr())

    def get_lr(self):
        height = (1 + math.cos(math.pi * self.T_cur / self.T_i)) / 2
        return [self.eta_min + (base - self.eta_min) * height for base in self.base_lrs]


@block
class OneCycleLR(LRScheduler):
    """torch.optim.lr_scheduler.OneCycleLR without a cycle of the momentum."""

    def __init__(
        self, optimizer, max_lr, total_steps=None, epochs=None, steps_per_epoch=None,
        pct_start=0.3, anneal_strategy="cos", div_factor=25.0, final_div_factor=1e4,
        three_phase=False
    ):  # fmt: skip
        total = total_steps or epochs * steps_per_epoch
        several = isinstance(max_lr, (list, tuple))
        tops = max_lr if several else [max_lr] * len(optimizer.param_groups)
        self.total_steps, self.cosine = total, anneal_strategy == "cos"
        self.ends = [pct_start * total - 1, total - 1]
        if three_phase:
            self.ends.insert(1, 2 * pct_start * total - 2)
        self.turns = []
        for group, top in zip(optimizer.param_groups, tops):
            group.initial_lr = first = top / div_factor
            turns = [first, top, first] if three_phase else [first, top]
            self.turns.append([*turns, first / final_div_factor])
        super().__init__(optimizer)

    def get_lr(self):
        if self.last_epoch > self.total_steps:
            raise ValueError(f"step() was called more than {self.total_steps} times")
        return self.annealed(self.turns)

    def annealed(self, every):
        """Of each list of values that are passed one after another, the one of this step."""
        i = next((i for i, end in enumerate(self.ends) if self.last_epoch <= end), -1)
        i %= len(self.ends)
        start = self.ends[i - 1] if i else 0.0
        done = (self.last_epoch - start) / (self.ends[i] - start)
        if self.cosine:
            rest = (1 + math.cos(math.pi * done)) / 2
            return [turns[i + 1] + (turns[i] - turns[i + 1]) * rest for turns in every]
        return [(turns[i + 1] - turns[i]) * done + turns[i] for turns in every]


@block
def each_group(optimizer, *options):
    """Of one value for all parameter groups, or one for each: the values of each group."""
    count = len(optimizer.param_groups)
    return [*zip(*(x if isinstance(x, (list, tuple)) else [x] * count for x in options))]


@block
@changing("momentum", "beta1")
def set_momenta(groups, momenta):
    """Give each parameter group its momentum, which Adam calls the first beta."""
    for group, momentum in zip(groups, momenta):
        if "betas" in getattr(group, "keys", tuple)():  # of an optimizer of the program's own
            group["betas"] = (momentum, *group["betas"][1:])
        else:
            setattr(group, "beta1" if hasattr(group, "beta1") else "momentum", momentum)


@block
class OneCycleMomentum(OneCycleLR):
    """torch.optim.lr_scheduler.OneCycleLR: the momentum goes down as the rate goes up."""

    def __init__(
        self, optimizer, max_lr, total_steps=None, epochs=None, steps_per_epoch=None,
        pct_start=0.3, anneal_strategy="cos", base_momentum=0.85, max_momentum=0.95,
        div_factor=25.0, final_div_factor=1e4, three_phase=False
    ):  # fmt: skip
        ends = each_group(optimizer, base_momentum, max_momentum)
        self.momenta = [[top, base, top, top] for base, top in ends]
        super().__init__(
            optimizer, max_lr, total_steps, epochs, steps_per_epoch, pct_start,
            anneal_strategy, div_factor, final_div_factor, three_phase,
        )  # fmt: skip

    def set_rates(self, rates):
        super().set_rates(rates)
        set_momenta(self.optimizer.param_groups, self.annealed(self.momenta))


@port("torch.optim.lr_scheduler.OneCycleLR")
def one_cycle_lr(
    optimizer, max_lr, total_steps=None, epochs=None, steps_per_epoch=None, pct_start=0.3,
    anneal_strategy="cos", cycle_momentum=True, base_momentum=0.85, max_momentum=0.95,
    div_factor=25.0, final_div_factor=1e4, three_phase=False, last_epoch=-1
) -> Object:  # fmt: skip
    """Up to max_lr and down again, and the momentum down and up."""
    if last_epoch != -1:
        raise Unsupported("a last_epoch: load the state_dict() of the schedule")
    if cycle_momentum:
        return OneCycleMomentum(
            optimizer,
            max_lr,
            total_steps=total_steps,
            epochs=epochs,
            steps_per_epoch=steps_per_epoch,
            pct_start=pct_start,
            anneal_strategy=anneal_strategy,
            base_momentum=base_momentum,
            max_momentum=max_momentum,
            div_factor=div_factor,
            final_div_factor=final_div_factor,
            three_phase=three_phase,
        )
    return OneCycleLR(
        optimizer,
        max_lr,
        total_steps=total_steps,
        epochs=epochs,
        steps_per_epoch=steps_per_epoch,
        pct_start=pct_start,
        anneal_strategy=anneal_strategy,
        div_factor=div_factor,
        final_div_factor=final_div_factor,
        three_phase=three_phase,
    )


@block
class CyclicLR(LRScheduler):
    """torch.optim.lr_scheduler.CyclicLR without a cycle of the momentum."""

    def __init__(
        self, optimizer, base_lr, max_lr, step_size_up=2000, step_size_down=None,
        mode="triangular", gamma=1.0, scale_fn=None, scale_mode="cycle"
    ):  # fmt: skip
        count = len(optimizer.param_groups)
        lows, tops = (x if isinstance(x, (list, tuple)) else [x] * count for x in (base_lr, max_lr))
        self.size = step_size_up + (step_size_down or step_size_up)
        self.ratio, self.heights = step_size_up / self.size, [b - a for a, b in zip(lows, tops)]
        scales = {
            "triangular": lambda cycle: 1.0,
            "triangular2": lambda cycle: 1 / 2.0 ** (cycle - 1),
            "exp_range": lambda step: gamma**step,
        }
        self.scale_fn = scale_fn or scales[mode]
        self.by_cycle = scale_mode == "cycle" if scale_fn else mode != "exp_range"
        self.optimizer = optimizer
        self.set_rates(lows)
        super().__init__(optimizer)
        self.base_lrs = list(lows)

    def get_lr(self):
        cycle = math.floor(1 + self.last_epoch / self.size)
        x = 1 + self.last_epoch / self.size - cycle
        part = x / self.ratio if x <= self.ratio else (x - 1) / (self.ratio - 1)
        part *= self.scale_fn(cycle if self.by_cycle else self.last_epoch)
        self.part = part
        return [low + height * part for low, height in zip(self.base_lrs, self.heights)]


@block
class CyclicMomentum(CyclicLR):
    """torch.optim.lr_scheduler.CyclicLR: the momentum goes down as the rate goes up."""

    def __init__(
        self, optimizer, base_lr, max_lr, step_size_up=2000, step_size_down=None,
        mode="triangular", gamma=1.0, scale_fn=None, scale_mode="cycle", base_momentum=0.8,
        max_momentum=0.9
    ):  # fmt: skip
        self.momenta, self.part = each_group(optimizer, base_momentum, max_momentum), 0.0
        super().__init__(
            optimizer, base_lr, max_lr, step_size_up, step_size_down, mode, gamma, scale_fn,
            scale_mode,
        )  # fmt: skip

    def set_rates(self, rates):
        super().set_rates(rates)
        momenta = [top - (top - base) * self.part for base, top in self.momenta]
        set_momenta(self.optimizer.param_groups, momenta)


@port("torch.optim.lr_scheduler.CyclicLR")
def cyclic_lr(
    optimizer, base_lr, max_lr, step_size_up=2000, step_size_down=None, mode="triangular",
    gamma=1.0, scale_fn=None, scale_mode="cycle", cycle_momentum=True, base_momentum=0.8,
    max_momentum=0.9, last_epoch=-1
) -> Object:  # fmt: skip
    """Up and down between two rates, and the momentum down and up."""
    if last_epoch != -1:
        raise Unsupported("a last_epoch: load the state_dict() of the schedule")
    if cycle_momentum:
        return CyclicMomentum(
            optimizer,
            base_lr,
            max_lr,
            step_size_up=step_size_up,
            step_size_down=step_size_down,
            mode=mode,
            gamma=gamma,
            scale_fn=scale_fn,
            scale_mode=scale_mode,
            base_momentum=base_momentum,
            max_momentum=max_momentum,
        )
    return CyclicLR(
        optimizer,
        base_lr,
        max_lr,
        step_size_up=step_size_up,
        step_size_down=step_size_down,
        mode=mode,
        gamma=gamma,
        scale_fn=scale_fn,
        scale_mode=scale_mode,
    )


@port("torch.optim.swa_utils.SWALR")
def swalr(optimizer, swa_lr, anneal_epochs=10, anneal_strategy="cos", last_epoch=-1) -> Nothing:
    """The rate of stochastic weight averaging.

    Not proven: it is refused.
    """
    del anneal_epochs, anneal_strategy, last_epoch
    raise Unsupported("stochastic weight averaging is not ported")
