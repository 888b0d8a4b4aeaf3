"""The templates of porter's pages: every text that goes into one is escaped."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, PrefixLoader, StrictUndefined

from porter.html_report.code import style_sheets, visible


@cache
def environment() -> Environment:
    """Those of the report, of porter serve below `serve/`, of porter check below `check/`."""
    porter = Path(__file__).parents[1]
    # Folders, no packages: a PackageLoader imports its package, and check's imports NumPy
    folders = {
        "report": porter / "html_report",
        "serve": porter / "serve",
        "check": porter / "equivalence" / "report",
    }
    return Environment(
        loader=PrefixLoader({name: FileSystemLoader(where) for name, where in folders.items()}),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=StrictUndefined,
        finalize=lambda value: visible(value) if type(value) is str else value,
    )


def style() -> str:
    """The style sheet of all pages."""
    light, dark = style_sheets()
    return environment().get_template("report/style.css.j2").render(light=light, dark=dark)
