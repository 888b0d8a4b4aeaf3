"""examples/a3c_queue: both programs end by themselves, whether all goes well or a worker dies."""

import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLE = Path(__file__).parents[1] / "examples" / "a3c_queue"
DYING = """
import sys
sys.path.insert(0, {folder!r})
import {name} as agent

acted = agent.act


def dying(network, state, rng):
    if rng.random() < 0.02:
        raise ArithmeticError("the reactor is on fire")
    return acted(network, state, rng)


agent.act = dying
sys.argv = ["agent", "--updates", "100000", "--steps", "5"]
agent.main()
"""


@pytest.mark.parametrize("name", ["agent", "agent_tf"])
def test_a_run_ends_by_itself(name):
    command = [sys.executable, EXAMPLE / f"{name}.py", "--updates", "500", "--steps", "2"]
    result = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    assert result.returncode == 0, result.stderr
    assert "update 500: average return" in result.stdout


@pytest.mark.parametrize("name", ["agent", "agent_tf"])
def test_a_worker_that_dies_ends_the_run_with_its_traceback(name):
    command = [sys.executable, "-c", DYING.format(folder=str(EXAMPLE), name=name)]
    result = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    assert result.returncode != 0
    assert "ArithmeticError: the reactor is on fire" in result.stderr
    assert "in dying" in result.stderr
