"""Calls in the order that torch had before 1.5, and still takes: `x.add_(2, y)`."""

from __future__ import annotations

from dataclasses import replace

from porter.rulebook import Argument

# The number that comes first there, and how many arguments there are with the tensor itself
_NUMBERS = {
    "add": ("alpha", 3),
    "sub": ("alpha", 3),
    "addcmul": ("value", 4),
    "addcdiv": ("value", 4),
}


def in_order(api: str, args: tuple[Argument, ...]) -> tuple[Argument, ...]:
    """The arguments as torch has them today: `x.add_(y, alpha=2)`."""
    space, _, name = api.rpartition(".")
    number, count = _NUMBERS.get(name.removesuffix("_"), ("", -1))
    plain = not any(arg.keyword or arg.star for arg in args)
    if not plain or len(args) != count or space not in ("torch", "Tensor", "Parameter"):
        return args
    return (args[0], *args[2:], replace(args[1], keyword=number))
