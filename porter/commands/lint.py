"""`porter lint`: slow and wrong TensorFlow code."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from porter import terminal

if TYPE_CHECKING:
    from porter.linter.run import Change
    from porter.linter.settings import Settings

CLEAN, FOUND, COULD_NOT_RUN = 0, 1, 2
FORMATS = ("full", "concise", "json", "github", "sarif")
_EPILOG = """\
examples:
  porter lint src/ notebooks/            .py and .ipynb files; those without TensorFlow are skipped
  porter lint --select TFE1,TFE401 .     some rules only; --select ALL has those that are off
  porter lint --diff agent.py            what --fix would change
  porter lint --explain index-loop       what a rule is about, and what was measured

Silence a line with `# noqa: TFE101` or `# porter: ignore[TFE101] why`, a file with
`# porter: skip-file`. Settings stand in [tool.porter.lint] of pyproject.toml (docs/lint.md).

exit codes: 0 nothing is left to do, 1 there are findings, 2 the command line is wrong
"""


def add(commands: Any) -> None:
    """Add the command's parser."""
    parser = commands.add_parser(
        "lint",
        help="find slow and wrong TensorFlow code",
        description="Finds TensorFlow code that is slow or wrong: eager loops, retracing, "
        "predict per step. For any TensorFlow 2 code, ported or not.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = parser.add_argument
    add("paths", nargs="*", metavar="PATH", help="a file, a directory, or - for standard input")
    add("--select", metavar="RULES", action="append", default=[], help="ids, prefixes, names, ALL")
    add("--ignore", metavar="RULES", action="append", default=[], help="these not")
    add("--fix", action="store_true", help="fix what can be fixed with the same values and types")
    add("--unsafe-fixes", action="store_true", help="with --fix: also where a type changes")
    add("--diff", action="store_true", help="print what --fix would change, and write nothing")
    add("--output-format", "--format", dest="format", choices=FORMATS, default="full",
        help="of the findings; default: full")  # fmt: skip
    add("-q", "--quiet", action="store_true", help="print findings only: no summary")
    add("--exit-zero", action="store_true", help="exit with 0 although there are findings")
    add("--statistics", action="store_true", help="print how often each rule was found")
    add("--add-noqa", action="store_true", help="silence all findings with a comment each")
    add("--lsp", action="store_true", help="be a language server on standard input and output")
    add("--explain", metavar="RULE", help="print what a rule is about")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Lint, report, and give the exit code."""
    from porter import collector

    with collector.calmed():  # the imports, too, make objects that stay
        return _run(arguments)


def _run(arguments: argparse.Namespace) -> int:
    from porter.linter.run import UsageError
    from porter.pyproject import SettingsError

    try:
        if arguments.explain is not None:
            _check([arguments.explain])
            from porter.linter.views import explanation

            print(explanation(arguments.explain), end="")
            return CLEAN
        if arguments.lsp:
            return _serve()
        if not arguments.paths:
            raise UsageError("name files or directories to lint: porter lint .")
        if arguments.add_noqa and (arguments.fix or arguments.diff):
            raise UsageError("--add-noqa cannot be combined with --fix or --diff")
        return _lint(arguments, _settings(arguments))
    except (UsageError, SettingsError, OSError) as error:
        terminal.error(error)
        return COULD_NOT_RUN


def _serve() -> int:
    """The language server, until the editor ends it."""
    try:
        from porter.linter.server import serve
    except ImportError as error:
        text = f"--lsp needs {error.name or 'pygls'}: pip install 'porter-rl[lsp]'"
        terminal.error(text)
        return COULD_NOT_RUN
    serve()
    return CLEAN


def _settings(arguments: argparse.Namespace) -> Settings:
    """The project's settings, with what the command line says instead."""
    from dataclasses import replace

    from porter.linter import settings

    first = arguments.paths[0]
    found = settings.read(Path.cwd() if first == "-" else Path(first))
    select, ignore = settings.codes(arguments.select), settings.codes(arguments.ignore)
    of_files = found.per_file_ignores
    if of_files is settings.Settings.per_file_ignores:
        of_files = ()  # to check these would load all rules, for files without TensorFlow too
    in_files = (code for _, codes in of_files for code in codes)
    _check([*select, *ignore, *found.select, *found.ignore, *in_files])
    return replace(found, select=select or found.select, ignore=(*found.ignore, *ignore))


def _check(selectors: list[str]) -> None:
    """Raises UsageError for a selector that means no rule."""
    from porter.linter import registry
    from porter.linter.run import UsageError

    for selector in selectors:
        if not registry.is_selector(selector):
            meant = registry.nearest(selector)
            hint = f"{meant}?" if meant else "docs/lint.md has all of them"
            raise UsageError(f"no rule is called {selector!r} -> {hint}")


def _lint(arguments: argparse.Namespace, settings: Settings) -> int:
    from porter.linter import run, views
    from porter.terminal import show

    found = run.lint(arguments.paths, settings, arguments.quiet)
    change = _change(arguments)
    output = sys.stdout
    if change is None:
        documents = list(found)
    else:
        results = [run.changed(document, change, settings) for document in found]
        documents = [result.before if arguments.diff else result.after for result in results]
        if arguments.diff:
            show("".join(result.diff() for result in results), sys.stdout)
        else:
            for result in results:
                result.write()
        if arguments.diff or arguments.paths == ["-"]:
            output = sys.stderr
    left = sum(len(document.shown) for document in documents)
    if arguments.statistics:
        show(views.statistics(documents), output)
    else:
        show(views.VIEWS[arguments.format](documents), output)
    if arguments.format == "full" and not arguments.statistics and not arguments.quiet:
        show(views.summary(documents) if left else views.clean(documents), output)
    return FOUND if left and not arguments.exit_zero else CLEAN


def _change(arguments: argparse.Namespace) -> Change | None:
    """What is done to the code, if anything."""
    if arguments.add_noqa:
        from porter.linter.adopt import silenced

        return silenced
    if not (arguments.fix or arguments.diff):
        return None
    from porter.linter.fixing import fix

    return lambda code, lint: fix(code, lint, arguments.unsafe_fixes).text
