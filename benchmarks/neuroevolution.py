"""One generation of examples/neuroevolution, four ways: python benchmarks/neuroevolution.py

Every measurement is a process of its own, pinned to one core and one thread; a round runs all of
them in turn. The processor's time is told, so that what else runs on the machine counts less.
"""

import argparse
import importlib
import json
import os
import statistics
import subprocess
import sys
import time
from pathlib import Path

from common import SINGLE, conditions, table

EXAMPLE = Path(__file__).parents[1] / "examples" / "neuroevolution"
PROGRAMS = {
    "loop": "one by one, NumPy",
    "naive_tf": "one by one, Keras",
    "agent": "all at once, PyTorch (original)",
    "agent_tf": "all at once, TensorFlow (port)",
}


def measure(program: str, individuals: int, times: int) -> None:
    """In a process of its own: print the seconds of a generation, and its best individual."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    sys.path.insert(0, str(EXAMPLE))
    import numpy as np

    evaluator = importlib.import_module(program).Evaluator(individuals)
    from genetic import RealCoded
    from pendulums import GENES

    rng = np.random.default_rng(0)
    genomes = RealCoded(individuals, GENES, rng).genomes
    starts = rng.uniform([-np.pi, -1.0], [np.pi, 1.0], (1, 2))
    if times > 1:
        evaluator(genomes, starts)  # traces
    seconds = []
    for _ in range(times):
        start = time.process_time()
        scores = evaluator(genomes, starts)
        seconds.append(time.process_time() - start)
    print(json.dumps([statistics.median(seconds), int(np.argmax(scores)), float(scores.max())]))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--individuals", type=int, default=50)
    parser.add_argument("--measure", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.measure:
        times = 1 if arguments.measure == "naive_tf" else 5  # a minute each
        measure(arguments.measure, arguments.individuals, times)
        return

    found: dict[str, list[list[float]]] = {name: [] for name in PROGRAMS}
    for _ in range(arguments.rounds):
        for name in PROGRAMS:
            command = [sys.executable, __file__, "--measure", name]
            command += ["--individuals", str(arguments.individuals)]
            environment = {**os.environ, **SINGLE}
            result = subprocess.run(command, check=True, capture_output=True, env=environment)
            found[name].append(json.loads(result.stdout.splitlines()[-1]))

    what = f"{arguments.individuals} individuals, 200 steps; median of {arguments.rounds} rounds"
    print(f"{what}. {conditions('one core, processor time')}\n")
    base = statistics.median(seconds for seconds, *_ in found["loop"])
    rows = []
    for name, title in PROGRAMS.items():
        seconds = [one for one, *_ in found[name]]
        middle, (_, best, score) = statistics.median(seconds), found[name][0]
        spread = f"{min(seconds) * 1e3:.1f} to {max(seconds) * 1e3:.1f}"
        times = f"{base / middle:.2f}"
        rows.append((title, f"{middle * 1e3:.1f}", spread, times, str(best), f"{score:.6f}"))
    header = ("one generation", "ms", "from ... to", "x faster than the loop", "best", "its return")
    print(table(header, rows))


if __name__ == "__main__":
    main()
