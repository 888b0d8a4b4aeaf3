"""The example agents: each committed port against its original, as whole programs.

PORTER_PORTS=FOLDER takes the ports from FOLDER/<example>/agent_tf.py, such as a fresh conversion.
"""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from sampled import each

from porter.equivalence.check import Programs, check_programs
from porter.equivalence.options import Options
from porter.equivalence.verdict import Outcome

pytestmark = pytest.mark.usefixtures("warm_processes")

EXAMPLES = Path(__file__).parents[2] / "examples"
PORTS = Path(os.environ.get("PORTER_PORTS", EXAMPLES))
ACTOR_CRITIC = ("--start-steps", "40", "--batch-size", "32", "--steps")
ARGUMENTS = {
    "td3": (*ACTOR_CRITIC, "90"),
    "ddpg": (*ACTOR_CRITIC, "90"),
    "gridworld_dqn": ("--epochs", "40", "--games", "1"),
}
MOST = each(3, ["gridworld_dqn", "td3", "ddpg"])
TRACES = {"td3": 2, "ddpg": 1, "gridworld_dqn": 1}  # TD3 updates its actor every other time
LONG = {
    "td3": (*ACTOR_CRITIC, "1040"),
    "ddpg": (*ACTOR_CRITIC, "1040"),
    "gridworld_dqn": ("--epochs", "200", "--games", "1"),
}


def check(example, arguments, **options):
    programs = Programs(EXAMPLES / example / "agent.py", PORTS / example / "agent_tf.py", arguments)
    return check_programs(programs, Options(floor=False, **options), lambda what, n: None).results


@pytest.mark.parametrize("example", MOST)
def test_50_updates(example):
    """Float64 on its own, float32 from equal states: design §4's promise."""
    for result in check(example, ARGUMENTS[example], updates=50):
        assert result.outcome is Outcome.EQUIVALENT, result
        assert len(result.updates) == 50
        assert [trace.count for trace in result.traces if "body" in trace.name] == [TRACES[example]]
        if result.precision == "float64":
            assert max(update.weights for update in result.updates) < 1e-12


@pytest.mark.slow
@pytest.mark.parametrize("example", LONG)
def test_nothing_retraces_in_1000_updates(example):
    [result] = check(example, LONG[example], precision="float32", updates=1000)
    assert [trace.count for trace in result.traces if "body" in trace.name] == [TRACES[example]]
    assert result.outcome is Outcome.EQUIVALENT, result
    assert len(result.updates) == 1000


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


def run_alone(example, *arguments):
    command = [sys.executable, "-c", ALONE, PORTS / example / "agent_tf.py", *arguments]
    environment = os.environ | {"CUDA_VISIBLE_DEVICES": "", "TF_CPP_MIN_LOG_LEVEL": "3"}
    result = subprocess.run(
        list(map(str, command)), capture_output=True, text=True, env=environment, check=False
    )
    assert result.returncode == 0, result.stderr[-4000:]
    return result.stdout


@pytest.mark.parametrize("example", MOST)
def test_the_port_runs_without_torch_and_porter(example, tmp_path):
    arguments = SHORT_RUNS[example]
    if example == "gridworld_dqn":
        assert "win rate" in run_alone(example, *arguments)
    else:
        folders = "--logs", tmp_path / "logs", "--checkpoints", tmp_path / "kept"
        trained = run_alone(example, *arguments, "--eval-freq", "12", *folders)
        kept = sorted(folder.name for folder in (tmp_path / "kept").iterdir())
        assert kept == ["step_00000036", "step_00000048", "step_00000060"]
        further = "--steps", "61", "--eval-freq", "61"
        restored = run_alone(example, *arguments, *further, *folders)
        assert restored.split()[-1] == trained.split()[-1]  # the average return
        assert len(list((tmp_path / "logs").glob("events*"))) == 2
