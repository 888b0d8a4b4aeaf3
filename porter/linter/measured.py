"""What each rule's slow form costs, as benchmarks/lint/ measured it."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

FILE = Path(__file__).with_name("measured.json")


@cache
def _all() -> dict[str, Any]:
    import json  # only findings need it

    found: dict[str, Any] = json.loads(FILE.read_text("utf-8"))
    return found


def of(rule: str) -> dict[str, Any]:
    """The entry of a rule: ratio (median, least, most) and size, or what was observed."""
    entry: dict[str, Any] = _all()["rules"].get(rule, {})
    return entry


def machine() -> str:
    """Where all of it was measured."""
    return str(_all()["machine"])


def cost(rule: str) -> str:
    """In a few words: "about 1800 times slower: 200 rows, CPU"."""
    entry = of(rule)
    if "ratio" in entry:
        return f"about {rounded(entry['ratio'][0])} times slower: {entry['size']}"
    return str(entry.get("observed", ""))


def rounded(ratio: float) -> str:
    """Two digits that count: 1800, 5.6."""
    if ratio < 10:
        return f"{ratio:.1f}"
    power = 10 ** (len(str(int(ratio))) - 2)
    return str(round(ratio / power) * power)


def short(rule: str) -> str:
    """For a table: the ratio alone, or that the result is wrong."""
    entry = of(rule)
    if "ratio" in entry:
        return rounded(entry["ratio"][0])
    return "wrong" if "observed" in entry else ""
