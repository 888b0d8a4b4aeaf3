"""convert(): source text in, TensorFlow text and findings out."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from porter.findings import Finding


@dataclass(frozen=True)
class Options:
    """What the user can choose: how building blocks are delivered, XLA, own rule files."""

    helpers: str = "inline"  # or "module": blocks are imported from HELPER_MODULE
    jit: bool = False
    rules: tuple[Path, ...] = ()


@dataclass(frozen=True)
class Converted:
    """A file that was converted; `ported`, `left`, `changed` count torch uses in the original."""

    path: str
    output: str
    findings: tuple[Finding, ...]
    explanation: str
    ported: int
    left: int
    changed: int
    blocks: frozenset[str]


@dataclass(frozen=True)
class Skipped:
    """A file with nothing to convert."""

    path: str
    why: str


@dataclass(frozen=True)
class Failed:
    """A file that could not be read or parsed."""

    path: str
    finding: Finding


Outcome = Converted | Skipped | Failed

HELPER_MODULE = "torch_compat"


def convert(
    text: str,
    path: str = "<stdin>",
    root: Path | None = None,
    options: Options = Options(),
) -> Outcome:
    """Convert one file's text. `root` is the directory that its imports are looked up in."""
    raise NotImplementedError


def helper_module(blocks: Iterable[str], options: Options = Options()) -> str:
    """The text of the module that holds these building blocks (--helpers module)."""
    raise NotImplementedError
