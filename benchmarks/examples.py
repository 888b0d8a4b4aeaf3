"""All that the examples' READMEs tell of measurements, measured anew (`make examples`).

It takes about an hour, on an otherwise idle machine. What is measured stands in the README between
two comments, `<!-- measured: whole runs -->` and `<!-- end -->`, and is replaced there; text around
it is written by hand. `python benchmarks/examples.py ddpg` measures one example.
"""

import argparse
import subprocess
import sys
from pathlib import Path

from whole_runs import EXAMPLES

HERE = Path(__file__).parent
# What is measured of each example, and the script that prints it.
PARTS = {
    "gridworld_dqn": {
        "verdict": ["verdict.py", "gridworld_dqn"],
        "whole runs": ["whole_runs.py", "gridworld_dqn"],
        "one move": ["gridworld_naive.py"],
    },
    "ddpg": {
        "verdict": ["verdict.py", "ddpg"],
        "whole runs": ["whole_runs.py", "ddpg", "--arguments=--steps 5000 --eval-freq 1000"],
    },
    "td3": {
        "verdict": ["verdict.py", "td3"],
        "whole runs": ["whole_runs.py", "td3", "--arguments=--steps 15000 --eval-freq 2500"],
    },
    "neuroevolution": {
        "verdict": ["verdict.py", "neuroevolution"],
        "one generation": ["neuroevolution.py"],
    },
    "a3c_queue": {
        "verdict": ["verdict.py", "a3c_queue", "--updates", "50"],
        "updates per second": ["updates_per_second.py"],
        "whole runs": ["whole_runs.py", "a3c_queue", "--wall", "--arguments=--updates 10000"],
    },
}


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("examples", nargs="*", default=list(PARTS), help="default: all")
    chosen = parser.parse_args().examples
    if unknown := set(chosen) - set(PARTS):
        parser.error(f"nothing is measured of {', '.join(sorted(unknown))}")
    for name in chosen:
        for part, command in PARTS[name].items():
            readme = EXAMPLES / name / "README.md"
            replaced(readme.read_text(), part, "")  # told before an hour has gone
            print(f"{name}: {part} ...", file=sys.stderr, flush=True)
            measured = printed(command)
            readme.write_text(replaced(readme.read_text(), part, measured))


def printed(command: list[str]) -> str:
    """What one of the scripts here prints; it tells of its progress on stderr."""
    script, *arguments = command
    ended = subprocess.run(
        [sys.executable, HERE / script, *arguments], stdout=subprocess.PIPE, text=True, check=False
    )
    if ended.returncode:
        raise SystemExit(f"{' '.join(command)} ended with {ended.returncode}:\n{ended.stdout}")
    return ended.stdout


def replaced(text: str, part: str, measured: str) -> str:
    """A README's text with another measurement between the comments of this part."""
    before, start, rest = text.partition(f"<!-- measured: {part} -->\n")
    old, end, after = rest.partition("<!-- end -->\n")
    if not end or "<!--" in old:
        raise ValueError(f"no place for what is measured: <!-- measured: {part} --> <!-- end -->")
    return f"{before}{start}{measured.strip()}\n{end}{after}"


if __name__ == "__main__":
    main()
