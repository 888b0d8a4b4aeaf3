"""docs/lint.md: its rules are what the rules say about themselves."""

from __future__ import annotations

from pathlib import Path

import pytest

from porter.linter.page import rules

PAGE = Path(__file__).parents[2] / "docs" / "lint.md"
MARK = "<!-- generated: python -m pytest tests/lint/test_page.py --update -->\n\n"


def test_the_page_is_fresh(request: pytest.FixtureRequest) -> None:
    head, mark, _ = PAGE.read_text().partition(MARK)
    wanted = head + mark + rules()
    if request.config.getoption("--update"):
        PAGE.write_text(wanted)
    assert PAGE.read_text() == wanted, "python -m pytest tests/lint/test_page.py --update"
