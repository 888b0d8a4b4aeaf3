"""The example agents: each port against its original, update by update.

PORTER_PORTS=FOLDER takes the ports from FOLDER/<example>/agent_tf.py, such as a fresh conversion.
"""

import os
from dataclasses import replace
from pathlib import Path

import pytest

from .harness import HERE, Case, Twin, python, soak

EXAMPLES = HERE.parents[1] / "examples"
PORTS = Path(os.environ.get("PORTER_PORTS", EXAMPLES))


def case(name, **options):
    return Case(str(EXAMPLES / name / "agent.py"), str(PORTS / name / "agent_tf.py"), **options)


CASES = {
    "td3": case("td3", agent="TD3", arguments=(3, 1, 2.0), env="Pendulum-v1"),
    "ddpg": case("ddpg", agent="DDPG", arguments=(3, 1, 2.0), env="Pendulum-v1"),
    "gridworld_dqn": case(
        "gridworld_dqn",
        argv=("--epochs", "1000", "--games", "1"),
        edits=(("sync_freq = 500", "sync_freq = 20"),),  # let the target follow within 50 updates
    ),
}
TRACES = {"td3": 2, "ddpg": 1, "gridworld_dqn": 1}  # TD3 updates its actor every other time

EPSILON = ("(tf.sqrt(v) / correction + self.eps)", "((tf.sqrt(v) + self.eps) / correction)")
FAULTS = {
    "td3": {"epsilon": EPSILON, "tau": ("self.tau = tau", "self.tau = 1 - tau")},
    "ddpg": {"epsilon": EPSILON, "learning rate": ("lr=1e-3", "lr=1.001e-3")},
    "gridworld_dqn": {"epsilon": EPSILON, "discount": ("gamma = 0.9", "gamma = 0.9001")},
}


@pytest.fixture(scope="module", params=CASES)
def example(request):
    """The name of an example whose port is there."""
    if not (PORTS / request.param / "agent_tf.py").exists():
        pytest.skip(f"{request.param} has no port yet")
    return request.param


def test_free_run_in_float64(example, tmp_path):
    """50 updates on its own, from the same weights; and wrong ports don't pass."""
    twin = Twin(CASES[example], tmp_path / "record")
    faithful, *faulty = twin.compare([], *([fault] for fault in FAULTS[example].values()))
    assert faithful["worst"][1] < twin.tolerance()
    assert faithful["bodies"] == [TRACES[example]]
    for name, report in zip(FAULTS[example], faulty, strict=True):
        assert report["worst"][1] > 100 * twin.tolerance(), name


def test_single_updates_in_float32(example, tmp_path):
    """50 updates, each from the original's weights and optimizer state."""
    twin = Twin(
        replace(CASES[example], dtype="float32", resync=True),
        tmp_path / "record",
    )
    [report] = twin.compare()
    print(report["worst"])
    assert report["worst"][1] < twin.tolerance()


@pytest.mark.slow
def test_nothing_retraces_in_1000_updates(example, tmp_path):
    report = soak(CASES[example], tmp_path)
    assert report["bodies"] == [TRACES[example]]
    assert report["traces"] == report["early_traces"]


SHORT_RUNS = {
    "td3": ["--steps", "60", "--start-steps", "40", "--batch-size", "16"],
    "ddpg": ["--steps", "60", "--start-steps", "40", "--batch-size", "16"],
    "gridworld_dqn": ["--epochs", "40", "--games", "2", "--mode", "player"],
}
ALONE = """
import runpy, sys

class Missing:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in ("torch", "porter", "rules"):
            raise ModuleNotFoundError(name)

sys.meta_path.insert(0, Missing())
path, *sys.argv[1:] = sys.argv[1:]
sys.path.insert(0, path.rpartition("/")[0])
runpy.run_path(path, run_name="__main__")
"""


def test_the_port_runs_without_torch_and_porter(example, tmp_path):
    command = ["-c", ALONE, CASES[example].port, *SHORT_RUNS[example]]
    if example == "gridworld_dqn":
        assert "win rate" in python(*command)
    else:
        python(*command, "--save", tmp_path / "agent")
        assert len(list(tmp_path.glob("agent_*.index"))) == 4
        python(*command, "--load", tmp_path / "agent")
