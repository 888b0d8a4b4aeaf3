"""Functions that act, predict or evaluate outside of updates: what they return is compared."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest

from porter.equivalence.check import Programs, check_programs
from porter.equivalence.options import Options
from porter.equivalence.report import Result
from porter.equivalence.sides.functions import on_new_functions
from porter.equivalence.sides.program import Run, execute, ownership
from porter.equivalence.sides.returns import NAMES, Returns, arrays_of
from porter.equivalence.verdict import Outcome
from porter.pipeline import convert

pytestmark = pytest.mark.usefixtures("warm_processes")

ORIGINAL = Path(__file__).parent / "programs" / "evaluates.py"


def verdict(folder: Path, old: str = "", new: str = "", precision: str = "float64") -> Result:
    text = convert(ORIGINAL.read_text(), str(ORIGINAL)).output
    assert not old or text.count(old) == 1
    port = folder / "evaluates_tf.py"
    port.write_text(text.replace(old, new) if old else text)
    options = Options(precision=precision, floor=False)
    [result] = check_programs(Programs(ORIGINAL, port), options, lambda what, n: None).results
    return result


@pytest.fixture(autouse=True)
def _own_arguments(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "path", [*sys.path])
    monkeypatch.setattr(sys, "argv", [*sys.argv])


@pytest.mark.parametrize("precision", ["float64", "float32"])
def test_returned_values_are_compared(precision: str, tmp_path: Path) -> None:
    result = verdict(tmp_path, precision=precision)
    assert result.outcome is Outcome.EQUIVALENT, result
    [phase] = [phase for phase in result.phases if phase.name == "returned values"]
    assert phase.compared == 11  # four actions with their values, a mean, a count, a deviation
    assert not phase.not_compared, "evaluate() gives a loss, which is compared as such"


@pytest.mark.parametrize(
    ("old", "new", "name"),
    [
        ("q.numpy().argmax()", "q.numpy().argmin()", "Critic.get_action_and_value()[0]"),
        ("tf.reduce_max(q)", "tf.reduce_min(q)", "Critic.get_action_and_value()[1]"),
        ("axis=0)", "axis=0) + 1e-6", "Critic.predict()['mean']"),
        ("unbiased_var(values))", "2 * unbiased_var(values))", "evaluate_policy()"),
    ],
)
def test_another_value_is_told_with_its_line(old: str, new: str, name: str, tmp_path: Path) -> None:
    result = verdict(tmp_path, old, new)
    assert result.outcome is Outcome.DIFFERENT
    assert (result.first.phase, result.first.tensor) == ("returned values", name)
    assert result.cause
    assert result.cause.port
    assert new in result.cause.port.text


@pytest.mark.parametrize(
    ("name", "wanted"),
    [
        ("act", True), ("select_action", True), ("choose_best_action", True), ("_predict", True),
        ("get_action_and_value", True), ("evaluate_policy", True), ("action", False),
        ("activate", False), ("get_actions_space", False), ("train", False),
    ],
)  # fmt: skip
def test_the_names_of_such_methods(name: str, wanted: bool) -> None:
    assert bool(NAMES.fullmatch(name.strip("_"))) is wanted


def test_functions_of_all_modules_are_watched(tmp_path: Path) -> None:
    (tmp_path / "rollouts.py").write_text("def act():\n    return 1\ntake = act\n")
    (tmp_path / "main.py").write_text("""\
import rollouts
from rollouts import act
if True:
    def predict(): return act() + rollouts.take() + evaluate.later()
def evaluate():
    def act(): return 3  # within a function: as it is
    return act()
class evaluate:
    later = staticmethod(lambda: 5)
assert [n + 1 for n in range(len(dir()))] and globals()["predict"] is predict
predict()
""")
    seen: list[tuple[str, object]] = []
    returns = Returns(lambda name, result: seen.append((name, result)))
    sys.path.insert(0, "")
    with on_new_functions(returns.function, ownership(tmp_path)):
        execute(Run(str(tmp_path / "main.py"), (), 0))
    del sys.modules["rollouts"]
    assert seen == [("act", 1), ("act", 1), ("predict", 7)]


def test_the_numbers_of_a_result() -> None:
    result = {"a": (1, np.float32(0.5)), "b": [None, "text", True]}
    found = arrays_of(result, lambda value: None)
    assert {path: (a.item(), a.dtype.name) for path, a in found.items()} == {
        "['a'][0]": (1, "int64"), "['a'][1]": (0.5, "float64"), "['b'][2]": (1, "int64"),
    }  # fmt: skip
