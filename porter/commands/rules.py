"""`porter rules`: what is ported, what is refused and why."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from porter import terminal

if TYPE_CHECKING:
    from porter.rulebook import Rulebook

NOTHING_FOUND, COULD_NOT_READ = 1, 2
_EPILOG = """\
examples:
  porter rules                        every torch API and idiom that porter knows
  porter rules 'torch.*norm'          those whose name matches; "clamp" is found in any name
  porter rules --explain torch.clamp  one rule, with its proof and what that becomes
  porter rules --format markdown      rules/README.md
  porter rules --missing              torch's names that porter does not know, the most used first

exit codes: 0 found, 1 nothing is called so (--missing: nothing is unknown), 2 a rule file could
not be read
"""


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """The parser."""
    parser = commands.add_parser(
        "rules",
        help="list the torch APIs that are ported, or explain one",
        description="Lists what porter ports: torch APIs and idioms, and what they become.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = parser.add_argument
    add("pattern", nargs="?", default="", metavar="PATTERN", help="a name, or a part with * in it")
    add("--explain", action="store_true", help="show the rules with their proofs")
    add("--missing", action="store_true", help="names of torch's without a rule, and their use")
    add("--format", choices=("text", "markdown", "json"), default="text", help="of the table")
    add("--rules", metavar="FILE", type=Path, action="append", default=[], help="rules of your own")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Print the table or the explanation; returns the exit code."""
    from porter import pyproject
    from porter.rulebook import Rulebook, RuleError, table

    try:
        own = (*pyproject.rule_files(Path.cwd()), *arguments.rules)
        book = Rulebook.load(own)
        if arguments.missing:
            return _missing(book, arguments.pattern, arguments.format)
        rows = table.rows(book, arguments.pattern)
        if not rows:
            near = table.nearest(book, arguments.pattern)
            hint = f"{', '.join(near)}?" if near else "porter rules lists all of them"
            text = f"no rule is called {arguments.pattern!r} -> {hint}"
            print(f"porter: {text}", file=sys.stderr)
            return NOTHING_FOUND
        if arguments.explain:
            from porter.rulebook.explain import explain

            print("\n\n".join(explain(row, own) for row in rows))
        else:
            views = {"text": table.as_text, "markdown": table.as_markdown, "json": table.as_json}
            print(views[arguments.format](rows), end="")
    except (RuleError, pyproject.SettingsError) as error:
        terminal.error(error)
        return COULD_NOT_READ
    return 0


def _missing(book: Rulebook, pattern: str, form: str) -> int:
    from porter import torch_api

    every = torch_api.names(book)
    found = torch_api.missing(every, pattern)
    if not found:
        text = f"nothing unknown is called {pattern!r}" if pattern else "no name is unknown"
        print(f"porter: {text} -> porter rules shows what is known", file=sys.stderr)
        return NOTHING_FOUND
    views = {
        "text": torch_api.as_text,
        "markdown": torch_api.as_markdown,
        "json": torch_api.as_json,
    }
    print(views[form](found, every), end="")
    return 0
