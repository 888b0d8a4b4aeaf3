"""A move of examples/gridworld_dqn in three programs: python benchmarks/gridworld_naive.py

The naive TensorFlow port takes hours for a whole run, so each program plays its first moves only,
in a process of its own with one thread. Counted is the processor's time of the moves after the
first 210: all of them act, observe and learn from a batch of 200, and tracing is over.
"""

import argparse
import json
import os
import runpy
import statistics
import subprocess
import sys
import time

from common import SINGLE, conditions, table
from whole_runs import EXAMPLES

EXAMPLE = EXAMPLES / "gridworld_dqn"
WARM_UP = 210
# How many moves are measured.
PROGRAMS = {
    "agent.py": ("original, PyTorch", 400),
    "agent_tf.py": ("port, TensorFlow", 400),
    "naive_tf.py": ("naive TensorFlow", 20),
}


def measure(program: str) -> None:
    """In a process of its own: print the seconds of a move."""
    sys.path.insert(0, str(EXAMPLE))
    from gridworld import Gridworld

    moves, made, start, play = PROGRAMS[program][1], 0, 0.0, Gridworld.move

    def counted(game, action) -> None:
        nonlocal made, start
        play(game, action)
        made += 1
        if made == WARM_UP:
            start = time.process_time()
        if made == WARM_UP + moves:
            print(json.dumps((time.process_time() - start) / moves))
            raise SystemExit

    Gridworld.move = counted
    sys.argv = [program]
    runpy.run_path(str(EXAMPLE / program), run_name="__main__")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--measure", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.measure:
        measure(arguments.measure)
        return

    found: dict[str, list[float]] = {program: [] for program in PROGRAMS}
    for _ in range(arguments.rounds):
        for program in PROGRAMS:
            command = [sys.executable, __file__, "--measure", program]
            environment = {**os.environ, **SINGLE, "TQDM_DISABLE": "1"}
            result = subprocess.run(command, check=True, stdout=subprocess.PIPE, env=environment)
            found[program].append(json.loads(result.stdout.splitlines()[-1]))
            print(f"{program}: {found[program][-1] * 1e3:.2f} ms a move", file=sys.stderr)

    print(f"{arguments.rounds} rounds. {conditions('processor time')}\n")
    ours = statistics.median(found["agent_tf.py"])
    rows = []
    for program, (title, moves) in PROGRAMS.items():
        seconds = found[program]
        middle = statistics.median(seconds)
        spread = f"{min(seconds) * 1e3:.2f} to {max(seconds) * 1e3:.2f}"
        times = f"{middle / ours:.2f}"
        rows.append((f"{title} (`{program}`)", f"{middle * 1e3:.2f}", spread, times, str(moves)))
    print(table(("a move", "ms", "from ... to", "x the port", "moves"), rows))


if __name__ == "__main__":
    main()
