"""Comments that silence findings: which they silence, and that what is silenced is not fixed."""

from __future__ import annotations

import pytest

from porter.linter import engine, fixing, registry
from porter.linter.finding import Finding

LINE = "found = [q[i][a[i]] for i in range(len(a))]"
HEAD = "import tensorflow as tf\n\nq = tf.zeros([2, 2])\na = tf.constant([0, 1])\n"
RULES = tuple(rule for rule in registry.every() if rule.id == "TFE101")


def lint(text: str) -> tuple[Finding, ...]:
    return tuple(engine.lint(text, "agent.py", RULES))


@pytest.mark.parametrize(
    ("comment", "silences"),
    [
        ("", False),
        ("  # noqa", True),
        ("  # noqa: TFE101", True),
        ("  # noqa: TFE1", False),
        ("  # noqa: TFE102", False),
        ("  # porter: ignore[TFE101] shown", True),
    ],
)
def test_what_a_comment_silences(comment: str, silences: bool) -> None:
    text = f"{HEAD}{LINE}{comment}\n"
    assert [finding.suppressed for finding in lint(text) if finding.rule == "TFE101"] == [silences]
    assert fixing.fix(text, lint, unsafe=True).count == (0 if silences else 1)


@pytest.mark.parametrize("over", ["range(1, len(a))", "range(len(a)) if i"])
def test_a_loop_over_some_rows_is_not_fixed(over: str) -> None:
    text = f"{HEAD}found = [q[i][a[i]] for i in {over}]\n"
    assert [finding.rule for finding in lint(text)] == ["TFE101"]
    assert fixing.fix(text, lint, unsafe=True).count == 0
