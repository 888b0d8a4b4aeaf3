"""Float32: what passes the limit by rounding alone is excused where the original proves it."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from porter.equivalence.check import Programs, check_programs
from porter.equivalence.options import Options
from porter.equivalence.verdict import Judge, Outcome, Phase
from porter.pipeline import convert
from tests.equivalence.synthetic import Program, feed

pytestmark = pytest.mark.usefixtures("warm_processes")

KINK = Path(__file__).parent / "programs" / "kink.py"
RELU = "h = tf.nn.relu(h - kink * tf.stop_gradient(same))"


class OffAtTheEnd(Program):
    """The gradients of the last update are off, its loss is not. Nothing moves: lr is 0."""

    def gradients(self, x, error):
        return {path: self.factor() * g for path, g in super().gradients(x, error).items()}

    def factor(self, made=0):
        return 1.01 if self.step - made == self.updates - 1 else 1.0


class OffAlways(OffAtTheEnd):
    def factor(self, made=0):
        return 1.01


class LossToo(OffAtTheEnd):
    def goal(self, reward, done, then):
        return super().goal(reward, done, then) * self.factor()


class StateToo(OffAtTheEnd):
    def apply(self, path, gradient):
        super().apply(path, gradient)
        self.slots[f"critic.{path}/exp_avg"] *= self.factor(made=1)


class TargetToo(OffAtTheEnd):
    def apply(self, path, gradient):
        super().apply(path, gradient)
        self.target[path] = self.target[path] * np.float32(self.factor(made=1))


def judge_of(port, excused, precision="float32"):
    judge = Judge(precision, excused=excused)
    numbers = {"dtype": precision, "lr": 0.0, "updates": 4}
    feed(judge, replace(Program(), **numbers).run(), replace(port, **numbers).run())
    return judge


@pytest.mark.parametrize(
    ("port", "excused", "outcome"),
    [
        (OffAtTheEnd(), None, Outcome.EQUIVALENT),
        (StateToo(), None, Outcome.EQUIVALENT),
        (OffAtTheEnd(), {3}, Outcome.EQUIVALENT),
        (OffAtTheEnd(), {2}, Outcome.DIFFERENT),
        (OffAtTheEnd(), (), Outcome.DIFFERENT),
        (LossToo(), None, Outcome.DIFFERENT),
        (TargetToo(), None, Outcome.DIFFERENT),
    ],
)
def test_an_update_is_excused(port, excused, outcome):
    judge = judge_of(port, excused)
    assert judge.outcome is outcome
    assert judge.tallies[Phase.GRADIENTS].different == (2 if outcome is Outcome.DIFFERENT else 0)
    if outcome is Outcome.EQUIVALENT:
        assert judge.rounding.found == {3: pytest.approx(0.01, rel=0.1)}
        assert judge.rounding.proven({3: 0.006}) == {3}
        assert judge.rounding.proven({3: 0.004}) == judge.rounding.proven({}) == set()
        assert "at update 4" in judge.rounding.told({3})


def test_what_is_always_off_is_no_rounding():
    judge = judge_of(OffAlways(), None)
    assert judge.rounding.many
    assert judge.outcome is Outcome.DIFFERENT


def test_float64_excuses_nothing():
    assert judge_of(OffAtTheEnd(), None, "float64").outcome is Outcome.DIFFERENT


@pytest.fixture(scope="module")
def port():
    return convert(KINK.read_text(), str(KINK)).output


def check(text, folder):
    path = folder / "kink_tf.py"
    path.write_text(text)
    options = Options(precision="float32", floor=False, timeout=120.0)
    [result] = check_programs(Programs(KINK, path), options, lambda what, n: None).results
    return result


def test_a_right_port_may_stand_on_a_kink(port, tmp_path):
    result = check(port, tmp_path)
    assert result.outcome is Outcome.EQUIVALENT, result
    assert max(update.update for update in result.updates) > 1e-2
    assert sum("rounding at update 3:" in note for note in result.notes) == 1


@pytest.mark.slow
def test_more_than_an_ulp_makes_is_different(port, tmp_path):
    """The port's gradients are ten times the original's in that update, and in no other."""
    assert port.count(RELU) == 1
    steeper = "h = tf.stop_gradient(h) + (1 + 9 * kink) * (h - tf.stop_gradient(h))"
    result = check(port.replace(RELU, f"{RELU}\n        {steeper}"), tmp_path)
    assert result.outcome is Outcome.DIFFERENT
    assert (result.first.phase, result.first.update) == ("gradients", 3)
