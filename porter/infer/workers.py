"""Processes: torch.multiprocessing is Python's own, and what a worker runs gets its arguments."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import libcst as cst

from porter.kinds import Tuple
from porter.rulebook import Argument

PROCESS = "multiprocessing.Process"
_PLACES = ("group", "target", "name", "args", "kwargs")
_STARTED = frozenset({PROCESS, "threading.Thread"})
_OWN = frozenset(  # what torch.multiprocessing has beyond Python's own
    f"multiprocessing.{name}" for name in "spawn start_processes set_sharing_strategy".split()
)


def canonical(name: str) -> str:
    """multiprocessing.Queue of torch.multiprocessing.Queue, which is the same."""
    plain = name.removeprefix("torch.")
    if plain.partition(".")[0] != "multiprocessing":
        return name
    return f"torch.{plain}" if plain in _OWN else plain.replace(".context.Process", ".Process")


def worker(name: str, args: Sequence[Argument]) -> tuple[Argument, list[Argument]] | None:
    """What a call of this name starts in another process or thread, with its arguments."""
    if name not in _STARTED:
        return None
    given = {arg.keyword or _PLACES[min(i, 4)]: arg for i, arg in enumerate(args)}
    target = given.get("target")
    return (target, list(_arguments(given))) if target is not None else None


def _arguments(given: dict[str, Argument]) -> Iterator[Argument]:
    """The items of `args=(…)`, one by one."""
    args = given.get("args")
    if args is None or not isinstance(args.kind, Tuple):
        return
    written = args.node.elements if isinstance(args.node, (cst.Tuple, cst.List)) else ()
    nodes = [element.value for element in written] or [args.node] * len(args.kind.items)
    for node, kind in zip(nodes, args.kind.items):
        yield Argument(node, kind)
