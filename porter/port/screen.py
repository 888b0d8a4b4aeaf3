"""What is shown: the phase that runs, and at the end all of them on one screen."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from rich.console import Console, Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from porter.findings import printable
from porter.port.state import Done

_SIGNS = {
    "done": ("✓", "green"),
    "skipped": ("-", "dim"),
    "partial": ("-", "yellow"),
    "left": ("✗", "red"),
    "failed": ("✗", "red"),
}
MOST = 12  # lines of a phase that did not go well
WIDTH = 110  # where there is no terminal


@contextmanager
def progress() -> Iterator[Callable[[str], None]]:
    """What runs, on a terminal's stderr; elsewhere a line for each phase."""
    console = Console(stderr=True)
    if not console.is_terminal:
        told = set[str]()

        def once(what: str) -> None:
            phase = what.partition(":")[0]
            if phase not in told:
                print(f"porter: {phase} …", file=sys.stderr, flush=True)
            told.add(phase)

        yield once
        return
    with console.status("") as status:
        yield lambda what: status.update(printable(what))


def screen(phases: Sequence[Done], outputs: Sequence[str]) -> RenderableType:
    """All phases, and what those that did not go well have to say."""
    table = Table.grid(padding=(0, 2))
    for done in phases:
        sign, colour = _SIGNS[done.outcome]
        table.add_row(Text(sign, colour), Text(done.phase, "bold"), Text(printable(done.line)))
    wrong = [done for done in phases if done.outcome in ("left", "partial", "failed") and done.text]
    shown = (
        Panel(Text("\n".join(_lines(done))), title=done.phase, title_align="left") for done in wrong
    )
    written = Text("\n".join(f"-> {printable(output)}" for output in outputs[:MOST]), "cyan")
    return Group(table, *shown, written)


def show(phases: Sequence[Done], outputs: Sequence[str]) -> None:
    """On standard output."""
    terminal = sys.stdout.isatty()
    Console(width=None if terminal else WIDTH).print(screen(phases, outputs))


def _lines(done: Done) -> list[str]:
    """Of what a program printed the end, which says what stopped it."""
    lines = [printable(line) for line in done.text.strip().splitlines()]
    more = len(lines) - MOST
    if more <= 0:
        return lines
    told = f"and {more} more lines: --report FILE has all"
    if done.outcome == "failed" and done.phase != "convert":
        return [f"… {told}", *lines[-MOST:]]
    return [*lines[:MOST], f"… {told}"]
