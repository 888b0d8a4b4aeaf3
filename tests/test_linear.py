"""A file of so many more classes is so much more work for convert: calls are counted, no time."""

from __future__ import annotations

import cProfile
import pstats
from pathlib import Path

import pytest

from porter.converting import convert_text
from porter.pipeline import Converted, Options

ROOT = Path(__file__).parents[1]


def work(text: str) -> int:
    """The calls that it takes to convert a text."""
    profile = cProfile.Profile()
    outcome = profile.runcall(convert_text, text, "agent.py", None, Options())
    assert isinstance(outcome, Converted)
    return pstats.Stats(profile).total_calls  # type: ignore[attr-defined]


@pytest.mark.parametrize("example", ["a3c_queue", "eager_basics", "neuroevolution"])
def test_work_grows_as_the_file_does(example: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(ROOT / "benchmarks"))
    from repeated import repeated

    text = (ROOT / "examples" / example / "agent.py").read_text()
    work(text)  # what is read once for all files
    few, many = work(repeated(text, 3)), work(repeated(text, 12))
    assert many < 4.1 * few


def test_work_grows_as_many_small_classes_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(ROOT / "benchmarks"))
    from convert_linear import AGENT, HEAD

    few, many = (HEAD + "".join(AGENT.format(n=n) for n in range(count)) for count in (20, 160))
    work(few)
    assert work(many) < 8 * work(few)
