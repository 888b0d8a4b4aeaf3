"""The drift per update on a logarithmic axis, with the noise floor and the tolerance drawn in."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from porter.equivalence.report.model import Result

WIDTH, HEIGHT = 720, 260
LEFT, RIGHT, TOP, BOTTOM = 64, 14, 14, 40  # margins
LEAST = 1e-18  # errors below, and none at all, lie on the lower edge
TICKS = 8  # at most, on either axis


@dataclass(frozen=True)
class Curve:
    """A series as an SVG polyline; a single update is a dot."""

    name: str
    points: str
    dots: tuple[tuple[float, float], ...] = ()


@dataclass(frozen=True)
class Tick:
    place: float
    text: str


@dataclass(frozen=True)
class Plot:
    """What the page's template draws; all in the units of the SVG."""

    curves: tuple[Curve, ...]
    errors: tuple[Tick, ...]
    updates: tuple[Tick, ...]
    tolerance: float | None
    allowed: str
    left: int = LEFT
    right: int = WIDTH - RIGHT
    top: int = TOP
    bottom: int = HEIGHT - BOTTOM
    width: int = WIDTH
    height: int = HEIGHT


def plot_of(result: Result) -> Plot | None:
    """The drift of a result; None if there were no updates."""
    noise = (("noise floor", result.noise),) if result.noise else ()
    return drawn((("this port", result.drift), *noise), result.tolerance) if result.drift else None


def drawn(series: Sequence[tuple[str, Sequence[float]]], tolerance: float) -> Plot:
    """Errors per update, by name; a tolerance of 0 is none."""
    found = [value for _, values in series for value in values if LEAST < value < math.inf]
    found += [tolerance] if tolerance else []
    low = math.floor(math.log10(min(found, default=1e-16))) - 1
    high = math.ceil(math.log10(max(found, default=1.0))) + 1
    count = max(len(values) for _, values in series)

    def x(index: int) -> float:
        return round(LEFT + (WIDTH - LEFT - RIGHT) * (index / (count - 1) if count > 1 else 0.5), 1)

    def y(value: float) -> float:
        power = math.log10(min(max(value, 10.0**low), 10.0**high))
        return round(TOP + (HEIGHT - TOP - BOTTOM) * (high - power) / (high - low), 1)

    curves = tuple(_curve(name, [(x(i), y(v)) for i, v in enumerate(vs)]) for name, vs in series)
    return Plot(
        curves,
        tuple(Tick(y(10.0**power), f"1e{power}") for power in _every(low, high)),
        tuple(Tick(x(number - 1), str(number)) for number in {1, *_every(1, count)} - {0}),
        y(tolerance) if tolerance else None,
        f"allowed: {tolerance:.2g}",
    )


def _curve(name: str, points: Sequence[tuple[float, float]]) -> Curve:
    line = " ".join(f"{x},{y}" for x, y in points)
    return Curve(name, line, tuple(points) if len(points) <= 30 else ())


def _every(low: int, high: int) -> range:
    """Whole numbers from low to high, a round step apart: at most TICKS."""
    steps = (factor * 10**power for power in range(7) for factor in (1, 2, 5))
    step = next(step for step in steps if (high - low) // step < TICKS)
    return range(-(-low // step) * step, high + 1, step)
