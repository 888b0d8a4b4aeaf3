"""One update: the gradients given to the optimizer, its state, the weights before and after."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from porter.equivalence.compare import alike, distance, norm, ratio, relative_error, update_error
from porter.equivalence.events import Array, Arrays, Event, Step
from porter.equivalence.verdict.backward import BackwardJudge, draws_text
from porter.equivalence.verdict.construction import judge_hyperparameters, known_weights, listed
from porter.equivalence.verdict.decay import penalised
from porter.equivalence.verdict.model import Divergence, Pair, Phase, Update
from porter.equivalence.verdict.record import Record
from porter.equivalence.verdict.rounding import Rounding

STATISTICS = (".running_mean", ".running_var", ".num_batches_tracked")


class UpdateJudge:
    """Judges pairs of STEP events."""

    def __init__(self, record: Record, backward: BackwardJudge, rounding: Rounding) -> None:
        self.record = record
        self.backward = backward
        self.rounding = rounding
        self.updates: list[Update] = []
        self.owners: dict[str, str] = {}  # a parameter's path: the original's optimizer of it
        self.weights: Arrays = {}  # the original's, as last seen
        self.moved: set[str] = set()  # by an optimizer
        self.alive: set[str] = set()  # changed by the program itself
        self.last: Pair | None = None
        self.networks: dict[str, Pair] = {}
        self.optimizers: dict[str, Pair] = {}
        self.decay_judged: set[str] = set()
        self.noise = 0.0  # the greatest relative error of gradients and weights so far

    def built(self, network: Event) -> None:
        """A network of the original: its first weights."""
        self.weights |= known_weights({network.name: network})

    def owns(self, optimizer: Event) -> None:
        """An optimizer of the original: its parameters."""
        self.owners |= dict.fromkeys(optimizer.info.get("parameters", []), optimizer.name)

    def judge(self, pair: Pair) -> None:
        """Judge an update and all that came since the one before."""
        torch, port = Step.of(pair.torch), Step.of(pair.port)
        name, index = pair.torch.name, len(self.updates)
        self.backward.complete(index)
        if pair.torch.name != pair.port.name:
            text = f"the original updates {name} here, the port {pair.port.name}"
            self.record.report(self.record.divergence(Phase.WEIGHTS, text, pair))
            self.backward.forget(index)  # these were losses for different optimizers
        else:
            self._judge(pair, torch, port, name, index)
        self.weights |= torch.after
        self.last = pair
        self.record.window.step = pair
        self.record.next_window()

    def _judge(self, pair: Pair, torch: Step, port: Step, name: str, index: int) -> None:
        record = self.record
        here = f"update {index + 1} ({name})"
        if pair.torch.draws != pair.port.draws:
            record.report(record.divergence(Phase.DRAWS, draws_text(pair), pair))
        torch, port = self._decay(pair, torch, port, name)
        judge_hyperparameters(pair, pair, record, Phase.STATE, but={"weight_decay"})
        self._between(pair, torch.before, port.before, f"before {here}")
        errors = dict(self.backward.errors)
        self._state(pair, (torch.slots_before, port.slots_before), f"before {here}")
        with record.holding() as found:
            given = self._gradients(pair, torch.gradients, port.gradients, here, index)
            self._state(pair, (torch.slots_after, port.slots_after), f"after {here}")
            self._after(pair, torch, port, here, name)
            self._move(pair, torch, port, here, name)
        if found and not self._rounding(index, found, errors.get(Phase.LOSS)):
            for divergence in found:
                record.report(divergence)
        still = torch.after.keys() - self.moved
        self.moved |= {p for p in still if _moved(torch.before.get(p), torch.after[p])}
        loss, gradients = errors.get(Phase.LOSS), errors.get(Phase.GRADIENTS, given)
        self.updates.append(Update(index, name, loss, gradients, *_drift(torch, port)))

    def _decay(self, pair: Pair, torch: Step, port: Step, name: str) -> tuple[Step, Step]:
        """Compare the weight decay, of whichever part of the program; the steps to be judged."""
        close = 1e-4 if self.record.measure.tolerances.resync else 1e-8
        steps = penalised(pair, torch, port, close)
        if steps is not None:
            self.record.note(f"{name}: one program adds the weight decay to its gradients itself")
            return steps
        if name not in self.decay_judged:
            self.decay_judged.add(name)
            built = self.optimizers.get(name, pair)
            others = {*pair.torch.info, *pair.port.info} - {"weight_decay"}
            judge_hyperparameters(pair, built, self.record, Phase.CONSTRUCTION, but=others)
        return torch, port

    def _between(self, pair: Pair, expected: Arrays, actual: Arrays, when: str) -> None:
        """Judge what the program itself did since the last update: it moves target networks."""
        for phase in (Phase.FORWARD, Phase.TARGETS, Phase.WEIGHTS):
            arrays = {p: array for p, array in expected.items() if self._phase(p) is phase}
            _, found = self.record.judge(
                phase, pair, (arrays, actual), when, group=_network, base=self.weights
            )
            origin = self.last or (found and self.networks.get(_network(found.differences[0].path)))
            if found and origin:  # it came to be right after the last update, or as it was built
                found = replace(
                    found, order=origin.torch.order, torch=origin.torch, port=origin.port
                )
            self.record.report(found)
        still = expected.keys() - self.alive
        self.alive |= {p for p in still if _moved(self.weights.get(p), expected[p])}

    def _rounding(self, index: int, found: list[Divergence], loss: float | None) -> bool:
        """Whether what differs in this update does so by rounding."""
        tolerances = self.record.measure.tolerances
        equal = tolerances.resync and loss is not None and loss <= tolerances.relative
        return equal and self.rounding.excuses(index, found)

    def _state(self, pair: Pair, slots: tuple[Arrays, Arrays], when: str) -> None:
        what = f"the optimizer's state {when}"
        floor = self.backward.cancelled
        self.record.check(Phase.STATE, pair, slots, what, _slot, floor=floor)

    def _gradients(
        self, pair: Pair, expected: Arrays, actual: Arrays, here: str, index: int
    ) -> float:
        """Judge what the optimizer was given, then the losses; the error."""
        record = self.record
        lost = {p for p in expected.keys() ^ actual.keys() if (expected | actual)[p].any()}
        error, found = record.judge(
            Phase.GRADIENTS,
            pair,
            (expected, actual),
            f"the gradients given to {here}",
            floor=self.backward.cancelled,
        )
        wrong = {d.path for d in found.differences} if found else set()
        before_clipping = expected.keys() & self.backward.equal
        record.agreed(Phase.CLIPPING, len(before_clipping))
        clipped = bool(wrong) and wrong <= before_clipping
        self.backward.settle(index, same_gradients=not wrong and not lost)
        if lost:
            record.report(record.divergence(Phase.GRADIENTS, _lost(lost, expected, here), pair))
        if found and clipped:
            text = f"{found.text}; before clipping they were the same"
            record.report(replace(found, phase=Phase.CLIPPING, text=text))
        else:
            record.report(found)
        return error

    def _after(self, pair: Pair, torch: Step, port: Step, here: str, name: str) -> None:
        """Judge the weights after the update: the optimizer's own, and others that moved in it.

        Where neither side moved a weight, it is as it was before, and that has been judged.
        """
        own = {p: array for p, array in torch.after.items() if self.owners.get(p) == name}
        still = (_left_alone(torch) & _left_alone(port)) - own.keys()
        others = {p: array for p, array in torch.after.items() if p not in own and p not in still}
        targets = {p: array for p, array in others.items() if p not in self.owners}
        rest = {p: array for p, array in others.items() if p in self.owners}
        foreign = f"{here} moves what is not its own"
        for phase, arrays, what in (
            (Phase.WEIGHTS, own, f"after {here}"),
            (Phase.WEIGHTS, rest, foreign),
            (Phase.TARGETS, targets, foreign),
        ):
            self.record.check(phase, pair, (arrays, port.after), what, _network, torch.before)
        for path in still:
            self.record.agreed(Phase.WEIGHTS if path in self.owners else Phase.TARGETS)

    def _move(self, pair: Pair, torch: Step, port: Step, here: str, name: str) -> None:
        """Judge the update itself, where the weights are still near enough to be equal."""
        own = {p: array for p, array in torch.after.items() if self.owners.get(p) == name}
        after, after_port = alike(own, port.after)
        if self.record.measure.tolerances.resync or not after:
            return
        for expected, actual in ((torch.gradients, port.gradients), (torch.before, port.before)):
            expected, actual = alike(expected, actual)
            self.noise = max(self.noise, ratio(distance(expected, actual), norm(expected)))
        judged = self.record.measure.judge_move(
            (torch.before, after), (port.before, after_port), self.noise
        )
        if judged.differences and self.record.tallies[Phase.WEIGHTS].different == 0:
            text = f"{here} moves {judged.differences[0]}"
            self.record.report(self.record.divergence(Phase.WEIGHTS, text, pair, judged))

    def _phase(self, path: str) -> Phase:
        """What moves a weight: the forward pass, the program itself or an optimizer."""
        if path in self.owners:
            return Phase.WEIGHTS
        return Phase.FORWARD if path.endswith(STATISTICS) else Phase.TARGETS

    def judge_final(self, pair: Pair) -> None:
        """Judge the END events: after the last update the program may still move the targets."""
        self._between(pair, pair.torch.arrays, pair.port.arrays, "at the end")
        if pair.torch.draws != pair.port.draws:
            self.record.report(self.record.divergence(Phase.DRAWS, draws_text(pair), pair))


def _network(path: str) -> str:
    return path.split(".")[0]


def _drift(torch: Step, port: Step) -> tuple[float, float]:
    """The greatest relative error of a weight array, and the L2 error of the update."""
    expected, actual = alike(torch.after, port.after)
    weights = max((relative_error(e, actual[p]) for p, e in expected.items()), default=0.0)
    return weights, update_error(torch.before, expected, actual)


def _moved(before: Array | None, after: Array) -> bool:
    return before is not None and not np.array_equal(before, after, equal_nan=True)


def _left_alone(step: Step) -> set[str]:
    """The weights that an update did not move."""
    known = step.before.keys() & step.after.keys()
    return {path for path in known if not _moved(step.before[path], step.after[path])}


def _lost(paths: set[str], expected: Arrays, here: str) -> str:
    missing = sorted(path for path in paths if path in expected)
    extra = sorted(paths - set(missing))
    parts = [f"no gradient for {listed(missing)}"] * bool(missing)
    parts += [f"a gradient for {listed(extra)}, which has none in the original"] * bool(extra)
    return f"{here}: the port gives the optimizer {' and '.join(parts)}"


def _slot(path: str) -> str:
    return path.rpartition("/")[2]
