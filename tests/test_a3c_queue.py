"""examples/a3c_queue: both programs end by themselves, whether all goes well or a worker dies."""

import subprocess
import sys
from pathlib import Path

import pytest
from sampled import each

EXAMPLE = Path(__file__).parents[1] / "examples" / "a3c_queue"
DYING = """
import random
import sys

import gymnasium
from gymnasium.envs.classic_control import CartPoleEnv

sys.path.insert(0, {folder!r})


class Reactor(CartPoleEnv):
    def step(self, action):
        if random.random() < 0.02:
            raise ArithmeticError("the reactor is on fire")
        return super().step(action)


gymnasium.register("Reactor-v0", Reactor)  # in the workers, too, which import this file

if __name__ == "__main__":
    import {name} as program

    sys.argv = ["agent", "--updates", "100000", "--steps", "5", "--env", "Reactor-v0"]
    program.main()
"""
FEEDING = """
import sys
sys.path.insert(0, {folder!r})
import agent_tf, fifo_tf


def feed(rank, filled):
    for n in range(300):
        filled.put((rank, [n] * (n % 3), n))


if __name__ == "__main__":
    filled = {module}.Queue(maxsize=4)
    workers = [{module}.Process(target=feed, args=(rank, filled)) for rank in range(3)]
    for worker in workers:
        worker.start()
    found = [[], [], []]
    for _ in range(900):
        rank, row, n = filled.get(timeout=60)
        assert row == [n] * (n % 3)  # a list again
        found[rank].append(n)
    assert found == [list(range(300))] * 3
"""


PROGRAMS = pytest.mark.parametrize("name", each(3, ["agent_tf", "agent", "fifo_tf"]))


@PROGRAMS
def test_a_run_ends_by_itself(name):
    command = [sys.executable, EXAMPLE / f"{name}.py", "--updates", "500", "--steps", "2"]
    result = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    assert result.returncode == 0, result.stderr
    assert "update 500: average return" in result.stdout


@PROGRAMS
def test_a_worker_that_dies_ends_the_run_with_its_traceback(name, tmp_path):
    result = run(DYING.format(folder=str(EXAMPLE), name=name), tmp_path)
    assert result.returncode != 0
    assert "ArithmeticError: the reactor is on fire" in result.stderr
    assert "in step" in result.stderr
    assert "died" in result.stderr.splitlines()[-1]


@pytest.mark.parametrize("module", each(2, ["agent_tf.mp", "fifo_tf"]))
def test_nothing_is_lost_and_each_worker_keeps_its_order(module, tmp_path):
    result = run(FEEDING.format(folder=str(EXAMPLE), module=module), tmp_path)
    assert result.returncode == 0, result.stderr


def run(program, folder):
    path = folder / "program.py"
    path.write_text(program)
    command = [sys.executable, str(path)]
    return subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
