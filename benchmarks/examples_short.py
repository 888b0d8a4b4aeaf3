"""All examples, shortly: originals and ports are run, timed and compared (`make examples-short`).

The runs are long enough to trace, to act, to learn and to print a score, not to learn well, and
of some the imports are most. Whole runs are examples.py's. The processor's time is told.
"""

import argparse
import sys
from pathlib import Path

from common import conditions, table
from verdict import SAME_LINES, checked
from whole_runs import EXAMPLES, PROGRAMS, points, run, start_up

SHORT_ACTOR_CRITIC = "--steps 1500 --eval-freq 1500"
SHORT = {
    "gridworld_dqn": "--epochs 200 --games 100",
    "ddpg": SHORT_ACTOR_CRITIC,
    "td3": SHORT_ACTOR_CRITIC,
    "neuroevolution": SAME_LINES["neuroevolution"],
    "a3c_queue": "--workers 0 --updates 500",  # in one process
    "eager_basics": "",
}
# What can't be compared from outside: tensors print differently.
TESTS = {"eager_basics": "tests/test_eager_basics.py"}


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("examples", nargs="*", default=list(SHORT), help="default: all")
    chosen = parser.parse_args().examples
    if unknown := set(chosen) - set(SHORT):
        parser.error(f"no such example: {', '.join(sorted(unknown))}")
    rows = [row(name) for name in chosen]
    print(f"\nOne run each. {conditions('processor time')}\n")
    header = ("example", "arguments", "PyTorch, s", "port, s", "without imports: x PyTorch's")
    print(table((*header, "score of both", "compared"), rows))
    return int(any("DIFFERENT" in verdict for *_, verdict in rows))


def row(name: str) -> tuple[str, ...]:
    """An example's line of the table."""
    print(f"{name} ...", file=sys.stderr, flush=True)
    folder, arguments = EXAMPLES / name, SHORT[name].split()
    start = [start_up(folder / program, times=1) for program in PROGRAMS]
    seconds, printed = zip(*(run(folder / program, arguments) for program in PROGRAMS))
    original, port = (all_of - imports for all_of, imports in zip(seconds, start))
    scores = [found[-1].text for text in printed if (found := points(text))]
    return (
        f"[{name}](../examples/{name})",
        f"`{' '.join(arguments)}`" if arguments else "",
        *(f"{one:.1f}" for one in seconds),
        f"{port / original:.2f}" if original > 1 else "",
        " / ".join(scores),
        compared(folder, printed),
    )


def compared(folder: Path, printed: tuple[str, ...]) -> str:
    """What porter check says of 20 updates in float64, or whether both print the same."""
    if folder.name in SAME_LINES:
        return "the same lines" if printed[0] == printed[1] else "DIFFERENT lines"
    if folder.name in TESTS:
        return f"by {TESTS[folder.name]}"
    found = checked(folder, updates=20)
    return f"{found['outcome'] if found['exit_code'] == 0 else 'DIFFERENT'}, 20 updates"


if __name__ == "__main__":
    sys.exit(main())
