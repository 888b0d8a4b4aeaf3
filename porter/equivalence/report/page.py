"""The report as one self-contained HTML page: no script, nothing loaded from elsewhere."""

from __future__ import annotations

from functools import cache

from jinja2 import Environment, PackageLoader, StrictUndefined, Template

from porter.equivalence.causes.sources import Sources
from porter.equivalence.report.listing import listing_of
from porter.equivalence.report.model import Result
from porter.equivalence.report.plot import plot_of
from porter.equivalence.report.whole import Report
from porter.equivalence.verdict import Outcome
from porter.html_report.code import style_sheets


def as_html(report: Report, version: str, sources: Sources = Sources()) -> str:
    """The page; `version` is porter's own. The files of `sources` are shown side by side."""
    shown = _shown(report)
    light, dark = style_sheets()
    return _template().render(
        report=report,
        version=version,
        plots=[plot_of(result) for result in report.results],
        shown=shown,
        listings=[listing_of(file, shown) for file in sources.files] if shown else [],
        light=light,
        dark=dark,
    )


def _shown(report: Report) -> Result | None:
    """The result that the lines' status is of: the first that is different, else the first."""
    different = [result for result in report.results if result.outcome is Outcome.DIFFERENT]
    return next(iter([*different, *report.results]), None)


@cache
def _template() -> Template:
    environment = Environment(
        loader=PackageLoader("porter.equivalence.report", ""),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=StrictUndefined,
    )
    environment.filters["size"] = lambda number: f"{number:.2g}"
    return environment.get_template("page.html.j2")
