"""`porter completion`: what makes a shell complete porter's commands and options."""

from __future__ import annotations

import argparse
from typing import Any

from porter import terminal

SHELLS = ("bash", "zsh", "tcsh")
_EPILOG = """\
examples:
  porter completion bash > ~/.local/share/bash-completion/completions/porter
  porter completion zsh > "${fpath[1]}/_porter"

It needs shtab: pip install 'porter-rl[completion]'
"""


def add(commands: Any) -> None:
    """Add the command's parser."""
    parser = commands.add_parser(
        "completion",
        help="print a script that completes commands and options in a shell",
        description="Prints the script that completes porter's commands, options and files.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("shell", metavar="SHELL", choices=SHELLS, help=", ".join(SHELLS))
    parser.set_defaults(run=run, commands=commands)


def run(arguments: argparse.Namespace) -> int:
    """Print the script; returns the exit code."""
    try:
        import shtab
    except ImportError:
        text = "porter completion needs shtab: pip install 'porter-rl[completion]'"
        terminal.error(text)
        return 2
    for chosen in [arguments.whole, *arguments.commands.choices.values()]:
        for action in chosen._actions:
            if action.type is not None and getattr(action.type, "__name__", "") == "Path":
                action.complete = shtab.FILE
            elif action.dest in ("paths", "output", "inputs"):
                action.complete = shtab.FILE
    print(shtab.complete(arguments.whole, arguments.shell))
    return 0
