"""How fast examples/a3c_queue learns: python benchmarks/updates_per_second.py

Original and port in turns on one core and on two, by the clock, because their workers are
processes: the machine should be idle. The time in which workers start is in it.
"""

import argparse
import os
import re
import statistics
import subprocess
import sys

from common import SINGLE, conditions, table
from whole_runs import EXAMPLES, PROGRAMS

EXAMPLE = EXAMPLES / "a3c_queue"
RATE = re.compile(r"(\d+) updates/s")


def rate(program: str, cores: set[int], updates: int) -> int:
    """Updates per second of one run on these cores, as the program itself tells."""
    command = [sys.executable, str(EXAMPLE / program), "--updates", str(updates)]
    result = subprocess.run(
        command, check=True, stdout=subprocess.PIPE, text=True, env={**os.environ, **SINGLE},
        preexec_fn=lambda: os.sched_setaffinity(0, cores),
    )  # fmt: skip
    return int(RATE.findall(result.stdout)[-1])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--updates", type=int, default=3000)
    chosen = parser.parse_args()
    if not hasattr(os, "sched_setaffinity"):
        parser.error("this system cannot pin a process to cores")

    first, *others = sorted(os.sched_getaffinity(0))
    if not others:
        parser.error("it takes two cores")
    columns = {"one core": {first}, "two cores": {first, others[0]}}
    found: dict[tuple[str, str], list[int]] = {}
    for _ in range(chosen.rounds):
        for column, cores in columns.items():
            for program in PROGRAMS:
                now = rate(program, cores, chosen.updates)
                found.setdefault((program, column), []).append(now)
                print(f"{program}, {column}: {now} updates/s", file=sys.stderr, flush=True)

    middle = {of: statistics.median(rates) for of, rates in found.items()}
    times = (f"{middle['agent_tf.py', on] / middle['agent.py', on]:.2f}" for on in columns)
    rows = [
        (f"`{program}`", *(", ".join(map(str, sorted(found[program, on]))) for on in columns))
        for program in PROGRAMS
    ]
    what = f"{chosen.updates:,} updates, {chosen.rounds} runs each in turns"
    print(f"{what}. {conditions('by the clock')}\n")
    print(table(("updates per second", *columns), [*rows, ("x original", *times)]))


if __name__ == "__main__":
    main()
