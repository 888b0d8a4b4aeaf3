"""examples/neuroevolution: the vectorised environment is gymnasium's, and all programs agree."""

import subprocess
import sys
from pathlib import Path

import gymnasium as gym
import numpy as np
import pytest

EXAMPLE = Path(__file__).parents[1] / "examples" / "neuroevolution"


@pytest.fixture
def pendulums(monkeypatch):
    monkeypatch.syspath_prepend(str(EXAMPLE))
    import pendulums

    return pendulums


def test_the_pendulums_are_gymnasiums(pendulums):
    rng = np.random.default_rng(0)
    together = pendulums.Pendulums(3)
    alone = gym.make("Pendulum-v1")
    actions = rng.uniform(-2.5, 2.5, (pendulums.STEPS, 3, 1))
    together.reset(options={"state": (1.0, -0.5)})
    found = [together.step(a) for a in actions]
    for i in range(3):
        alone.reset()
        alone.unwrapped.state = np.array([1.0, -0.5])
        for t in range(pendulums.STEPS):
            observation, reward, _, truncated, _ = alone.step(actions[t, i])
            np.testing.assert_allclose(found[t][0][i], observation, rtol=0, atol=1e-6)
            np.testing.assert_allclose(found[t][1][i], reward, rtol=1e-12)
            assert found[t][3][i] == truncated


@pytest.mark.slow
def test_all_programs_have_the_same_best_individual():
    """Of three generations from the same seed."""
    ends = []
    for program in ("agent", "agent_tf", "loop"):
        command = [sys.executable, EXAMPLE / f"{program}.py", "--generations", "3"]
        command += ["--individuals", "12", "--episodes", "1"]
        result = subprocess.run(command, capture_output=True, text=True, check=True)
        printed = f"{result.stdout}\n{result.stderr}".replace("\r", "\n").splitlines()
        ends.append([line.strip() for line in printed if line.strip().startswith("generation ")])
    assert len(ends[0]) == 3
    assert ends[0] == ends[1] == ends[2]
