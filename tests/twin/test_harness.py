"""The twin harness must tell a faithful port from one with a single wrong line."""

import dataclasses

import pytest

from .harness import HERE, Case, Twin, python

TINY = Case(str(HERE / "tiny.py"), str(HERE / "tiny_tf.py"), agent="Agent", arguments=(3, 1))
FAULTS = {
    "Keras's Adam": ("self.optimizer = Adam(", "self.optimizer = KerasAdam("),
    "tau swapped": ("self.tau * p + (1 - self.tau) * t", "(1 - self.tau) * p + self.tau * t"),
    "no stop_gradient": ("tf.stop_gradient(", "tf.identity("),
    "learning rate off by 0.1 %": ("lr=1e-3", "lr=1.001e-3"),
}


@pytest.fixture(scope="module", params=["float64", "float32"])
def reports(request, tmp_path_factory):
    """The errors of the port and of its faulty variants, in the mode that suits the dtype."""
    case = dataclasses.replace(TINY, dtype=request.param, resync=request.param == "float32")
    twin = Twin(case, tmp_path_factory.mktemp("twin") / "record")
    names = ["faithful", *FAULTS]
    return twin, dict(zip(names, twin.compare([], *([fault] for fault in FAULTS.values()))))


def test_the_faithful_port_passes(reports):
    twin, report = reports
    assert report["faithful"]["worst"][1] < twin.tolerance()
    assert report["faithful"]["bodies"] == [1]


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_is_found(reports, fault):
    twin, report = reports
    assert report[fault]["worst"][1] > 2 * twin.tolerance()


def test_an_edit_that_finds_nothing_is_an_error(reports):
    with pytest.raises(AssertionError, match="has no 'nowhere'"):
        reports[0].compare([("nowhere", "")])


def test_another_structure_is_an_error(reports):
    wider = ("Linear(8, 1))\n", "Linear(8, 1), Linear(1, 1))\n")
    with pytest.raises(AssertionError, match="has variables that the original lacks"):
        reports[0].compare([wider])


def test_another_dtype_is_an_error():
    """A policy that stays at float32 is Keras's default, and it casts without a word."""
    code = f"""
import keras
from {__package__}.weights import PortState
from rules.nn import Linear
keras.config.dtype_policy()  # fixes it
keras.config.set_floatx("float64")
PortState({{"net": Linear(2, 1)}}, ["net.weight", "net.bias"], "float64")
"""
    with pytest.raises(AssertionError, match=r"net\.weight is float32, not float64"):
        python("-c", code)
