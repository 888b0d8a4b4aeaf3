"""The smallest program that still goes wrong in the same way."""

from __future__ import annotations

from collections.abc import Callable

from tests.hunt.writer import text


def smaller(
    definitions: list[str], statements: list[str], wrong: Callable[[str], bool]
) -> tuple[list[str], list[str]]:
    """Definitions and statements without those that the fault does not need."""
    shrunk = True
    while shrunk:
        shrunk = False
        for parts in (statements, definitions):
            for index in reversed(range(len(parts))):
                part = parts.pop(index)
                if wrong(text(definitions, statements)):
                    shrunk = True
                else:
                    parts.insert(index, part)
        for index, part in enumerate(statements):
            lines = part.split("\n")
            for at in reversed(range(len(lines))):
                fewer = "\n".join(lines[:at] + lines[at + 1 :])
                statements[index] = fewer
                if fewer and wrong(text(definitions, statements)):
                    lines, shrunk = fewer.split("\n"), True
                else:
                    statements[index] = "\n".join(lines)
    return definitions, statements
