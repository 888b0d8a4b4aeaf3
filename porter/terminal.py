"""What people read: in colour on a terminal, as plain text everywhere else.

Colours and progress need rich, which is not installed with porter itself. Without it, in pipes,
with NO_COLOR and on a terminal that knows no colours the text is the same without them. FORCE_COLOR
asks for them in a pipe.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import TYPE_CHECKING, TextIO, TypeVar

if TYPE_CHECKING:
    from rich.console import Console

_T = TypeVar("_T")
_STYLES = {
    r"(?m)^\S[^\n]*?:\d+:\d+(?=: [A-Z]+\d+ )": "bold",  # the place of a finding
    r"(?m)(?<=: )[A-Z]+\d+ error\b": "bold red",
    r"(?m)(?<=: )N\d+ note\b": "yellow",
    r"(?m)(?<=: )TFE\d+ \[[\w-]+\]|(?<=: )TFE\d+\b": "bold red",
    r"(?m) -> .*$": "cyan",
    r"(?m)^  (?:why|cost|fix|follows):": "cyan",
    r"(?m)\b[1-9]\d* (?:errors?|findings?|left|failed)\b": "bold red",
    r"(?m)\b[1-9]\d* notes?\b|\b\d+ of \d+ updates? stays? eager": "yellow",
    r"(?m)^no findings\b|^everything was ported\b": "bold green",
}
_MANY = 4  # files: fewer are done before a bar would be read


def error(text: object) -> None:
    """Tell of an error; where standard error is full, the exit code tells of it alone."""
    from porter.findings import printable

    lines = map(printable, str(text).split("\n"))
    with suppress(OSError):
        print("porter: error: " + "\n".join(lines), file=sys.stderr, flush=True)


def show(text: str, stream: TextIO) -> None:
    """Print a report, with what the stream cannot show written as escapes."""
    encoding = stream.encoding or "utf-8"
    text = text.encode(encoding, "backslashreplace").decode(encoding)
    console = _console(stream) if text else None
    if console is None:
        print(text, end="", file=stream)
        return
    from rich.text import Text

    styled = Text(text)
    for pattern, style in _STYLES.items():
        styled.highlight_regex(pattern, style)
    console.print(styled, end="", soft_wrap=True)


def progress(items: Iterable[_T], total: int, what: str, quiet: bool = False) -> Iterator[_T]:
    """The items, with a bar on a terminal's standard error while they are awaited."""
    console = _console(sys.stderr) if total >= _MANY and not quiet else None
    if console is None or not console.is_terminal:
        yield from items
        return
    from rich.progress import track

    yield from track(items, what, total, console=console, transient=True)


def _console(stream: TextIO) -> Console | None:
    """rich's, where colours are wanted and can be had."""
    forced = bool(os.environ.get("FORCE_COLOR"))
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return None
    if not (forced or stream.isatty()):
        return None
    try:
        from rich.console import Console
    except ImportError:
        return None
    return Console(file=stream, highlight=False, markup=False, emoji=False, force_terminal=True)
