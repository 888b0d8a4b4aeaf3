"""`porter convert --report FILE`: originals and ports side by side, as one self-contained page.

The page has no script and loads nothing. What stands in it comes from files that may be hostile:
every text is escaped, and characters that nobody can see are spelled out.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Mapping, Sequence
from pathlib import Path

from porter import source, written
from porter.files import UsageError, Work, identity
from porter.port.state import Done
from porter.report import Report


def need_templates(what: str) -> None:
    """Raise UsageError where the packages that pages are made with are not installed."""
    missing = [name for name in ("jinja2", "pygments") if importlib.util.find_spec(name) is None]
    if missing:
        needs = " and ".join(missing)
        raise UsageError(f"{what} needs {needs}: pip install 'porter-rl[report]'")


def prepare(path: Path, work: Work) -> None:
    """Raise UsageError where the report could not be written once everything is converted."""
    need_templates("--report")
    try:
        written.check_page(path)
    except written.Refused as refused:
        raise UsageError(f"--report {refused} -> {refused.hint}") from None
    except OSError as error:
        raise UsageError(f"--report {path}: {source.reason(error)}") from None
    taken = {path.resolve(), *filter(None, [identity(path)])}
    for job in work.jobs:
        for other in (Path(job.path), job.output):
            if other is not None and taken & {other.resolve(), identity(other)}:
                raise UsageError(f"--report {path}: {other} is a file of this run")


def write(
    path: Path,
    report: Report,
    originals: Mapping[str, str],
    version: str,
    phases: Sequence[Done] = (),
) -> None:
    """Write the whole page or nothing; `originals` has the text of each file by its path, `phases`
    what porter port has done."""
    from porter.html_report.page import as_html

    text = as_html(report, originals, version, phases)
    try:
        written.page(path, text)
    except written.Refused as refused:
        raise UsageError(f"--report {refused} -> {refused.hint}") from None
    except OSError as error:
        raise UsageError(f"--report {path}: {source.reason(error)}") from error
