"""One optimizer of two parameter groups in one program, two optimizers in the other."""

from __future__ import annotations

from pathlib import Path

import pytest

from porter.equivalence.check import Programs, check_programs
from porter.equivalence.options import Options
from porter.equivalence.report import Result
from porter.equivalence.sides.tf_groups import shares
from porter.equivalence.verdict import Outcome
from porter.pipeline import convert

pytestmark = pytest.mark.usefixtures("warm_processes")

PROGRAMS = Path(__file__).parent / "programs" / "groups"
APPLY = "    critic_optimizer.apply(critic_grads)\n"
RATE = "critic_optimizer = Adam(critic.trainable_variables, lr=3e-3)"


def verdict(
    original: str, port: str, folder: Path, *edits: tuple[str, str], precision: str = "float64"
) -> Result:
    """Of one program against the port of the other, which is the same program but for `edits`."""
    text = convert((PROGRAMS / f"{port}.py").read_text(), f"{port}.py").output
    for old, new in edits:
        assert text.count(old) == 1
        text = text.replace(old, new)
    path = folder / f"{port}_tf.py"
    path.write_text(text)
    options = Options(precision=precision, floor=False)
    programs = Programs(PROGRAMS / f"{original}.py", path)
    [result] = check_programs(programs, options, lambda what, n: None).results
    return result


@pytest.mark.parametrize("precision", ["float64", "float32"])
@pytest.mark.parametrize(("original", "port", "updates"), [("one", "two", 6), ("two", "one", 12)])
def test_the_number_of_optimizers_does_not_matter(original, port, updates, precision, tmp_path):
    result = verdict(original, port, tmp_path, precision=precision)
    assert result.outcome is Outcome.EQUIVALENT, result
    assert len(result.updates) == updates
    assert max(update.weights for update in result.updates) < 1e-5


@pytest.mark.parametrize(
    ("original", "edit", "told"),
    [
        ("one", (RATE, RATE.replace("3e-3", "1e-3")), "lr[1] is 0.003, in the port 0.001"),
        ("one", (APPLY, ""), "the port's lacks critic.0.weight"),
        ("two", ('"lr": 3e-3', '"lr": 1e-3'), "critic_optimizer: lr is 0.003, in the port 0.001"),
    ],
)
def test_their_numbers_and_updates_do(original, edit, told, tmp_path):
    port = {"one": "two", "two": "one"}[original]
    result = verdict(original, port, tmp_path, edit)
    assert result.outcome is Outcome.DIFFERENT
    assert told in result.first.text


def test_divided_among_the_same_networks_but_not_alike():
    owners = [("actor", ["a", "b"], True), ("critic", ["c"], False)]
    assert shares("actor", ["a", "b", "c"], owners) == {"actor": ["a", "b"], "critic": ["c"]}
    assert shares("", ["c"], owners) == {"critic": ["c"]}
    assert shares("", ["a"], owners) == {"actor": ["a"]}, "a part"
    assert shares("critic", ["a", "b", "c"], owners) == {"critic": ["a", "b", "c"]}, "has too many"
    assert shares("critic", ["a"], owners) == {"critic": ["a"]}, "has others"
    assert shares("", ["d"], owners) == {}
