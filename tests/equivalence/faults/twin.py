"""A twin run inside one process: whole programs one after the other, as `porter check` runs them.

The original runs once for all ports of it: what it does is recorded.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from itertools import zip_longest
from pathlib import Path
from typing import Any
from unittest import mock

import torch  # before TensorFlow

# isort: split
import keras
import tensorflow as tf

from porter.equivalence.causes import Sources
from porter.equivalence.check import INSIDE
from porter.equivalence.events import Event, Kind
from porter.equivalence.lines import ProjectLines
from porter.equivalence.partners import Partners
from porter.equivalence.report import Result, result_of
from porter.equivalence.sides.observer import Observer
from porter.equivalence.sides.program import Run, execute
from porter.equivalence.sides.tf_side import TensorFlowSide
from porter.equivalence.sides.torch_side import TorchSide
from porter.equivalence.tape.host_draws import host_on
from porter.equivalence.verdict import Judge

SEED = 0


@contextmanager
def float64() -> Iterator[None]:
    """What the sides do to the frameworks for a float64 run, undone at the end."""
    owners = (torch, torch.Tensor, tf, tf.nn, tf.random)
    before = [dict(vars(owner)) for owner in owners]
    try:
        yield
    finally:
        undo(owners, before)


def undo(owners: Sequence[Any], before: Sequence[dict[str, Any]]) -> None:
    for owner, names in zip(owners, before):
        for name, value in names.items():
            if vars(owner)[name] is not value:
                setattr(owner, name, value)
    torch.set_default_dtype(torch.float32)
    torch.use_deterministic_algorithms(False)
    keras.config.set_floatx("float32")
    keras.config.set_dtype_policy("float32")


class Recorded:
    """A wire whose events are kept."""

    def __init__(self) -> None:
        self.events: list[Event] = []

    def send(self, event: Event) -> None:
        self.events.append(event)

    def ask(self, about: str, subject: Any) -> Any:
        raise AssertionError("the original asks nothing")


class Answered(Recorded):
    """The wire of the port: the original has run before, and answers the port's questions."""

    def __init__(self, original: list[Event], partners: Partners) -> None:
        super().__init__()
        self.partners = partners
        for event in original:
            if event.kind in partners.made:
                partners.created(event)

    def ask(self, about: str, subject: Any) -> Any:
        if about == "owners":
            return self.partners.owners(subject)
        where, cls, *size = subject
        if about == "optimizer":
            event = self.partners.find(Kind.OPTIMIZER, where, cls, None)
            return event and event.name
        event = self.partners.find(Kind.CONSTRUCT, where, cls, *size)
        return event and (event.name, event.arrays, event.info["copied"])


def by_updates(events: list[Event]) -> list[list[Event]]:
    """The events up to each update, and those after the last one."""
    parts: list[list[Event]] = [[]]
    for event in events:
        parts[-1].append(event)
        if event.kind is Kind.STEP:
            parts.append([])
    return parts


@cache
def original_of(script: Path) -> list[Event]:
    """What a PyTorch program does, layer by layer."""
    wire = Recorded()
    observe(TorchSide, script, wire)
    return wire.events


@dataclass(frozen=True)
class Compared:
    """Both programs, judged as `porter check` does: again layer by layer where a loss differs."""

    judge: Judge
    closer: Judge | None
    lines: ProjectLines

    def result(self, sources: bool = True) -> Result:
        """What the user is told; without the sources, the cause is told by the numbers alone."""
        known = self.lines.sources() if sources else Sources()
        return result_of(self.judge, "float64", "cpu", sources=known, closer=self.closer)


def compare(original: Path, port: Path) -> Compared:
    """Run a port, and its original if that has not been run yet."""
    lines = ProjectLines(original, port)
    events = original_of(original)
    wire = Answered(events, Partners(lines.to_original, lines.statement))
    observe(TensorFlowSide, port, wire)
    judge = judged(events, wire.events, layers=False)
    inside = judge.divergences and judge.divergences[0].phase in INSIDE
    return Compared(judge, judged(events, wire.events, layers=True) if inside else None, lines)


def judged(original: list[Event], port: list[Event], layers: bool) -> Judge:
    """Both programs' events, update by update, with the layers' or without."""
    judge = Judge("float64")
    seen = [
        [event for event in events if layers or event.kind is not Kind.FORWARD]
        for events in (original, port)
    ]
    for ours, theirs in zip_longest(*map(by_updates, seen), fillvalue=()):
        for event in ours:
            judge.torch(event)
        for event in theirs:
            judge.tensorflow(event)
    judge.finish()
    return judge


def observe(side: type[Observer], script: Path, wire: Any) -> None:
    """Run a program as the process of a side does. A crash of it is raised."""
    observer = side(Run(str(script), (), -1, seed=SEED, layers=True), wire)
    with float64(), mock.patch.multiple(sys, argv=sys.argv, path=list(sys.path)):
        observer.prepare()
        with host_on(SEED, observer.is_own), observer.watching():
            execute(observer.run)
    observer.finish()
