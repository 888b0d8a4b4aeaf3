"""What a phase that failed has to say: of a program the end, of findings the beginning."""

import io

from rich.console import Console

from porter.port.screen import MOST, screen
from porter.port.state import Done

TEXT = "\n".join(f"line {n}." for n in range(2 * MOST))


def shown(done: Done) -> str:
    console = Console(width=80, file=io.StringIO())
    console.print(screen([done], ()))
    return console.file.getvalue()  # type: ignore[attr-defined]


def test_the_end_of_what_a_program_printed() -> None:
    text = shown(Done("observe", "failed", "the original does not run", TEXT))
    assert f"line {2 * MOST - 1}." in text
    assert "line 0." not in text
    assert f"{MOST} more lines" in text


def test_the_first_findings() -> None:
    text = shown(Done("convert", "left", "errors left", TEXT))
    assert "line 0." in text
    assert f"line {2 * MOST - 1}." not in text
