"""`porter bench`: original and port side by side."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from porter import gyms, terminal
from porter.commands.arguments import positive

if TYPE_CHECKING:
    from porter.bench.model import Comparison

MEASURED, COULD_NOT_RUN = 0, 2
_EPILOG = """\
Both programs run whole, each in a process of its own, in turn, in scratch directories. What is
timed are the update steps that porter finds in the original, the runs of statements that ask a
network in order to act, the environment's step(), and in the port the lines that came from them.
What stands behind -- is the command line of both.

exit codes:
  0  measured
  2  the programs could not be measured: one is missing, crashes or never trains, there is no GPU
"""


def add(commands: Any) -> None:
    """Add the command's parser."""
    parser = commands.add_parser(
        "bench",
        help="measure a port beside its original",
        description="Runs an original and its port side by side and measures their phases.",
        epilog=_EPILOG,
        usage="%(prog)s [options] ORIGINAL [PORT] [-- ARGUMENT...]",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = parser.add_argument
    add("original", metavar="ORIGINAL", type=Path, help="the PyTorch program")
    add("port", metavar="PORT", type=Path, nargs="?",
        help="its TensorFlow port; default: beside it, as porter convert writes it")  # fmt: skip
    add("--rounds", metavar="N", type=positive, default=3, help="runs of each; default: 3")
    add("--updates", metavar="N", type=positive, default=300,
        help="end a run after N updates; default: 300")  # fmt: skip
    add("--whole", action="store_true", help="run the programs to their end")
    add("--warm-up", metavar="N", type=positive, default=20,
        help="passes of a phase that don't count; default: 20")  # fmt: skip
    add("--modes", metavar="MODE,...", type=_modes, default=("graph", "jit", "eager"),
        help="of the port: graph, jit, eager; default: all")  # fmt: skip
    add("--threads", metavar="N", type=positive, default=1, help="and cores; default: 1")
    add("--device", choices=("cpu", "gpu"), default="cpu", help="default: cpu")
    add("--clock", choices=("wall", "processor"), default="wall",
        help="wall, or processor for processor time on a busy machine; default: wall")  # fmt: skip
    add("--seed", metavar="N", type=int, default=0, help="of random numbers and environments")
    add("--timeout", metavar="SECONDS", type=float, default=600.0, help="of one run; default: 600")
    add("--here", action="store_true", help="run in the current directory")
    add("--gym", choices=gyms.CHOICES, default="auto", help=gyms.HELP)
    add("--format", choices=("text", "json"), default="text", help="of the report")
    add("--json", metavar="FILE", type=Path, help="also write the figures as JSON")
    add("--plot", metavar="FILE", type=Path, help="also draw them (.png, .svg)")
    parser.set_defaults(run=run)


def _modes(text: str) -> tuple[str, ...]:
    chosen = tuple(mode.strip() for mode in text.split(","))
    if unknown := [mode for mode in chosen if mode not in ("graph", "jit", "eager")]:
        raise argparse.ArgumentTypeError(f"{unknown[0]!r} is none of graph, jit, eager")
    return chosen


def run(arguments: argparse.Namespace) -> int:
    """Measure, report, and give the exit code."""
    from porter.bench.rounds import Settings, compare
    from porter.equivalence.twin import CouldNotRun
    from porter.files import beside

    arguments.port = arguments.port or beside(arguments.original)
    for path in (arguments.original, arguments.port):
        if not path.is_file():
            return _error(f"{path}: no such file; name two programs")
    if arguments.plot and (problem := _cannot_plot(arguments.plot)):
        return _error(problem)
    settings = Settings(
        arguments.program_arguments, arguments.modes, arguments.rounds,
        None if arguments.whole else arguments.updates, arguments.warm_up, arguments.threads,
        arguments.device, arguments.seed, arguments.timeout, arguments.clock, arguments.gym,
        arguments.here,
    )  # fmt: skip
    try:
        with _progress(arguments.rounds, len(arguments.modes) + 1) as tell:
            comparison = compare(arguments.original, arguments.port, settings, tell)
        _show(comparison, arguments)
    except (CouldNotRun, OSError) as problem:
        return _error(str(problem))
    return MEASURED


def _cannot_plot(path: Path) -> str:
    """Why no plot can be written there; measuring takes minutes, so it is asked before."""
    try:
        from matplotlib.backend_bases import FigureCanvasBase
    except ImportError:
        return "--plot needs matplotlib: pip install matplotlib"
    known = sorted(FigureCanvasBase.get_supported_filetypes())
    if path.suffix.removeprefix(".") not in known:
        return f"--plot {path}: the suffix is none of {', '.join('.' + name for name in known)}"
    return "" if path.parent.is_dir() else f"--plot {path}: there is no directory {path.parent}"


@contextmanager
def _progress(rounds: int, programs: int) -> Iterator[Callable[[str, int], None]]:
    """On stderr, where each run begins: a line, or a bar over all runs on a terminal."""
    if not sys.stderr.isatty():
        yield lambda name, number: print(
            f"porter bench: round {number + 1} of {rounds}: {name}", file=sys.stderr, flush=True
        )
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as display:
        bar = display.add_task("", total=rounds * programs)
        started = iter(range(rounds * programs))

        def tell(name: str, number: int) -> None:
            description = f"round {number + 1} of {rounds}: {name}"
            display.update(bar, completed=next(started), description=description)

        yield tell


def _show(comparison: Comparison, arguments: argparse.Namespace) -> None:
    """Print the report, and write what else is wanted. Raises OSError."""
    from rich.console import Console

    from porter.bench import report

    if arguments.format == "json":
        print(report.as_json(comparison))
    elif sys.stdout.isatty():
        Console().print(report.as_table(comparison))
    else:
        print(report.as_text(comparison), end="")
    if arguments.json:
        arguments.json.write_text(report.as_json(comparison) + "\n", "utf-8")
    if arguments.plot:
        from porter.bench.plot import plot

        plot(comparison, arguments.plot)


def _error(text: str) -> int:
    terminal.error(text)
    return COULD_NOT_RUN
