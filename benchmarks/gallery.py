"""The gallery's verdicts and times, from real runs: python benchmarks/gallery.py [AGENT ...]

Every agent is converted by `porter convert`, compared by `porter check --quick` and timed by
`porter bench`; `make docs` makes the pages of gallery.json. Agents of the test suite train for
a few updates only: one loop of each is made longer here, in a copy.
All twenty take about 15 minutes of processor time.
"""

import argparse
import json
import shutil
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from common import machine

ROOT = Path(__file__).parents[1]
FIGURES = Path(__file__).with_suffix(".json")
TURNS = 120
BENCH = ("--modes", "graph", "--rounds", "1", "--updates", "120", "--clock", "processor")


@dataclass(frozen=True)
class Agent:
    """A program of the gallery: its arguments, and the loop that is made longer."""

    path: str
    arguments: tuple[str, ...] = ()
    loop: str = ""

    def source(self) -> str:
        """The program that is run."""
        original = (ROOT / self.path).read_text("utf-8").partition("# output\n")[0]
        if self.loop and original.count(self.loop) != 1:
            raise SystemExit(f"{self.path} has {original.count(self.loop)} lines like {self.loop}")
        head, _, _ = self.loop.partition("range(")
        return original.replace(self.loop, f"{head}range({TURNS}):") if self.loop else original


def example(name: str, arguments: str) -> Agent:
    return Agent(f"examples/{name}/agent.py", tuple(arguments.split()))


def case(name: str, loop: str) -> Agent:
    return Agent(f"tests/cases/agents/{name}.py", loop=loop)


AGENTS = {
    "gridworld_dqn": example("gridworld_dqn", "--epochs 40 --games 1"),
    "ddpg": example("ddpg", "--steps 350 --start-steps 200"),
    "td3": example("td3", "--steps 350 --start-steps 200"),
    "a3c_queue": example("a3c_queue", "--workers 0 --updates 120"),
    "accumulation": case("accumulation", "for i in range(9):"),
    "actor_critic": case("actor_critic", "for episode in range(3):"),
    "convolutions": case("convolutions", "for step in range(3):"),
    "delayed": case("delayed", "for global_step in range(9):"),
    "distributions": case("distributions", "for update in range(4):"),
    "ensemble": case("ensemble", "for step in range(4):"),
    "gradient_penalty": case("gradient_penalty", "for i in range(3):"),
    "lstm": case("lstm", "for step in range(3):"),
    "minibatches": case("minibatches", "for epoch in range(2):"),
    "n_step_projection": case("n_step_projection", "for step in range(6):"),
    "own_dataset": case("own_dataset", "for epoch in range(2):"),
    "reinforce": case("reinforce", "for episode in range(3):"),
    "squashed": case("squashed", "for _ in range(6):"),
    "target_networks": case("target_networks", "for step in range(6):"),
    "temperature": case("temperature", "for step in range(4):"),
    "trpo": case("trpo", "for i in range(4):"),
}


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("agents", nargs="*", metavar="AGENT", help="default: all")
    chosen = parser.parse_args().agents or list(AGENTS)
    if unknown := set(chosen) - set(AGENTS):
        parser.error(f"the gallery has no {', '.join(sorted(unknown))}")
    for name in chosen:
        print(f"{name} ...", file=sys.stderr, flush=True)
        found = {name: measured(AGENTS[name])}
        known = json.loads(FIGURES.read_text("utf-8")) if FIGURES.exists() else {}
        figures = {name: (known | found)[name] for name in AGENTS if name in known | found}
        FIGURES.write_text(json.dumps(figures, indent=1) + "\n", "utf-8")


def measured(agent: Agent) -> dict[str, Any]:
    """The verdict, and how long an update takes."""
    with TemporaryDirectory() as folder:
        original = Path(folder, Path(agent.path).name)
        if not agent.loop:  # an example, with the modules that it imports
            shutil.copytree(ROOT / Path(agent.path).parent, folder, dirs_exist_ok=True)
        original.write_text(agent.source(), "utf-8")
        port = original.with_name(f"{original.stem}_tf.py")
        porter("convert", original, "-o", port, "--force")
        arguments = ("--", *agent.arguments) if agent.arguments else ()
        check = porter("check", original, port, "--quick", "--format", "json", *arguments)
        bench = porter("bench", original, port, *BENCH, "--format", "json", *arguments)
    return {**verdict(json.loads(check)), **times(json.loads(bench)), **conditions(agent)}


def porter(command: str, *arguments: str | Path) -> str:
    """What a command prints; it has to end with 0: ported, equivalent, measured."""
    done = subprocess.run(
        [sys.executable, "-m", "porter", command, *map(str, arguments)],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    if done.returncode:
        raise SystemExit(
            f"porter {command} ended with {done.returncode}:\n{done.stdout}{done.stderr}"
        )
    return done.stdout


def verdict(report: dict[str, Any]) -> dict[str, Any]:
    """The outcome, how much was compared, and the greatest difference."""
    [result] = report["results"]
    phases = {phase["name"]: phase for phase in result["phases"]}
    return {
        "outcome": report["outcome"],
        "updates": len(result["updates"]),
        "actions": phases["actions"]["compared"],
        "worst": max(phase["worst"] for phase in phases.values()),
    }


def times(report: dict[str, Any]) -> dict[str, Any]:
    """Processor time of an update: all update steps of the program, one pass each."""
    original, port = report["columns"]
    rows = [row for row in original["phases"] if row.startswith("update")]
    seconds = (
        sum(column["phases"][row]["each"]["median"] for row in rows) for column in (original, port)
    )
    return dict(zip(("original", "port"), seconds, strict=True))


def conditions(agent: Agent) -> dict[str, Any]:
    """What the figures hang on."""
    commit = ["git", "-C", str(ROOT), "rev-parse", "--short", "HEAD"]
    made = subprocess.run(commit, capture_output=True, text=True, check=True).stdout.strip()
    return {
        "file": agent.path,
        "arguments": list(agent.arguments),
        "turns": TURNS if agent.loop else None,
        "machine": machine("torch", "tensorflow-cpu"),
        "date": time.strftime("%Y-%m-%d"),
        "porter": made,
    }


if __name__ == "__main__":
    main()
