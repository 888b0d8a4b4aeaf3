"""`porter port`: observe, convert, check and bench in one."""

from __future__ import annotations

import argparse
import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Any

from porter import gyms, terminal
from porter.commands.arguments import positive

if TYPE_CHECKING:
    from porter.port.run import Port, Wanted
    from porter.port.state import Done

PORTED, LEFT, COULD_NOT_RUN = 0, 1, 2
_EPILOG = """\
The original runs for a few updates, and what its values were decides what its text leaves open
(porter observe). Then it is converted (porter convert); if nothing is left, both programs are
compared in float64 (porter check) and timed (porter bench). A phase that can't go on ends it; what
is there is kept, and a second call goes on from there: what it knows of files that are the same is
not done again. All programs run in scratch directories. What stands behind -- is what they are
given.

exit codes:
  0  ported, and the same agent in what was compared
  1  something is left: findings of convert, also where the run never came, or a difference
  2  the original or its port could not be run, or the command line is wrong
"""


def add(commands: Any) -> None:
    """Add the command's parser."""
    parser = commands.add_parser(
        "port",
        help="port a program and prove it: observe, convert, check, bench",
        description="Ports a PyTorch program, and proves the port: all phases, one report.",
        epilog=_EPILOG,
        usage="%(prog)s [options] PATH [-- ARGUMENT...]",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = parser.add_argument
    add("path", metavar="PATH", type=Path, help="a script, a notebook, or a directory with --run")
    add("-o", "--output", metavar="OUT", type=Path,
        help="the port; default: beside it, agent_tf.py or directory_tf")  # fmt: skip
    add("--run", dest="entry", metavar="PROGRAM", help='of a directory: "train.py --steps 500"')
    add("--updates", metavar="N", type=positive, default=20,
        help="to observe and to compare; default: 20")  # fmt: skip
    add("--seconds", metavar="N", type=float, default=60.0,
        help="to observe for, at most; default: 60")  # fmt: skip
    add("--here", action="store_true", help="run in the current directory")
    add("--gym", choices=gyms.CHOICES, default="auto", help=gyms.HELP)
    add("--no-bench", dest="bench", action="store_false", help="do not measure the speed")
    add("--report", metavar="FILE", type=Path, help="also write an HTML page with all of it")
    changed = parser.add_mutually_exclusive_group()
    for name in ("update", "force"):
        changed.add_argument(f"--{name}", dest="replace", action="store_const", const=name,
                             default="keep", help="as of porter convert")  # fmt: skip
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Port, report, and give the exit code."""
    from porter import html_report, source
    from porter.files import UsageError, find
    from porter.port.run import Port
    from porter.port.screen import progress, show
    from porter.pyproject import SettingsError
    from porter.rulebook import RuleError

    try:
        wanted = _wanted(arguments)
        if arguments.report:
            html_report.prepare(arguments.report, find([str(wanted.original)], str(wanted.output)))
        done: list[Done] = []
        with progress() as tell:
            port = Port(wanted, tell)
            done.extend(port.phases())
        show(done, port.report.written if port.report is not None else ())
        if arguments.report:
            _page(arguments.report, port, done)
    except (UsageError, RuleError, SettingsError) as error:
        return _error(str(error))
    except OSError as error:
        return _error(f"{error.filename or arguments.path}: {source.reason(error)}")
    return code(done)


def code(done: list[Done]) -> int:
    """Of all phases. A port that is proven is proven, whether it could be observed or not."""
    outcomes = {phase.phase: phase.outcome for phase in done}
    if "partial" in outcomes.values():
        return COULD_NOT_RUN if outcomes.get("check") == "failed" else LEFT
    if outcomes.get("check") == "done":
        return PORTED
    return LEFT if "left" in outcomes.values() else COULD_NOT_RUN


def _wanted(arguments: argparse.Namespace) -> Wanted:
    """What is asked for. Raises UsageError and SettingsError."""
    from porter import pyproject
    from porter.commands.observe import not_a_program
    from porter.files import UsageError, beside
    from porter.port.run import Wanted

    path, own = arguments.path, tuple(arguments.program_arguments)
    if not path.exists():
        raise UsageError(f"{path}: no such file or directory")
    script = path
    if path.is_dir():
        entry = shlex.split(arguments.entry or "")
        if not entry:
            raise UsageError(f'{path}: which program of it? --run "train.py --steps 500"')
        script, own = path / entry[0], (*entry[1:], *own)
    elif arguments.entry:
        raise UsageError("--run names a program of a directory")
    if problem := not_a_program(script):
        raise UsageError(problem)
    output = arguments.output or beside(path)
    if not path.is_dir() and output.is_dir():
        output = output / path.name
    if path.is_file() and path.suffix == ".py" and output.suffix != ".py":
        raise UsageError(f"-o {output}: the name of a port ends with .py, or it is a directory")
    return Wanted(
        path, script, output, own, arguments.updates, arguments.seconds, arguments.replace,
        arguments.bench, arguments.report is not None, arguments.gym,
        arguments.here, pyproject.rule_files(path),
    )  # fmt: skip


def _page(path: Path, port: Port, done: list[Done]) -> None:
    """The page of porter convert, with what the other phases have to say above it."""
    from porter import __version__, html_report

    if port.report is not None:
        html_report.write(path, port.report, port.originals, __version__, done)


def _error(text: str) -> int:
    terminal.error(text)
    return COULD_NOT_RUN
