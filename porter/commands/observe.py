"""`porter observe`: run the original, and keep what its expressions were."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from porter import gyms, terminal
from porter.commands.arguments import positive

if TYPE_CHECKING:
    from porter.evidence import Evidence

COULD_NOT_RUN = 2
_EPILOG = """\
The program runs as `python PROGRAM ARGUMENT...` does, in a scratch directory (--here: where you
are), for 60 seconds at most. Its output, its exceptions and its exit code are its own. What its
expressions were (tensor, array, number, network; dtypes, sizes; how often) is written as evidence,
which `porter convert --evidence FILE` reads. An evidence file that exists gets the new run, too.

exit codes:
  0  the program ended well, or at its limit
  2  it could not be run, or the evidence could not be written
  any other: the program's own
"""


def add(commands: Any) -> None:
    """Add the command's parser."""
    parser = commands.add_parser(
        "observe",
        help="run a PyTorch program and keep what its values were, as evidence",
        description="Runs a PyTorch program and writes what its expressions were.",
        epilog=_EPILOG,
        usage="%(prog)s [options] PROGRAM [-- ARGUMENT...]",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = parser.add_argument
    add("program", metavar="PROGRAM", type=Path, help="the PyTorch program, or a notebook of one")
    add("-o", "--output", metavar="FILE", type=Path, default=Path("evidence.json"),
        help="the evidence; merged with what it holds; default: evidence.json")  # fmt: skip
    add("--updates", metavar="N", type=positive, help="end the program after N updates")
    add("--seconds", metavar="N", type=float, default=60.0,
        help="end it after so long; 0: never; default: 60")  # fmt: skip
    add("--root", metavar="DIR", type=Path,
        help="of the program's own files; default: where you are, if it lies below")  # fmt: skip
    add("--here", action="store_true", help="run in the current directory")
    add("--gym", choices=gyms.CHOICES, default="auto", help=gyms.HELP)
    add("--merge", metavar="FILE", type=Path, action="append", default=[],
        help="also put this evidence in; several may be given")  # fmt: skip
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Run, write, and give the exit code."""
    from porter.evidence import Broken, load, merged, save
    from porter.observe.run import observe
    from porter.source import reason

    program, output = arguments.program, arguments.output
    if (problem := not_a_program(program)) is not None:
        return _error(problem)
    if arguments.seconds < 0:
        return _error(f"--seconds {arguments.seconds:g}: at least 0 is meant, which is no limit")
    if not output.parent.is_dir():
        return _error(f"{output}: there is no directory {output.parent}")
    try:
        before = [load(path) for path in ([output] if output.exists() else []) + arguments.merge]
    except Broken as broken:
        return _error(str(broken))
    ended = observe(
        program, arguments.program_arguments, root=arguments.root, updates=arguments.updates,
        seconds=arguments.seconds, here=arguments.here, gym=arguments.gym,
    )  # fmt: skip
    if ended.evidence is None or not any(s.places for s in ended.evidence.files.values()):
        return max(_error(f"{program}: {ended.why}; nothing was seen"), ended.code)
    found = merged([*before, ended.evidence])
    try:
        save(found, output)
    except OSError as error:
        return _error(f"{output}: {reason(error)}")
    told = "".join(f"; {line}" for line in _replaced(before, ended.evidence))
    print(f"porter: {program}: {ended.why}; {summary(ended.evidence)} -> {output}{told}",
          file=sys.stderr)  # fmt: skip
    return ended.code if ended.code >= 0 else 128 - ended.code


def not_a_program(path: Path) -> str | None:
    """Why it can't be run; None if it can."""
    from porter import cells, source

    try:
        text = source.read(str(path)).text
        if path.suffix == ".ipynb":
            text = cells.program(text).text
    except (source.Unreadable, cells.NotANotebook) as error:
        return f"{path}: {error.message}; {error.hint}"
    if path.suffix not in (".py", ".ipynb"):
        return f"{path}: a Python program or a notebook is meant"
    problem = source.parse_problem(text, str(path))
    return f"{path}:{problem.line}: {problem.message}" if problem else None


def summary(evidence: Evidence) -> str:
    """How much was seen."""
    places = sum(len(seen.places) for seen in evidence.files.values())
    return f"{places} places in {len(evidence.files)} files seen"


def _replaced(before: list[Evidence], now: Evidence) -> list[str]:
    """Files that were another version before."""
    return [
        f"what was known of {name} was of another version, and is replaced"
        for name, seen in now.files.items()
        if any(e.files[name].digest != seen.digest for e in before if name in e.files)
    ]


def _error(text: str) -> int:
    terminal.error(text)
    return COULD_NOT_RUN
