"""What a module check found, as text and as JSON."""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass, field
from typing import Any, cast

from porter.equivalence.compare import Difference
from porter.equivalence.verdict.model import Outcome, Phase

SHOWN = 5  # tensors of a divergence in the text; JSON has them all


class CannotCheck(Exception):
    """The networks could not be compared; the text is for the user."""


class ModulesDiffer(AssertionError):
    """The port's network is not the original's; the text is the report."""


@dataclass(frozen=True)
class Divergence:
    """Tensors of one phase that are not the same; `differences` has the first of them first.

    `mode` is "eager" or "tf.function". `layer` is the torch path of the layer where the outputs
    part, "" for the network itself or where it is not known.
    """

    phase: Phase
    mode: str
    text: str
    layer: str = ""
    differences: tuple[Difference, ...] = ()

    def __str__(self) -> str:
        lines = [f"{self.phase.value} ({self.mode}): {self.text}"]
        lines += [f"  {difference}" for difference in self.differences[:SHOWN]]
        return "\n".join(lines)


@dataclass(frozen=True)
class Compared:
    """How many tensors of a phase were compared; `error` is the greatest, relative, of `worst`."""

    phase: Phase
    mode: str
    tensors: int
    error: float
    worst: str

    def __str__(self) -> str:
        what = f"{self.phase.value} ({self.mode})"
        return f"{what:<26}{self.tensors:>4} tensors, greatest error {self.error:.2g}: {self.worst}"


@dataclass(frozen=True)
class ModuleReport:
    """What was compared of one network, and where the port parts from the original.

    Errors are relative to a tensor's greatest value; `allowed` is their limit.
    """

    name: str
    precision: str
    allowed: float
    inputs: dict[str, str]  # forward's parameters: "float64[32, 3]"
    divergences: tuple[Divergence, ...] = ()
    compared: tuple[Compared, ...] = ()
    not_compared: tuple[str, ...] = field(default=())

    @property
    def outcome(self) -> Outcome:
        return Outcome.DIFFERENT if self.divergences else Outcome.EQUIVALENT

    @property
    def first(self) -> Divergence | None:
        """The first divergence, in the order of the phases."""
        return self.divergences[0] if self.divergences else None

    def raise_if_different(self) -> None:
        """Raises ModulesDiffer, with the report as its text."""
        if self.divergences:
            raise ModulesDiffer(str(self))

    def __str__(self) -> str:
        given = ", ".join(f"{name} {shape}" for name, shape in self.inputs.items())
        lines = [f"{self.name}: {self.outcome.value} ({self.precision}, allowed {self.allowed:g})"]
        lines += [f"  inputs: {given}", *(f"  {done}" for done in self.compared)]
        lines += [f"  not compared: {text}" for text in self.not_compared]
        for i, divergence in enumerate(self.divergences):
            text = str(divergence).replace("\n", "\n  ")
            lines.append(f"  {'then' if i else 'first'}: {text}")
        return "\n".join(lines)

    def as_json(self) -> dict[str, Any]:
        """Plain dicts, lists, strings and numbers; a number that is not finite is a string."""
        content = asdict(self)
        content["outcome"] = self.outcome.value
        for entry in (*content["divergences"], *content["compared"]):
            entry["phase"] = entry["phase"].value
        return cast(dict[str, Any], _finite(content))


def _finite(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _finite(part) for key, part in value.items()}
    if isinstance(value, list | tuple):
        return [_finite(part) for part in value]
    return str(value) if isinstance(value, float) and not math.isfinite(value) else value
