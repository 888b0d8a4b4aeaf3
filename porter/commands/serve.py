"""`porter serve`: a page on this machine to try porter on."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from porter import terminal

_EPILOG = """\
The page has an editor, the port of what is typed, and what was found at its lines. It is served on
127.0.0.1 to the one browser that opens the link, which is good once. Typing runs nothing: programs
run at the buttons Check and Bench, on copies in a scratch directory, with your rights. Nothing is
written to your files. Ctrl-C ends it.
"""


def add(commands: Any) -> None:
    """Add the command's parser."""
    parser = commands.add_parser(
        "serve",
        help="a page on this machine: an editor, with the port beside it",
        description="Serves a page with an editor, the port of what is typed, check and bench.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("path", metavar="PATH", type=Path, nargs="?", help="a file or a directory")
    parser.add_argument(
        "--port", metavar="N", type=int, default=0, help="default: one that is free"
    )
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Serve until Ctrl-C; returns the exit code."""
    from porter.files import UsageError
    from porter.html_report import need_templates

    try:
        need_templates("porter serve")
        from porter.serve.server import Server
        from porter.serve.workspace import CannotOpen, Workspace

        workspace = Workspace.of(arguments.path) if arguments.path else Workspace()
        server = Server(arguments.port, workspace)
    except (UsageError, CannotOpen) as error:
        return _error(str(error))
    except (OSError, OverflowError) as error:
        return _error(f"--port {arguments.port}: {error}")
    with server:
        print(f"porter serve: open {server.link}\nThe link is good once. Ctrl-C ends.", flush=True)
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            return 0
    return 0


def _error(text: str) -> int:
    terminal.error(text)
    return 2
