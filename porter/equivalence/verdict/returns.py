"""What methods return that act, predict or evaluate, between two updates."""

from __future__ import annotations

from collections import defaultdict

from porter.equivalence.events import Event
from porter.equivalence.verdict.channels import Side
from porter.equivalence.verdict.model import Pair, Phase
from porter.equivalence.verdict.record import Record

Key = tuple[int, str]  # updates made before, the method's name


class ReturnJudge:
    """Pairs the calls of a method, in their order, where both programs made as many of them.

    A port may call less often: what the original computes twice, or in a graph, it need not.
    """

    def __init__(self, record: Record) -> None:
        self.record = record
        self.calls: dict[Side, dict[Key, list[Event]]] = {side: defaultdict(list) for side in Side}
        self.names: set[str] = set()

    def put(self, side: Side, updates: int, event: Event) -> None:
        self.calls[side][updates, event.name].append(event)

    def complete(self, updates: int) -> None:
        """Both programs have made so many updates: judge what came before the last of them."""
        ours, theirs = (self.calls[side] for side in Side)
        for key in sorted(ours.keys() | theirs.keys()):
            if key[0] < updates:
                self._judge(key[1], ours.pop(key, []), theirs.pop(key, []))

    def _judge(self, name: str, torch: list[Event], port: list[Event]) -> None:
        if len(torch) != len(port):
            text = f"{name}(): one program calls it more often between two updates"
            self.record.not_compared(Phase.RETURNS, text)
            return
        for pair in map(Pair, torch, port):
            expected, actual = pair.torch.arrays, pair.port.arrays
            sizes = [{path: a.size for path, a in side.items()} for side in (expected, actual)]
            if sizes[0] != sizes[1]:
                self.record.not_compared(Phase.RETURNS, f"{name}(): the results are built unlike")
                continue
            self.names.add(name)
            arrays = (
                {f"{name}(){path}": array.ravel() for path, array in side.items()}
                for side in (expected, actual)
            )
            _, found = self.record.judge(
                Phase.RETURNS, pair, (next(arrays), next(arrays)), "", remembered=True
            )
            self.record.report(found)
