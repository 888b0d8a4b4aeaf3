"""The commands beside `convert`, one module each: `add(commands)` its parser, `run(arguments)`.

Their parsers are built for every `porter --help`, so frameworks are imported in `run` only.
"""

from __future__ import annotations

from typing import Any

from porter.commands import bench, check, completion, lint, observe, port, rules, serve, weights


def add_all(commands: Any) -> None:
    """Add the parsers of all commands; each sets `run`, which gives the exit code."""
    for command in (bench, check, completion, lint, observe, port, rules, serve, weights):
        command.add(commands)
