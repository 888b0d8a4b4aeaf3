"""Agents that learn from what they computed while acting: original, port, and port with a tape.

    python benchmarks/acting_again.py tests/cases/agents/reinforce.py --episodes 60 --steps 100

The agent is a case of tests/cases/agents with a loop `for t in range(5):` for an episode in a loop
`for episode in range(3):`; both get other numbers. The port with a tape open while acting is what
porter writes where the update can't compute again what the list was filled with. Each program runs
in a process of its own with one thread, in turn; the processor's time of the last nine tenths of
the episodes is divided by their steps.
"""

import argparse
import os
import statistics
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from common import SINGLE, machine, table

import porter.pipeline
from porter.pipeline import Converted, convert

START = "for episode in range(3):\n"
CLOCK = """{indent}for episode in range({episodes}):
{indent}    if episode == {episodes} // 10:
{indent}        import time
{indent}        started = time.process_time()
{indent}    if episode == {episodes} - 1:
{indent}        print("used", time.process_time() - started)
"""
ONE_THREAD = "import torch\n\ntorch.set_num_threads(1)\n"


def timed(text: str, episodes: int, steps: int) -> str:
    """The agent with more to do, and a clock."""
    line = next(line for line in text.splitlines(keepends=True) if line.strip() + "\n" == START)
    indent = line[: len(line) - len(line.lstrip())]
    clock = CLOCK.format(indent=indent, episodes=episodes)
    return text.replace(line, clock).replace("for t in range(5):", f"for t in range({steps}):")


def ports(text: str) -> dict[str, str]:
    """The port of today, and that with a tape."""
    found: dict[str, str] = {}
    again = porter.pipeline.recomputed
    for name, wanted in {"port": True, "tape": False}.items():
        porter.pipeline.recomputed = again if wanted else lambda facts: None
        port = convert(text)
        assert isinstance(port, Converted)
        found[name] = port.output
    porter.pipeline.recomputed = again
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("agent", type=Path)
    parser.add_argument("--episodes", type=int, default=60)
    parser.add_argument("--steps", type=int, default=100)
    parser.add_argument("--rounds", type=int, default=3)
    args = parser.parse_args()
    text = args.agent.read_text(encoding="utf-8").split("# output\n")[0]
    programs = {"PyTorch": ONE_THREAD + timed(text, args.episodes, args.steps)}
    for name, port in ports(text).items():
        programs[name] = timed(port, args.episodes, args.steps)
    used: dict[str, list[float]] = {name: [] for name in programs}
    with TemporaryDirectory() as folder:
        for name, program in programs.items():
            Path(folder, f"{name}.py").write_text(program, encoding="utf-8")
        for _ in range(args.rounds):
            for name in programs:
                command = [sys.executable, f"{name}.py"]
                environment = {**os.environ, **SINGLE}
                run = subprocess.run(
                    command, cwd=folder, env=environment, capture_output=True, text=True, check=True
                )
                used[name].append(float(run.stdout.split()[-1]))
    steps = (args.episodes - 1 - args.episodes // 10) * args.steps
    print(machine("torch", "tensorflow-cpu"), "\n")
    rows = [
        (name, f"{1000 * statistics.median(times) / steps:.2f}") for name, times in used.items()
    ]
    print(table(["processor time for a step", "ms"], rows))


if __name__ == "__main__":
    main()
