"""Judge: both programs' events in, as they arrive; what was compared and what differs out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection

import numpy as np

from porter.equivalence.events import Arrays, Event, Kind, Site
from porter.equivalence.verdict.backward import BackwardJudge
from porter.equivalence.verdict.channels import Channel, Named, Passes, Side
from porter.equivalence.verdict.construction import judge_network, judge_optimizer
from porter.equivalence.verdict.ending import judge_end
from porter.equivalence.verdict.model import Divergence, Outcome, Pair, Phase, Tally, Update, Window
from porter.equivalence.verdict.record import Record
from porter.equivalence.verdict.returns import ReturnJudge
from porter.equivalence.verdict.rounding import Rounding
from porter.equivalence.verdict.tolerances import Tolerances
from porter.equivalence.verdict.update import UpdateJudge


class Judge:
    """Compares two programs by their events, one after the other, in constant memory.

    Feed it with `torch(event)` and `tensorflow(event)`, each side's events in their order, and
    call `finish()` at the end. `divergences` may be read at any time.
    """

    def __init__(
        self,
        precision: str = "float64",
        tolerances: Tolerances | None = None,
        excused: Collection[int] | None = (),
    ) -> None:
        """`excused` are updates that are known to differ by rounding, or None: see `Rounding`.

        Raises ValueError for a precision that is neither "float64" nor "float32".
        """
        self.tolerances = tolerances or Tolerances.of(precision)
        self.record = Record(self.tolerances)
        self.built: dict[Kind, dict[str, Pair]] = {Kind.CONSTRUCT: {}, Kind.OPTIMIZER: {}}
        self.ends: dict[Side, Event] = {}
        self.updates_made: Counter[Side] = Counter()
        self.port_sites: set[Site] = set()  # lines that took part in an update
        self.draws: Channel[Event] = Channel()
        self.actions: Channel[Event] = Channel()
        self.steps: Channel[Event] = Channel()
        self.named: dict[Kind, Named[str, Event]] = {kind: Named() for kind in self.built}
        self.forwards: Named[tuple[str, int, int], Event] = Named()
        self.calls: dict[Side, Counter[str]] = {side: Counter() for side in Side}
        self.passes = {side: Passes() for side in Side}
        self.backward = BackwardJudge(self.record)
        self.rounding = Rounding(excused)
        self.update = UpdateJudge(self.record, self.backward, self.rounding)
        self.returns = ReturnJudge(self.record)
        self.drawn: dict[tuple[Side, int], list[Event]] = {}  # by the updates made before
        self.outputs: dict[str, Pair] = {}  # each layer's last equal output
        self.draws_made: Counter[Side] = Counter()
        self.lines: dict[Side, Counter[Site]] = {side: Counter() for side in Side}
        self.finished = False

    def torch(self, event: Event) -> None:
        """Take the original's next event."""
        if event.kind is Kind.CONSTRUCT:
            self.update.built(event)
        elif event.kind is Kind.OPTIMIZER:
            self.update.owns(event)
        self.record.seen = event.order
        self._take(Side.TORCH, event)

    def tensorflow(self, event: Event) -> None:
        """Take the port's next event."""
        if event.kind in (Kind.LOSS, Kind.STEP):
            self.port_sites |= {event.site, *event.stack}
        self._take(Side.PORT, event)

    # -- what is known so far -------------------------------------------------------------------

    @property
    def divergences(self) -> list[Divergence]:
        """The first divergences, in the order of the original's events."""
        return self.record.divergences

    @property
    def updates(self) -> list[Update]:
        """The drift, update by update."""
        return self.update.updates

    @property
    def tallies(self) -> dict[Phase, Tally]:
        """How much was compared in each phase."""
        return self.record.tallies

    @property
    def notes(self) -> list[str]:
        """What a reader should know and what is no divergence."""
        return self.record.notes

    @property
    def windows(self) -> list[Window]:
        """The updates around the first divergence, or the last ones."""
        return self.record.windows

    @property
    def traces(self) -> list[tuple[str, str, int]]:
        """The port's tf.functions: (site, name, how often it was traced)."""
        end = self.ends.get(Side.PORT)
        return [tuple(trace) for trace in end.info.get("traces", [])] if end else []

    @property
    def both_ends(self) -> Pair | None:
        """The END events, once both programs are over."""
        if len(self.ends) < len(Side):
            return None
        return Pair(self.ends[Side.TORCH], self.ends[Side.PORT])

    @property
    def stopped(self) -> bool:
        """Whether a program was stopped before its own end."""
        return any(end.info.get("stopped") for end in self.ends.values())

    @property
    def drawn_by_end(self) -> tuple[int, int]:
        """How often both programs drew random numbers: by the last update that both made, where
        the run was stopped there and one was further on by then."""
        if self.stopped and self.update.last:
            return self.update.last.torch.draws, self.update.last.port.draws
        return self.draws_made[Side.TORCH], self.draws_made[Side.PORT]

    @property
    def outcome(self) -> Outcome:
        """The verdict. Without an update there was nothing to prove."""
        if self.divergences:
            return Outcome.DIFFERENT
        crashed = any(end.info.get("error") for end in self.ends.values())
        return Outcome.COULD_NOT_RUN if crashed or not self.updates else Outcome.EQUIVALENT

    def drawn_before(self, update: int) -> tuple[list[Event], list[Event]]:
        """The draws of both programs since the update before, for updates near a divergence."""
        torch, port = (self.drawn.get((side, update), []) for side in Side)
        return torch, port

    def finish(self) -> None:
        """Both programs are over, or nobody waits for them: judge what is left."""
        if not self.finished:
            self.finished = True
            judge_end(self)

    # -- routing --------------------------------------------------------------------------------

    def _take(self, side: Side, event: Event) -> None:
        self.draws_made[side] = event.draws
        if not self.divergences:
            self.lines[side][event.site] += 1
        for backward in self.passes[side].see(event, self.updates_made[side]):
            self.backward.put(side, backward)
        if event.kind in self.named:
            self._built(side, event)
        elif event.kind is Kind.DRAW:
            self._draw(side, event)
        elif event.kind is Kind.FORWARD:
            self._forward(side, event)
        elif event.kind is Kind.STEP:
            self.updates_made[side] += 1
            self.calls[side].clear()
            self.steps.put(side, event)
            for torch, port in self.steps.pairs():
                self.update.judge(Pair(torch, port))
                self.returns.complete(len(self.updates))
                first = self.windows[0].index
                self.drawn = {key: e for key, e in self.drawn.items() if key[1] >= first}
        elif event.kind is Kind.ACTION:
            self._action(side, event)
        elif event.kind is Kind.RETURN:
            self.returns.put(side, self.updates_made[side], event)
        elif event.kind is Kind.END:
            self.ends[side] = event

    def _built(self, side: Side, event: Event) -> None:
        found = self.named[event.kind].put(side, event.name, event)
        if found:
            pair = Pair(*found)
            self.built[event.kind][event.name] = pair
            known = self.update.networks if event.kind is Kind.CONSTRUCT else self.update.optimizers
            known[event.name] = pair
            judge = judge_network if event.kind is Kind.CONSTRUCT else judge_optimizer
            judge(pair, self.record)

    def _draw(self, side: Side, event: Event) -> None:
        self.draws.put(side, event)
        self.drawn.setdefault((side, self.updates_made[side]), []).append(event)
        for torch, port in self.draws.pairs():
            self.record.agreed(Phase.DRAWS)
            wanted, found = (_drawn(event) for event in (torch, port))
            if wanted != found and not self.record.tallies[Phase.DRAWS].different:
                text = f"the original draws {wanted} here, the port {found}"
                pair = Pair(torch, port)
                self.record.report(self.record.divergence(Phase.DRAWS, text, pair))

    def _forward(self, side: Side, event: Event) -> None:
        self.calls[side][event.name] += 1
        key = event.name, self.updates_made[side], self.calls[side][event.name]
        found = self.forwards.put(side, key, event)
        if found:
            pair = Pair(*found)
            call = f"{event.name}()"
            arrays = {call: pair.torch.arrays["output"]}, {call: pair.port.arrays["output"]}
            self.record.check(Phase.FORWARD, pair, arrays, "a layer's output")
            if not self.divergences:
                self.outputs[event.name] = pair

    def _action(self, side: Side, event: Event) -> None:
        self.actions.put(side, event)
        for torch, port in self.actions.pairs():
            actions = _action(torch), _action(port)
            _, found = self.record.judge(
                Phase.ACTIONS, Pair(torch, port), actions, "", remembered=True
            )
            self.record.report(found)


def _action(event: Event) -> Arrays:
    """The action without the width of its numbers, which environments do not care for."""
    action = event.arrays["action"]
    if action.dtype.kind == "f":
        return {"the action": action.astype(np.float64)}
    if action.dtype.kind in "biu":
        return {"the action": action.astype(np.int64)}
    return {"the action": np.array(str(action.tolist()))}  # a dict, a name


def _drawn(event: Event) -> str:
    shape = ", ".join(map(str, event.info["shape"]))
    return f"{event.info['distribution']}({shape})"
