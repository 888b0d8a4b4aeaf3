"""examples/a3c_queue: both programs end by themselves, whether all goes well or a worker dies."""

import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLE = Path(__file__).parents[1] / "examples" / "a3c_queue"
DYING = """
import random
import sys
sys.path.insert(0, {folder!r})
import {name} as program

agent = getattr(program, "agent_tf", program)
acted = agent.act


def dying(network, state):
    if random.random() < 0.02:
        raise ArithmeticError("the reactor is on fire")
    return acted(network, state)


agent.act = dying
sys.argv = ["agent", "--updates", "100000", "--steps", "5"]
program.main()
"""
FEEDING = """
import sys
sys.path.insert(0, {folder!r})
import agent_tf, fifo_tf


def feed(rank, filled):
    for n in range(300):
        filled.put((rank, [n] * (n % 3), n))


filled = {queue}(maxsize=4)
workers = [agent_tf.WorkerThread(target=feed, args=(rank, filled)) for rank in range(3)]
for worker in workers:
    worker.start()
found = [[], [], []]
for _ in range(900):
    rank, row, n = filled.get(timeout=60)
    assert row == [n] * (n % 3)  # a list again
    found[rank].append(n)
assert found == [list(range(300))] * 3
"""


PROGRAMS = pytest.mark.parametrize("name", ["agent", "agent_tf", "fifo_tf"])


@PROGRAMS
def test_a_run_ends_by_itself(name):
    command = [sys.executable, EXAMPLE / f"{name}.py", "--updates", "500", "--steps", "2"]
    result = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    assert result.returncode == 0, result.stderr
    assert "update 500: average return" in result.stdout


@PROGRAMS
def test_a_worker_that_dies_ends_the_run_with_its_traceback(name):
    command = [sys.executable, "-c", DYING.format(folder=str(EXAMPLE), name=name)]
    result = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    assert result.returncode != 0
    assert "ArithmeticError: the reactor is on fire" in result.stderr
    assert "in dying" in result.stderr


@pytest.mark.parametrize("queue", ["agent_tf.mp.Queue", "fifo_tf.Queue"])
def test_nothing_is_lost_and_each_worker_keeps_its_order(queue):
    command = [sys.executable, "-c", FEEDING.format(folder=str(EXAMPLE), queue=queue)]
    result = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    assert result.returncode == 0, result.stderr
