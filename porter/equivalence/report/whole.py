"""All verdicts of a check, and how they look on a terminal."""

from __future__ import annotations

import io
from collections.abc import Mapping
from dataclasses import dataclass, field

from rich.console import Console, Group, RenderableType
from rich.text import Text

from porter.equivalence.report.model import Result
from porter.equivalence.report.tree import result_tree
from porter.equivalence.verdict import Outcome

WIDTH = 100  # of text that goes to no terminal


class NotEquivalent(AssertionError):
    """Two programs are not the same agent, or it could not be found out; the text says why."""


@dataclass(frozen=True)
class Report:
    """All verdicts of a check, on one original and one port."""

    original: str
    port: str
    results: tuple[Result, ...]
    arguments: tuple[str, ...] = ()
    seed: int = 0
    versions: Mapping[str, str] = field(default_factory=dict)

    @property
    def outcome(self) -> Outcome:
        """Different if any result is; else that something could not run; else not checked."""
        found = {result.outcome for result in self.results}
        for outcome in (Outcome.DIFFERENT, Outcome.COULD_NOT_RUN, Outcome.NOT_CHECKED):
            if outcome in found:
                return outcome
        return Outcome.EQUIVALENT if found else Outcome.COULD_NOT_RUN

    @property
    def exit_code(self) -> int:
        """0 equivalent, 1 different, 2 could not run, 3 not checked on a device asked for."""
        return self.outcome.exit_code

    def raise_if_different(self) -> None:
        """Raises NotEquivalent with the report's text unless all is equivalent."""
        if self.outcome is not Outcome.EQUIVALENT:
            raise NotEquivalent(f"\n{as_text(self)}")


def as_tree(report: Report) -> RenderableType:
    """The report, to be printed by a rich console."""
    head = Text(f"{report.original} and its port {report.port}")
    if report.versions:
        head.append(f"  ({', '.join(f'{k} {v}' for k, v in report.versions.items())})", "dim")
    return Group(head, *(result_tree(result) for result in report.results))


def as_text(report: Report) -> str:
    """The report without colours."""
    file = io.StringIO()
    Console(file=file, width=WIDTH, color_system=None).print(as_tree(report))
    return file.getvalue()
