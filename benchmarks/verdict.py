"""What porter check says of an example, in one paragraph: python benchmarks/verdict.py ddpg

Of neuroevolution, which has no update, both programs have to print the same lines.
"""

import argparse
import json
import subprocess
import sys
from pathlib import Path

from whole_runs import EXAMPLES, PROGRAMS, run

# The programs' arguments: few steps before the first update, which is what is compared.
CHECKED = {
    "gridworld_dqn": "--epochs 40 --games 1",
    "ddpg": "--steps 90 --start-steps 40 --batch-size 32",
    "td3": "--steps 90 --start-steps 40 --batch-size 32",
    "a3c_queue": "--workers 0",  # in one process
}
SAME_LINES = {"neuroevolution": "--generations 10"}
COUNTED = ("actions", "gradients", "weights")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("example", choices=[*CHECKED, *SAME_LINES])
    parser.add_argument("--updates", type=int, default=20)
    chosen = parser.parse_args()
    folder = EXAMPLES / chosen.example
    if arguments := SAME_LINES.get(chosen.example):
        first, second = (run(folder / program, arguments.split())[1] for program in PROGRAMS)
        same = first == second
        told = "prints the same lines as" if same else "prints OTHER lines than"
        print(f"`agent_tf.py {arguments}` {told} `agent.py {arguments}`.")
        return int(not same)
    found = checked(folder, chosen.updates)
    print(paragraph(found, chosen.updates, CHECKED[chosen.example]))
    return int(found["exit_code"])


def checked(folder: Path, updates: int) -> dict:
    """The report of porter check in float64."""
    command = [sys.executable, "-m", "porter", "check", *(folder / name for name in PROGRAMS)]
    command += ["--precision", "float64", "--no-floor", "--format", "json"]
    command += ["--updates", str(updates), "--", *CHECKED[folder.name].split()]
    ended = subprocess.run(command, capture_output=True, text=True, check=False)
    if ended.returncode not in (0, 1):  # neither equivalent nor different
        raise SystemExit(f"{folder.name} could not be checked:\n{ended.stdout}{ended.stderr}")
    return json.loads(ended.stdout)


def paragraph(report: dict, updates: int, arguments: str) -> str:
    """The command and its verdict: how much was compared, and what differs most."""
    phases = {phase["name"]: phase for phase in report["results"][0]["phases"]}
    counts = (f"{phases[name]['compared']} {name}" for name in COUNTED if phases[name]["compared"])
    worst = max(phase["worst"] for phase in phases.values())
    options = f"--precision float64 --updates {updates} -- {arguments}"
    verdict = f"{report['outcome']}; {', '.join(counts)}, none further off than {worst:.1e}."
    return f"`porter check agent.py agent_tf.py {options}`:\n{verdict}"


if __name__ == "__main__":
    sys.exit(main())
