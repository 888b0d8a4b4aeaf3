"""An example and its port: whole runs over several seeds.

    python benchmarks/whole_runs.py gridworld_dqn --seeds 5 --arguments="--epochs 5000"

Each run is a process of its own with one thread; of every seed the original runs first, then the
port. The processor's time is told, so that what else runs on the machine counts less; --wall tells
the clock's, for programs with worker processes on an idle machine. What the programs print are
their learning curves: `step 500: average return -170.0` and, at the end,
`win rate: 90.1% of 1000 games`; without such an end the last point of the curve is the score.

It prints a table, and writes whole_runs.json and learning_curves.svg into the example's folder.
"""

import argparse
import json
import os
import re
import shutil
import statistics
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory, TemporaryFile
from typing import NamedTuple

from common import SINGLE, conditions, table

EXAMPLES = Path(__file__).resolve().parents[1] / "examples"
PROGRAMS = {"agent.py": "original, PyTorch", "agent_tf.py": "port, TensorFlow"}
SCORE = re.compile(r"(?:(\w+) (\d+): .*?)?((?:average )?return|win rate):? (-?[\d.]+)(%?)")

# torch.utils.tensorboard imports TensorFlow where it is installed, which would count as PyTorch's.
WITHOUT_TENSORFLOW = """
import runpy, sys, types
sys.modules["tensorboard.compat.notf"] = types.ModuleType("notf")
sys.argv = sys.argv[1:]
sys.path[0] = sys.argv[0].rpartition("/")[0]
runpy.run_path(sys.argv[0], run_name="__main__")
"""


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("example", help="a folder of examples/")
    parser.add_argument("--seeds", type=int, default=5)
    parser.add_argument("--out", type=Path, help="another folder for the files")
    parser.add_argument("--wall", action="store_true", help="seconds by the clock")
    parser.add_argument("--arguments", default="", help="of both programs, in one string")
    chosen = parser.parse_args()
    arguments = chosen.arguments.split()
    out = chosen.out or EXAMPLES / chosen.example
    with TemporaryDirectory() as scratch:
        folder = shutil.copytree(EXAMPLES / chosen.example, Path(scratch, chosen.example))
        result = compare(folder, arguments, chosen.seeds, out, chosen.wall)
    with_arguments = f", `{chosen.arguments}`" if arguments else ""
    print(f"{chosen.seeds} seeds{with_arguments}. {result['conditions']}\n")
    print(summary(result))
    plot(result, out / "learning_curves.svg")


def compare(folder: Path, arguments: list[str], seeds: int, out: Path, wall: bool) -> dict:
    """All runs, which are written after each seed."""
    runs: dict[str, list[dict]] = {program: [] for program in PROGRAMS}
    result = {
        "example": folder.name,
        "arguments": arguments,
        "conditions": conditions("by the clock" if wall else "processor time"),
        "start": {program: start_up(folder / program, wall) for program in PROGRAMS},
        "runs": runs,
    }
    for seed in range(seeds):
        for program in PROGRAMS:
            run = train(folder / program, [*arguments, "--seed", str(seed)], wall)
            runs[program].append({"seed": seed, **run})
            print(
                f"{program}, seed {seed}: {run['seconds']:.1f} s, {run['score']}", file=sys.stderr
            )
        out.mkdir(parents=True, exist_ok=True)
        (out / "whole_runs.json").write_text(json.dumps(result, indent=1) + "\n")
    return result


def start_up(program: Path, wall: bool = False, times: int = 3) -> float:
    """The seconds that importing all and reading the command line take: the median of some."""
    return statistics.median(run(program, ["--help"], wall)[0] for _ in range(times))


def train(program: Path, arguments: list[str], wall: bool) -> dict:
    """One whole run: its seconds, its learning curve, and its score at the end."""
    seconds, printed = run(program, arguments, wall)
    found = points(printed)
    if not found:
        raise SystemExit(f"{program} printed no score:\n{printed[-2000:]}")
    last = found[-1]
    return {
        "seconds": round(seconds, 2),
        "what": last.what,
        "score": float(last.value),
        "percent": bool(last.percent),
        "unit": found[0].unit,
        "curve": [[int(point.at), float(point.value)] for point in found if point.at],
    }


class Point(NamedTuple):
    """`step 500: average return -170.0`; the score at the end has no unit and no place."""

    unit: str | None
    at: str | None
    what: str
    value: str
    percent: str

    @property
    def text(self) -> str:
        return f"{self.value} {self.percent}".strip()


def points(printed: str) -> list[Point]:
    """What a program printed of its scores."""
    matches = map(SCORE.match, printed.splitlines())
    return [Point(*match.groups()) for match in matches if match]


def run(program: Path, arguments: list[str], wall: bool = False) -> tuple[float, str]:
    """The seconds of the processor (of a process and its children) or of the clock; the output.

    It runs in a scratch folder, because some write files.
    """
    without = ["-c", WITHOUT_TENSORFLOW] if program.name == "agent.py" else []
    command = [sys.executable, *without, program, *arguments]
    environment = {**os.environ, **SINGLE, "TQDM_DISABLE": "1"}
    with TemporaryDirectory() as folder, TemporaryFile("w+") as out, TemporaryFile("w+") as told:
        start = time.perf_counter()
        process = subprocess.Popen(command, cwd=folder, env=environment, stdout=out, stderr=told)
        _, status, used = os.wait4(process.pid, 0)
        elapsed = time.perf_counter() - start
        process.returncode = os.waitstatus_to_exitcode(status)
        out.seek(0)
        told.seek(0)
        printed, errors = out.read(), told.read()
    if process.returncode:
        raise SystemExit(f"{program} failed with {process.returncode}:\n{errors[-2000:]}")
    return elapsed if wall else used.ru_utime + used.ru_stime, printed


def summary(result: dict) -> str:
    """The table: seconds and scores, as the mean over the seeds and their range."""
    start, rows = result["start"], []
    base = statistics.mean(run["seconds"] for run in result["runs"]["agent.py"])
    for program, runs in result["runs"].items():
        seconds = [run["seconds"] for run in runs]
        scores = [run["score"] for run in runs]
        sign = " %" if runs[0]["percent"] else ""
        mean = statistics.mean(seconds)
        rows.append(
            (
                PROGRAMS[program],
                f"{mean:.1f}",
                f"{min(seconds):.1f} to {max(seconds):.1f}",
                f"{start[program]:.1f}",
                f"{mean / base:.2f}",
                f"{(mean - start[program]) / (base - start['agent.py']):.2f}",
                f"{statistics.mean(scores):.1f}{sign}",
                f"{min(scores):.1f} to {max(scores):.1f}{sign}",
            )
        )
    header = ("a whole run", "s", "from ... to", "of that, imports", "x original")
    header += ("x original, without imports", runs[0]["what"], "from ... to")
    return table(header, rows)


def plot(result: dict, path: Path) -> None:
    """The mean over the seeds and the band between the least and the greatest."""
    import matplotlib

    matplotlib.use("Agg")
    matplotlib.rcParams["svg.hashsalt"] = result["example"]  # the same file from the same numbers
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(7, 4))
    for program, runs in result["runs"].items():
        if not all(run["curve"] for run in runs):
            continue  # nothing was printed but the end
        steps = [at for at, _ in runs[0]["curve"]]
        values = list(zip(*([value for _, value in run["curve"]] for run in runs)))
        line = axes.plot(steps, [statistics.mean(of) for of in values], label=PROGRAMS[program])
        least, greatest = [min(of) for of in values], [max(of) for of in values]
        axes.fill_between(steps, least, greatest, alpha=0.2, color=line[0].get_color())
    percent = ", %" if runs[0]["percent"] else ""
    axes.set_xlabel(runs[0]["unit"] or "")
    axes.set_ylabel(runs[0]["what"] + percent)
    axes.set_title(f"{result['example']}: mean and range of {len(runs)} seeds", fontsize=10)
    axes.legend(loc="lower right")
    axes.grid(alpha=0.3)
    figure.tight_layout()
    figure.savefig(path, metadata={"Date": None})
    pyplot.close(figure)


if __name__ == "__main__":
    main()
