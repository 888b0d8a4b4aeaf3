"""`porter check`: proof that the port is the same agent."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from porter import gyms, terminal

if TYPE_CHECKING:
    from rich.progress import TaskID

    from porter.equivalence.causes import Sources
    from porter.equivalence.options import Options
    from porter.equivalence.report import Report

EVERY = 15.0  # seconds between two lines of progress
EQUIVALENT, DIFFERENT, COULD_NOT_RUN, NOT_CHECKED = 0, 1, 2, 3
_EPILOG = """\
Both programs run whole, in two processes, with the same initial weights, the same random numbers
and the same environment seeds. Losses, gradients, optimizer state and weights are compared at every
update, and every action. In float64 the port runs freely; in float32 each update starts from the
original's state. Programs run in scratch directories, so that they don't write over each other's
files; --here runs them where you are. What stands behind -- is the command line of both.

exit codes:
  0  equivalent, as far as the report says that it was compared
  1  different: the report names the first divergence
  2  the programs could not be compared: one is missing, crashes, hangs or never trains
  3  not checked on a device that was asked for
"""


def add(commands: Any) -> None:
    """Add the command's parser."""
    parser = commands.add_parser(
        "check",
        help="prove that a port is the same agent as its original",
        description="Runs an original and its port side by side and compares them.",
        epilog=_EPILOG,
        usage="%(prog)s [options] ORIGINAL [PORT] [-- ARGUMENT...]",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = parser.add_argument
    add("original", metavar="ORIGINAL", type=Path, help="the PyTorch program, or a notebook")
    add("port", metavar="PORT", type=Path, nargs="?",
        help="its TensorFlow port; default: beside it, as porter convert writes it")  # fmt: skip
    add_options(parser)
    parser.set_defaults(run=run)


def add_options(parser: argparse.ArgumentParser) -> None:
    """The options of a check, which have no value unless they are given: pyproject's come next."""
    add, yes_or_no = parser.add_argument, argparse.BooleanOptionalAction
    add("--precision", choices=("float64", "float32", "both"), help="default: both")
    add("--device", choices=("cpu", "gpu", "both"), help="default: cpu")
    add("--updates", metavar="N", type=int, help="stop after N updates; default: run to the end")
    add("--seconds", metavar="N", type=float,
        help="stop after so long a time of comparing, all runs together; 0: never; default: 80, "
        "or 0 with --updates")  # fmt: skip
    add("--quick", action=yes_or_no,
        help="a first verdict: float64, no noise floor, 5 seconds of comparing")  # fmt: skip
    add("--seed", metavar="N", type=int, help="of weights, random numbers, environments")
    add("--timeout", metavar="SECONDS", type=float, help="of silence that end a run; default: 300")
    add("--here", action=yes_or_no, help="run in the current directory")
    add("--gym", choices=gyms.CHOICES, help=gyms.HELP)
    add(
        "--module", metavar="CLASS", help="compare this network alone, without running the programs"
    )
    add("--arg", metavar="NAME=VALUE", action="append", help="of its constructor (with --module)")
    add("--input", metavar="32x17", action="append", help="shape of an input (with --module)")
    add("--floor", action=yes_or_no, help="measure the original's own noise; default: yes")
    add("--html", metavar="FILE", type=Path, help="also write the report as one HTML page")
    add("--format", choices=("text", "json"), help="of the report; default: text")


def run(arguments: argparse.Namespace) -> int:
    """Check, report, and give the exit code."""
    from porter.equivalence.options import OptionError, options
    from porter.files import beside

    original = arguments.original
    arguments.port = arguments.port or beside(original)
    try:
        chosen = options(vars(arguments), arguments.original)
    except OptionError as error:
        terminal.error(error)
        return COULD_NOT_RUN
    if arguments.module:
        return _check_module(arguments, chosen)
    if arguments.arg or arguments.input:
        terminal.error("--arg and --input belong to --module CLASS")
        return COULD_NOT_RUN
    return check(arguments.original, arguments.port, arguments.program_arguments, chosen)


def _check_module(arguments: argparse.Namespace, chosen: Options) -> int:
    """Check one network in every precision that was asked for, on the CPU."""
    from porter.equivalence.modules.command import run_module_check
    from porter.equivalence.notebooks import scripts
    from porter.equivalence.twin import CouldNotRun
    from porter.gyms.choose import provided

    inputs = arguments.input or []
    try:
        with (
            scripts(arguments.original, arguments.port) as (original, port, _),
            provided(original, chosen.gym),
        ):
            return max(
                run_module_check(
                    original, port, arguments.module, arguments.arg or [], inputs, precision,
                    chosen.seed, chosen.format == "json", chosen.timeout,
                )
                for precision in chosen.precisions
            )  # fmt: skip
    except (CouldNotRun, OSError) as problem:
        terminal.error(problem)
        return COULD_NOT_RUN


def check(original: Path, port: Path, arguments: tuple[str, ...], chosen: Options) -> int:
    """Check two files and print the report."""
    from porter.equivalence.check import Programs, check_programs
    from porter.equivalence.notebooks import scripts
    from porter.equivalence.twin import CouldNotRun
    from porter.written import Refused

    for path in (original, port):
        if not path.is_file():
            terminal.error(f"{path}: no such file; name two programs")
            return COULD_NOT_RUN
    try:
        with scripts(original, port) as (original, port, places):
            programs = Programs(original, port, arguments)
            with progress(chosen.updates, chosen.limit) as tell:
                report = places.told(check_programs(programs, chosen, tell))
            show(report, chosen, programs.lines.sources())
    except (CouldNotRun, Refused, OSError) as problem:
        terminal.error(problem)
        return COULD_NOT_RUN
    return report.exit_code


@contextmanager
def progress(updates: int | None, limit: float) -> Iterator[Callable[[str, int], None]]:
    """On stderr, for each run: what is done, how long it takes at most. A terminal has bars."""
    if not sys.stderr.isatty():
        yield _lines(limit)
        return
    from rich.console import Console
    from rich.progress import MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    console = Console(stderr=True)
    columns = (*Progress.get_default_columns()[:2], MofNCompleteColumn(), TimeElapsedColumn())
    bars: dict[str, TaskID] = {}
    with Progress(
        *columns, TextColumn("updates{task.fields[most]}"), console=console, transient=True,
    ) as display:  # fmt: skip

        def tell(what: str, done: int) -> None:
            if what not in bars:
                text = f"{what}: starting both programs"
                bars[what] = display.add_task(text, total=updates, most="")
            if done:
                most = f", at most {limit:.0f} s behind the first" if limit else ""
                display.update(bars[what], description=what, completed=done, most=most)

        yield tell


def _lines(limit: float) -> Callable[[str, int], None]:
    """A line where a run begins, and every 15 seconds while it goes on."""
    most = f", {limit:.0f} s of comparing at most" if limit else ""
    last: dict[str, float] = {}

    def tell(what: str, done: int) -> None:
        now = time.monotonic()
        if now - last.get(what, -EVERY) >= EVERY:
            last[what] = now
            state = f"{done} update{'s' * (done != 1)}" if done else f"starting both programs{most}"
            print(f"porter check: {what}: {state}", file=sys.stderr, flush=True)

    return tell


def show(report: Report, chosen: Options, sources: Sources) -> None:
    """Print the report, and write the page if it is wanted. Raises OSError and Refused."""
    from rich.console import Console

    from porter import __version__, written
    from porter.equivalence import report as views

    if chosen.format == "json":
        print(views.as_json(report, __version__))
    elif sys.stdout.isatty():
        Console().print(views.as_tree(report))
    else:
        print(views.as_text(report), end="")
    if chosen.html:
        from porter.equivalence.report.page import as_html

        written.page(chosen.html, as_html(report, __version__, sources))


def check_written(ports: list[tuple[str, str]], arguments: tuple[str, ...]) -> int:
    """Check what was just converted, with the project's options: the one file that is a script."""
    from porter.source import read

    scripts = [pair for pair in ports if len(ports) == 1 or "__main__" in read(pair[0]).text]
    if len(scripts) != 1:
        names = ", ".join(original for original, _ in scripts) or "none"
        text = f"--check runs one script, found are: {names}; name it with porter check"
        terminal.error(text)
        return COULD_NOT_RUN
    from porter.equivalence.options import OptionError, options

    original, port = map(Path, scripts[0])
    try:
        return check(original, port, arguments, options({}, original))
    except OptionError as error:
        terminal.error(error)
        return COULD_NOT_RUN
