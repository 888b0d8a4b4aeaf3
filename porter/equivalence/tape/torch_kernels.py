"""What PyTorch's random kernels compute, with the tape as their generator.

The arguments are the tape and those of the operator in ATen, without its generator.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch

from porter.equivalence.tape.formulas import rounded_down
from porter.equivalence.tape.tape import Tape

Tensor = Any  # torch has no types here


# -- in place: what the tensor is to be filled with -----------------------------------------------


def uniform(tape: Tape, like: Tensor) -> Tensor:
    """Uniform in [0, 1) in the shape of a tensor, in its dtype or, if it holds no floats, torch's.

    A Bernoulli draw, dropout among them, is such a draw too: where it is below the probability.
    """
    dtype = like.dtype if like.is_floating_point() else torch.get_default_dtype()
    values = rounded_down(tape.draw("uniform", like.shape), torch.finfo(dtype).eps)
    return torch.as_tensor(values).to(dtype)


def precise(tape: Tape, like: Tensor) -> Tensor:
    """The same in float64, for a value that is computed from it and rounded then."""
    return torch.as_tensor(tape.draw("uniform", like.shape))


def uniform_(tape: Tape, self: Tensor, low: float = 0.0, high: float = 1.0) -> Tensor:
    low, high = self.new_tensor([low, high])  # the width is rounded as TensorFlow does
    return uniform(tape, self).to(self.device) * (high - low) + low


def normal_(tape: Tape, self: Tensor, mean: float = 0.0, std: float = 1.0) -> Tensor:
    return torch.as_tensor(tape.draw("normal", self.shape)).to(self) * std + mean


def log_normal_(tape: Tape, self: Tensor, mean: float = 1.0, std: float = 2.0) -> Tensor:
    return normal_(tape, self, mean, std).exp()


def exponential_(tape: Tape, self: Tensor, lambd: float = 1.0) -> Tensor:
    return -torch.log1p(-precise(tape, self)) / lambd


def geometric_(tape: Tape, self: Tensor, p: float) -> Tensor:
    trials = torch.log1p(-precise(tape, self)) / torch.log1p(torch.tensor(-p, dtype=torch.float64))
    return trials.ceil().clamp(min=1)


def cauchy_(tape: Tape, self: Tensor, median: float = 0.0, sigma: float = 1.0) -> Tensor:
    return median + sigma * torch.tan(torch.pi * (precise(tape, self) - 0.5))


def bernoulli_(tape: Tape, self: Tensor, p: Any = 0.5) -> Tensor:
    return uniform(tape, self).double() < (p.cpu() if torch.is_tensor(p) else p)


def random_(tape: Tape, self: Tensor, low: int = 0, high: int | None = None) -> Tensor:
    if high is None and self.is_floating_point():
        high = int(2 / torch.finfo(self.dtype).eps)  # all integers below it are floats
    elif high is None:
        high = torch.iinfo(self.dtype).max
    return torch.as_tensor(tape.draw("integers", self.shape, low, high))


def random_to(tape: Tape, self: Tensor, high: int) -> Tensor:
    return random_(tape, self, 0, high)


def trunc_normal_(tape: Tape, self: Tensor, mean: float, std: float, a: float, b: float) -> Tensor:
    """One draw; PyTorch draws again until all is in the bounds."""
    bounds = (a - mean) / std, (b - mean) / std
    values = tape.draw("truncated normal", self.shape, *bounds)
    return (torch.as_tensor(values).to(self) * std + mean).clamp(a, b)


# -- new tensors ----------------------------------------------------------------------------------


def normal(tape: Tape, mean: Tensor | float, std: Tensor | float = 1.0) -> Tensor:
    like = mean if torch.is_tensor(mean) else std
    shape = torch.broadcast_shapes(*(getattr(x, "shape", ()) for x in (mean, std)))
    return torch.as_tensor(tape.draw("normal", shape)).to(like) * std + mean


def bernoulli(tape: Tape, p: Tensor) -> Tensor:
    return (uniform(tape, p) < p.cpu()).to(p)


def randperm(tape: Tape, n: int) -> Tensor:
    return torch.as_tensor(tape.draw("permutation", n))


def multinomial(tape: Tape, weights: Tensor, count: int, replacement: bool = False) -> Tensor:
    """Without replacement: the `count` first arrivals of a race of exponential clocks."""
    if count > 1 and not replacement:
        arrivals = -torch.log1p(-precise(tape, weights))
        return torch.topk(weights.cpu().double() / arrivals, count).indices.to(weights.device)
    rows = weights.reshape(-1, weights.shape[-1]).cpu().double().numpy()
    drawn = torch.as_tensor(tape.draw("categorical", rows, count))
    return drawn.reshape(*weights.shape[:-1], count).to(weights.device)


def standard_gamma(tape: Tape, concentration: Tensor) -> Tensor:
    wide = concentration.cpu().double().numpy()
    tiny = torch.finfo(concentration.dtype).tiny
    return torch.as_tensor(tape.draw("gamma", wide.shape, wide)).to(concentration).clamp(min=tiny)


def dirichlet(tape: Tape, concentration: Tensor) -> Tensor:
    gammas = standard_gamma(tape, concentration)
    return gammas / gammas.sum(-1, keepdim=True)


def poisson(tape: Tape, rate: Tensor) -> Tensor:
    wide = rate.cpu().double().numpy()
    return torch.as_tensor(tape.draw("poisson", wide.shape, wide)).to(rate)


def binomial(tape: Tape, count: Tensor, probability: Tensor) -> Tensor:
    wide = count.cpu().double().numpy(), probability.cpu().double().numpy()
    return torch.as_tensor(tape.draw("binomial", wide[0].shape, *wide)).to(count)


def native_dropout(tape: Tape, x: Tensor, p: float, train: bool | None) -> tuple[Tensor, Tensor]:
    """What dropout is on a GPU."""
    kept = torch.ones_like(x, dtype=torch.bool)
    if train is not False:
        kept = bernoulli_(tape, x, 1 - p).to(x.device)
    return x * kept * (1 / (1 - p) if p < 1 else 0.0), kept


IN_PLACE: dict[str, Callable[..., Tensor]] = {
    "uniform_": uniform_,
    "normal_": normal_,
    "log_normal_": log_normal_,
    "exponential_": exponential_,
    "geometric_": geometric_,
    "cauchy_": cauchy_,
    "bernoulli_.float": bernoulli_,
    "bernoulli_.Tensor": bernoulli_,
    "random_": random_,
    "random_.to": random_to,
    "random_.from": random_,
}
NEW: dict[str, Callable[..., Any]] = {
    "normal.Tensor_Tensor": normal,
    "normal.Tensor_float": normal,
    "normal.float_Tensor": normal,
    "multinomial": multinomial,
    "_standard_gamma": standard_gamma,
    "_sample_dirichlet": dirichlet,
    "poisson": poisson,
    "binomial": binomial,
    "native_dropout": native_dropout,
}
OUT: dict[str, Callable[..., Tensor]] = {
    "normal.Tensor_Tensor_out": normal,
    "normal.Tensor_float_out": normal,
    "normal.float_Tensor_out": normal,
    "bernoulli.out": bernoulli,
    "randperm.generator_out": randperm,
    "multinomial.out": multinomial,
}
