"""Backward passes: the loss and the gradients as automatic differentiation returns them."""

from __future__ import annotations

from collections import Counter

import numpy as np

from porter.equivalence.compare import greatest
from porter.equivalence.events import Arrays, Event
from porter.equivalence.verdict.channels import Channel, Side
from porter.equivalence.verdict.model import Backward, Divergence, Pair, Phase
from porter.equivalence.verdict.record import Record


class BackwardJudge:
    """Judges backward passes in their order; what differs is reported when the update comes.

    Programs may divide a loss differently: one backward pass of a sum, or one for each part. So
    where the optimizer is given the same gradients after another number of passes, the losses are
    not compared; nor are they where one program's passes are not seen (of a list of losses). A port
    may take a gradient that it then makes no use of (the original decides before it goes back); so
    losses that differ wait for the next update, which shows what follows.
    """

    def __init__(self, record: Record) -> None:
        self.record = record
        self.channel: Channel[Backward] = Channel()
        self.passes: Counter[tuple[Side, int]] = Counter()
        self.suspects: list[tuple[int, Divergence]] = []
        self.errors: dict[Phase, float] = {}
        self.equal: set[str] = set()  # paths of the gradients that were the same
        self.last: Backward | None = None
        self.since = -1  # so many updates came before the losses …
        self.cancelled = 0.0  # … that rounding makes this much of gradients of

    def put(self, side: Side, backward: Backward) -> None:
        self.passes[side, backward.updates] += 1
        self.channel.put(side, backward)
        self._judge(update=-1)

    def complete(self, update: int) -> None:
        """All passes up to this update are known now."""
        self._judge(update)

    def _judge(self, update: int) -> None:
        """Judge the passes that have partners; those that differ only up to this update."""
        ours, theirs = (self.channel.waiting[side] for side in Side)
        while ours and theirs:
            torch, port = ours[0], theirs[0]
            repeats = self._repeats(torch, port)
            if not repeats and not self._close(torch.loss, port.loss):
                if self._unused(torch, port):
                    self.passes[Side.PORT, port.updates] -= 1
                    theirs.popleft()
                    continue
                if max(torch.updates, port.updates) > update:
                    return
            theirs.popleft()
            if repeats and self.last:
                self.passes[Side.PORT, port.updates] -= 1
                torch = self.last
            else:
                ours.popleft()
                self._loss(torch, port)
                self.record.window.backward.append((torch, port))
            self._gradients(torch, port)
            self.last = torch

    def _unused(self, torch: Backward, port: Backward) -> bool:
        """Whether another pass of the port, before the same update, is the original's."""
        later = (p for p in self.channel.waiting[Side.PORT] if p.updates == port.updates)
        return any(self._close(torch.loss, p.loss) for p in later if p is not port)

    def settle(self, update: int, same_gradients: bool) -> None:
        """Report on the passes up to this update, which was given the same gradients or not."""
        ours = [suspect for before, suspect in self.suspects if before <= update]
        self.suspects = [item for item in self.suspects if item[0] > update]
        uneven = self.passes[Side.TORCH, update] != self.passes[Side.PORT, update]
        unseen = uneven and not all(self.passes[side, update] for side in Side)
        if (unseen or (ours and uneven)) and same_gradients:
            text = "losses: the programs divide them into backward passes differently"
            self.record.not_compared(Phase.LOSS, text)
            for waiting in self.channel.waiting.values():  # they have no partners
                while waiting and waiting[0].updates <= update:
                    waiting.popleft()
        else:
            for suspect in ours:
                self.record.report(suspect)
        self.equal = set()
        self.errors = {}

    def forget(self, update: int) -> None:
        """Drop what was found on the way to an update that another one is compared with."""
        self.suspects = [item for item in self.suspects if item[0] > update]
        self.equal = set()
        self.errors = {}

    def _repeats(self, torch: Backward, port: Backward) -> bool:
        """The port asks for another gradient of a loss that the original went back from once."""
        if self.last is None or self._close(torch.loss, port.loss):
            return False
        return self._close(self.last.loss, port.loss)

    def _close(self, torch: Event, port: Event) -> bool:
        e, a = (np.ravel(event.arrays["loss"]) for event in (torch, port))
        limit = self.record.measure.tolerances.relative
        return e.shape == a.shape and np.allclose(e, a, rtol=limit, atol=0, equal_nan=True)

    def _loss(self, torch: Backward, port: Backward) -> None:
        pair = Pair(torch.loss, port.loss)
        if pair.torch.draws != pair.port.draws and not self._close(torch.loss, port.loss):
            text = draws_text(pair)
            self.suspects.append((torch.updates, self.record.divergence(Phase.DRAWS, text, pair)))
        key = f"the loss of line {torch.loss.site.line}"
        arrays = _scalar(key, pair.torch), _scalar(key, pair.port)
        tolerances = self.record.measure.tolerances
        if torch.updates != self.since:
            self.since, self.cancelled = torch.updates, 0.0
        self.cancelled = max(self.cancelled, tolerances.cancelled(greatest(arrays[0][key])))
        error, found = self.record.judge(Phase.LOSS, pair, arrays, "", floor=tolerances.nothing)
        self._suspect(torch, Phase.LOSS, error, found)

    def _gradients(self, torch: Backward, port: Backward) -> None:
        if torch.gradient is None or port.gradient is None:
            return
        pair = Pair(torch.gradient, port.gradient)
        arrays = pair.torch.arrays, pair.port.arrays
        shared = arrays[0].keys() & arrays[1].keys()
        if not shared:
            return
        error, found = self.record.judge(
            Phase.GRADIENTS, pair, arrays, "the gradients of the loss", floor=self.cancelled
        )
        wrong = {d.path for d in found.differences} if found else set()
        self.equal = (self.equal | shared) - wrong
        self._suspect(torch, Phase.GRADIENTS, error, found)

    def _suspect(
        self, torch: Backward, phase: Phase, error: float, divergence: Divergence | None
    ) -> None:
        self.errors[phase] = max(self.errors.get(phase, 0.0), error)
        if divergence is not None:
            self.suspects.append((torch.updates, divergence))


def draws_text(pair: Pair) -> str:
    return (
        f"the original has drawn random numbers {pair.torch.draws} times by here, "
        f"the port {pair.port.draws} times"
    )


def _scalar(key: str, event: Event) -> Arrays:
    """The loss under this key; an array of one element counts as a scalar."""
    loss = event.arrays["loss"]
    return {key: loss.reshape(()) if loss.size == 1 else loss}
