"""A twin run: both programs whole, in two processes, compared update by update."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from multiprocessing.connection import wait
from typing import Any

from porter.equivalence.events import Arrays, Event, Kind
from porter.equivalence.partners import Partners
from porter.equivalence.process import Died, Process
from porter.equivalence.sides.wire import Question
from porter.equivalence.verdict import Judge, Phase

AHEAD = 2  # updates that one side may be ahead of the other
AFTER = 3  # updates that are still compared after a divergence, for the picture of the drift


class CouldNotRun(Exception):
    """The programs could not be compared; the text is for the user."""


@dataclass
class Twin:
    """Reads both sides' events in lockstep, answers the port's questions, feeds the judge."""

    torch: Process
    port: Process
    judge: Judge
    partners: Partners
    timeout: float = 300.0
    progress: Callable[[int], None] = lambda steps: None
    question: Question | None = None
    states: deque[Event] = field(default_factory=lambda: deque(maxlen=AHEAD + 2))
    to_the_end: bool = False  # whatever the divergence
    patience: float = 0.0  # seconds that the first update may take; 0: as long as it takes
    heard: dict[str, float] = field(default_factory=dict)  # when a side's first message came
    divergent_since: int | None = None

    def run(self) -> None:
        """Until both programs have ended, or have diverged. Raises CouldNotRun."""
        while not self.over():
            readable = [side for side in (self.torch, self.port) if self.may_read(side)]
            ready = wait([side.connection for side in readable], self.longest())
            if self.impatient:
                if self.judge.divergences:
                    return
                raise CouldNotRun(self.untrained())
            if not ready:
                raise CouldNotRun(self.silence(readable))
            for side in readable:
                if side.connection in ready:
                    self.read(side)
            self.answer()
            self.halt()

    def halt(self) -> None:
        """Where one side was stopped, the other is, too, once it has come as far."""
        for side, other in ((self.torch, self.port), (self.port, self.torch)):
            if other.stopped and side.steps >= other.steps and not (side.ended or side.halted):
                side.halt()

    @property
    def waiting(self) -> bool:
        """Whether both programs run, and the first update is awaited."""
        begun = len(self.heard) == 2 and not (self.torch.steps or self.port.steps)
        return begun and self.patience > 0

    @property
    def impatient(self) -> bool:
        """Whether the first update has been awaited long enough."""
        return self.waiting and time.monotonic() > max(self.heard.values()) + self.patience

    def longest(self) -> float:
        """How long to wait for a message."""
        return min(self.timeout, self.patience) if self.waiting else self.timeout

    def over(self) -> bool:
        if self.torch.ended and self.port.ended:
            return True
        if self.divergent_since is None:
            if self.judge.divergences and not self.to_the_end:
                self.divergent_since = self.port.steps
            return False
        slower = min(self.torch.steps, self.port.steps)
        return slower >= self.divergent_since + AFTER or self.torch.ended or self.port.ended

    def may_read(self, side: Process) -> bool:
        """Whether the side's next event is wanted now; until then it waits."""
        other = self.port if side is self.torch else self.torch
        return not side.ended and (other.ended or side.steps <= other.steps + AHEAD)

    def read(self, side: Process) -> None:
        try:
            message = side.receive()
        except Died as death:
            raise CouldNotRun(self.crash(side, "was killed or crashed", str(death))) from None
        self.heard.setdefault("torch" if side is self.torch else "port", time.monotonic())
        if isinstance(message, Question):
            self.question = message
            return
        if message.kind is Kind.END:
            side.ended, side.stopped = True, message.info["stopped"]
            if message.info["error"]:
                raise CouldNotRun(self.crash(side, message.info["error"], side.last_lines()))
        if message.kind is Kind.STEP:
            side.steps += 1
            self.progress(min(self.torch.steps, self.port.steps))
        if side is self.torch:
            if message.kind in self.partners.made:
                self.partners.created(message)
            if message.kind is Kind.STEP:
                self.states.append(message)
            self.judge.torch(message)
        else:
            self.judge.tensorflow(message)

    def answer(self) -> None:
        """Answer the port's question once the original has come far enough to tell."""
        if self.question is None:
            return
        reply = self._reply(self.question)
        if reply is None and not self.passed:
            return  # the original may still come to it
        self.port.connection.send(reply)
        self.question = None

    @property
    def passed(self) -> bool:
        """Whether the original is further on than the port."""
        return self.torch.ended or self.torch.steps > self.port.steps

    def _reply(self, question: Question) -> Any:
        """What the original has to say, or None."""
        if question.about == "state":
            return self._state(*question.subject)
        if question.about == "next":
            step = question.subject
            return self._update(step).name if self.torch.steps >= step else None
        if question.about == "owners":
            return self._owners(question.subject)
        where, cls, *size = question.subject
        if question.about == "optimizer":
            event = self.partners.find(Kind.OPTIMIZER, where, cls, None)
            return event and event.name
        event = self.partners.find(Kind.CONSTRUCT, where, cls, *size)
        return event and (event.name, event.arrays, event.info["copied"])

    def _state(self, name: str, step: int) -> Arrays | None:
        """The original's weights and slots after its update number `step`."""
        if self.torch.steps < step:
            return None
        event = self._update(step)
        wanted = ("after/", "slots_after/")
        return {key: array for key, array in event.arrays.items() if key.startswith(wanted)}

    def _update(self, step: int) -> Event:
        return self.states[step - self.torch.steps - 1]

    def _owners(self, paths: list[str]) -> Any:
        """Who has these parameters, once all of them have an owner or the original has passed."""
        owners = self.partners.owners(paths)
        missing = {*paths}.difference(*(own for _, own, _ in owners))
        return owners if not missing or self.passed else None

    def crash(self, side: Process, what: str, lines: str) -> str:
        other = self.port if side is self.torch else self.torch
        return (
            f"{side.run.script} stopped after {side.steps} updates: {what}\n"
            f"its last lines:\n{_indented(lines)}\n{self.last(other)}"
        )

    def untrained(self) -> str:
        actions = self.judge.tallies[Phase.ACTIONS].compared
        equal = f", and {actions:,} actions were equal" if actions else ""
        return (
            f"no optimizer made an update within {self.patience:.0f} s of running{equal}. Give the "
            "programs the arguments behind -- that make them train sooner, or more time "
            "(--seconds N; 0: no limit). What never trains has no updates to compare"
        )

    def silence(self, sides: list[Process]) -> str:
        names = " and ".join(side.run.script for side in sides)
        ends = "\n".join(self.last(side) for side in (self.torch, self.port))
        return f"{names} did nothing for {self.timeout:.0f} s (--timeout)\n{ends}"

    @staticmethod
    def last(side: Process) -> str:
        lines = _indented(side.last_lines())
        return f"last lines of {side.run.script} ({side.steps} updates):\n{lines}"


def _indented(lines: str) -> str:
    return "\n".join(f"  {line}" for line in lines.splitlines()) or "  (nothing was printed)"
