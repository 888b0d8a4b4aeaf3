"""A move of examples/gridworld_dqn, in three programs: python benchmarks/gridworld_naive.py

The naive TensorFlow port takes hours for a whole run, so it plays a few games only. Told is the
processor's time per move, of whole processes of one thread without their imports; tracing, and the
first 200 moves, which are made before there is a batch to learn from, are in it.
"""

import argparse
import re
import statistics

from common import machine, table
from whole_runs import EXAMPLES, run, start_up

# How many games each of them plays.
PROGRAMS = {
    "agent.py": ("original, PyTorch", 300),
    "agent_tf.py": ("port, TensorFlow", 300),
    "naive_tf.py": ("naive TensorFlow", 15),
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=3)
    rounds = parser.parse_args().rounds
    folder = EXAMPLES / "gridworld_dqn"
    start = {program: start_up(folder / program) for program in PROGRAMS}
    found: dict[str, list[float]] = {program: [] for program in PROGRAMS}
    moves: dict[str, int] = {}
    for seed in range(rounds):
        for program, (_, games) in PROGRAMS.items():
            arguments = ["--epochs", str(games), "--games", "1", "--seed", str(seed)]
            seconds, printed = run(folder / program, arguments)
            moves[program] = int(re.search(r"moves: (\d+)", printed)[1])
            found[program].append((seconds - start[program]) / moves[program])

    print(f"{machine('torch', 'tensorflow-cpu', 'keras')}; one thread, {rounds} rounds.\n")
    ours = statistics.median(found["agent_tf.py"])
    rows = []
    for program, (title, games) in PROGRAMS.items():
        seconds = found[program]
        middle = statistics.median(seconds)
        spread = f"{min(seconds) * 1e3:.2f} to {max(seconds) * 1e3:.2f}"
        times, played = f"{middle / ours:.2f}", f"{games} ({moves[program]})"
        rows.append((f"{title} (`{program}`)", f"{middle * 1e3:.2f}", spread, times, played))
    print(table(("a move", "ms", "from ... to", "x the port", "games (moves)"), rows))


if __name__ == "__main__":
    main()
