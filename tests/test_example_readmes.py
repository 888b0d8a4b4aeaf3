"""What is measured of the examples stands in their READMEs, where make examples replaces it."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
README = """# An agent

<!-- measured: verdict -->
equivalent, last year
<!-- end -->
<!-- measured: whole runs -->
a table
<!-- end -->
"""


@pytest.fixture(autouse=True)
def benchmarks() -> Iterator[None]:
    sys.path.insert(0, str(ROOT / "benchmarks"))
    yield
    sys.path.remove(str(ROOT / "benchmarks"))


def test_only_what_was_measured_is_replaced() -> None:
    from examples import replaced

    assert replaced(README, "verdict", "equivalent, today\n") == README.replace(
        "last year", "today"
    )


@pytest.mark.parametrize("broken", [README.replace("<!-- end -->", "", 1), "# Another\n"])
def test_a_readme_without_the_place_is_told(broken: str) -> None:
    from examples import replaced

    with pytest.raises(ValueError, match="no place for what is measured: <!-- measured: verdict"):
        replaced(broken, "verdict", "equivalent")


def test_every_part_was_measured() -> None:
    from examples import EXAMPLES, PARTS, replaced

    for name, parts in PARTS.items():
        text = (EXAMPLES / name / "README.md").read_text()
        for part in parts:
            without = replaced(text, part, "")
            assert len(text) > len(without) + 50, f"{part} of {name}"
