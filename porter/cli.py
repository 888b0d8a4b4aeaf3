"""The command line: arguments, exit codes, and everything that is printed.

Exit codes of `porter convert`: 0 everything was ported (notes allowed), 1 something is left as it
was, 2 a file could not be read, parsed or written, or the command line is wrong.

Nothing heavy is imported here: `porter --help` answers at once.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from porter import __version__, terminal
from porter.commands import add_all
from porter.commands.arguments import positive
from porter.commands.parser import Parser, parsed
from porter.convert_options import FORMATS, HELPERS, fill

if TYPE_CHECKING:
    from porter.evidence import Evidence
    from porter.files import Work
    from porter.report import Report

_EPILOG = """\
Output goes beside the input (agent_tf.py, nb_tf.ipynb) unless -o names another place. Into a
directory, names and the tree are kept, so that imports still hold: every .py and .ipynb file
arrives there, those without torch byte for byte. Other files, hidden directories, caches,
virtual environments and links to directories are left out. An output is replaced where it is as
porter wrote it (a copy lies in .porter/ beside it); --update merges what was changed by hand, and
--force replaces it. An input is never replaced, and links are not followed. What the files of a
directory became is kept in OUT/.porter_cache until something changes. The report goes to stdout,
or to stderr where stdout has the converted text or a diff.

exit codes:
  0  everything was ported; notes tell what changed meaning
  1  something is left as it was: see the findings (docs/findings.md)
  2  a file could not be read, parsed or written, or the command line is wrong;
     other files are converted all the same
  with --check the exit code of `porter check`, if that is greater
"""


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command; returns the exit code."""
    if sys.stdout is None:  # closed: `porter … >&-`
        sys.stdout = open(os.devnull, "w")  # noqa: SIM115
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w")  # noqa: SIM115
    given = list(sys.argv[1:] if argv is None else argv)
    checks = given[:1] in (["check"], ["bench"], ["observe"], ["port"]) or "--check" in given
    end = given.index("--") if checks and "--" in given else len(given)
    command = ""
    try:
        arguments = parsed(*whole_parser(), given[:end])
        arguments.program_arguments = tuple(given[end + 1 :])  # of the programs that are checked
        command = arguments.command
        if arguments.version:
            from porter import versions

            print("\n".join(versions.lines()), flush=True)
            return 0
        code = int(arguments.run(arguments))
        sys.stdout.flush()
        return code
    except ModuleNotFoundError as missing:
        if (missing.name or "porter").startswith("porter"):
            raise
        what = f"porter {command} needs {missing.name}, which is not installed"
        terminal.error(f"{what}: pip install 'porter-rl[check]'")
        return 2
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:  # the reader, `head` for one, has seen enough
        _drop_output()
        return 141
    except OSError as error:  # files are told of where they are; what is left is the output
        _drop_output()
        terminal.error(f"cannot write the report: {error.strerror}")
        return 2


def _drop_output() -> None:
    """Nothing more is written to standard output, at the end of the process neither."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def whole_parser() -> tuple[Parser, argparse.Action]:
    """The parser of the command line, and the action that has the commands' own parsers."""
    parser = Parser(
        prog="porter",
        description="Ports PyTorch reinforcement-learning agents to TensorFlow/Keras.",
    )
    parser.add_argument("--version", action="store_true", help="print the versions that matter")
    parser.set_defaults(run=_convert)
    commands = parser.add_subparsers(prog="porter", dest="command", metavar="COMMAND")
    yes_or_no = argparse.BooleanOptionalAction
    convert = commands.add_parser(
        "convert",
        help="write the TensorFlow port of scripts, notebooks and directories",
        description="Writes the TensorFlow/Keras port of PyTorch scripts, notebooks and projects.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = convert.add_argument
    add("paths", nargs="+", metavar="PATH", help="a file, a directory, or - for standard input")
    add("-o", "--output", metavar="OUT", help="output file or directory; - is standard output")
    add("--diff", action="store_true", help="print a unified diff and write nothing")
    add("--explain", action=yes_or_no, help="also tell the plan: tape, @tf.function, host lines")
    add("--output-format", "--format", dest="format", choices=FORMATS, help="of the report")
    add("-q", "--quiet", action=yes_or_no, help="print errors only")
    add("--report", metavar="FILE", type=Path, help="also write an HTML page, side by side")
    add("--rules", metavar="FILE", type=Path, action="append", default=[], help="rules of your own")
    add(
        "--helpers",
        choices=HELPERS,
        help="import building blocks from torch_compat.py, which is written beside (the default), "
        "or paste them (the default for a notebook alone, and for standard output)",
    )
    changed = convert.add_mutually_exclusive_group()
    changed.add_argument(
        "--update", dest="replace", action="store_const", const="update",
        default="keep", help="merge into outputs that were changed by hand",
    )  # fmt: skip
    changed.add_argument(
        "--force", dest="replace", action="store_const", const="force",
        help="replace outputs that were changed by hand",
    )  # fmt: skip
    add("--evidence", metavar="FILE", type=Path,
        help="of porter observe: decides what the text leaves open")  # fmt: skip
    add("--strict", action=yes_or_no, help="evidence decides nothing; it is compared only")
    add("--jit", action=yes_or_no, help="compile update steps with XLA")
    add("--check", action="store_true", help="then run both and compare; -- ARGUMENT... for both")
    add("--cache", action=yes_or_no, help="with --no-: convert files that did not change, too")
    add("--jobs", metavar="N", type=positive, help="convert N files at once; default: 1")
    parser.set_defaults(usage=parser.error, whole=parser)
    add_all(commands)
    return parser, commands


def _convert(arguments: argparse.Namespace) -> int:
    if arguments.command is None:
        arguments.usage("a command is needed: porter convert PATH")
    from porter import collector, evidence, files, pyproject
    from porter.pipeline import forget_files
    from porter.rulebook import RuleError

    forget_files()
    try:
        inputs = [Path(path) for path in arguments.paths if path != "-"]
        beside = inputs[0] if inputs else Path.cwd()
        fill(arguments, beside)
        arguments.rules = [*pyproject.rule_files(beside), *arguments.rules]
        work = files.find(arguments.paths, arguments.output, arguments.helpers, arguments.diff)
        if arguments.report:
            from porter import html_report

            html_report.prepare(arguments.report, work)
        arguments.seen = _evidence(arguments.evidence, work)
        with collector.calmed():
            found = _run(work, arguments)
    except (files.UsageError, RuleError, pyproject.SettingsError, evidence.Broken) as error:
        terminal.error(error)
        return 2
    if not arguments.check:
        return found.exit_code
    from porter.commands.check import check_written

    return max(found.exit_code, check_written(found.ports, arguments.program_arguments))


def _evidence(path: Path | None, work: Work) -> Evidence | None:
    """What a run showed of these files. Raises Broken, also where a file is another one by now."""
    from porter import source
    from porter.evidence import Broken, load

    found = load(path) if path is not None else None
    for job in work.jobs if found is not None else ():
        try:
            text = source.read(job.path).text if job.path.endswith(".py") else None
        except source.Unreadable:
            continue  # it is told of where it is converted
        root = job.root or Path()
        if found is not None and text is not None and found.is_stale(Path(job.path), root, text):
            raise Broken(f"{path}: of another version of {job.path}: run porter observe again")
    return found


def _run(work: Work, arguments: argparse.Namespace) -> Report:
    """Convert, write and report."""
    from porter import deliver, jobs, report, report_formats
    from porter.left_behind import LeftBehind
    from porter.pipeline import Options
    from porter.written import Replace

    options = Options(
        jit=arguments.jit,
        rules=tuple(arguments.rules),
        lines=arguments.report is not None,
        evidence=arguments.seen,
        strict=arguments.strict,
    )
    changed = Replace(arguments.replace)
    left_behind = LeftBehind(work.jobs)
    cached = arguments.cache and not arguments.diff
    done = jobs.run(work.jobs, options, arguments.jobs, cached)
    done = terminal.progress(done, len(work.jobs), "converting", arguments.quiet)
    converted = [left_behind.told(one) for one in done]
    if arguments.diff:
        entries, modules = deliver.not_written(converted), list[str]()
        _put(deliver.diffs(converted, options).encode("utf-8", "surrogateescape"))
    else:
        entries, modules = deliver.write(converted, options, changed)
        entries += deliver.copy_data(work.data)
        for one in converted:
            if one.job.output is None:
                _put(one.data or b"")
    entries = [*(deliver.unlisted(*failure) for failure in work.unlisted), *entries]
    found = report.Report(
        tuple(entries), tuple(modules), work.notes, arguments.explain, arguments.diff,
        arguments.quiet,
    )  # fmt: skip
    to_stdout = not arguments.diff and all(job.output is not None for job in work.jobs)
    text = report_formats.FORMATS[arguments.format](found)
    terminal.show(text, sys.stdout if to_stdout else sys.stderr)
    if arguments.report:
        from porter import html_report

        originals = {one.job.path: one.text for one in converted}
        html_report.write(arguments.report, found, originals, __version__)
    return found


def _put(data: bytes) -> None:
    """Write converted text to standard output, in its own encoding."""
    sys.stdout.flush()
    sys.stdout.buffer.write(data)
    sys.stdout.buffer.flush()
