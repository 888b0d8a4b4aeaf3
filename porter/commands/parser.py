"""The parser of the command line: what is spelled wrong gets the nearest right name."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING, NoReturn

if TYPE_CHECKING:
    from _typeshed import SupportsWrite

_CHOICE = re.compile(r"invalid choice: '?([^']*?)'? \(choose from (.*)\)$")
_UNKNOWN = re.compile(r"unrecognized arguments: (--?[\w-]+)")
_FILES = (".py", ".ipynb")


class Parser(argparse.ArgumentParser):
    """argparse's parser, whose errors say what was probably meant."""

    def print_help(self, file: SupportsWrite[str] | None = None) -> None:
        """argparse says nothing where it can't be written. Raises OSError."""
        print(self.format_help(), end="", file=file or sys.stdout)
        sys.stdout.flush()  # or it would be said too late

    def error(self, message: str) -> NoReturn:
        super().error(message + self._meant(message))

    def _meant(self, message: str) -> str:
        if wrong := _UNKNOWN.search(message):
            return _nearest(wrong[1], re.findall(r"(?<!\w)--?[a-z][\w-]*", self.format_help()))
        if wrong := _CHOICE.search(message):
            given, choices = wrong[1], re.findall(r"[\w-]+", wrong[2])
            if given.endswith(_FILES) and "convert" in choices:
                return f" -> porter convert {given}?"
            return _nearest(given, choices)
        return ""


def _nearest(given: str, known: Iterable[str]) -> str:
    from difflib import get_close_matches

    found = get_close_matches(given, sorted(set(known)), 1)
    return f" -> {found[0]}?" if found else ""


def parsed(parser: Parser, commands: argparse.Action, given: list[str]) -> argparse.Namespace:
    """The arguments; an unknown option is an error of the command that has been named."""
    arguments, unknown = parser.parse_known_args(given)
    if unknown:
        chosen = dict(commands.choices or ()).get(arguments.command, parser)
        chosen.error(f"unrecognized arguments: {' '.join(unknown)}")
    return arguments
