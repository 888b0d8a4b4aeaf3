"""Workers that only play stay processes and see each update; those that could not are threads."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from porter.pipeline import Converted, convert

CASE = Path(__file__).parent / "cases" / "processes" / "players.py"
PROGRAM = "import copy\n" + CASE.read_text().partition("# output")[0]
GUARD = 'if __name__ == "__main__":\n'
THREADS = {
    "a worker that updates": ("    copied = Policy(4)\n", "    policy.fc.weight.data.fill_(0)\n"),
    "an update by what it calls": (
        "    copied = Policy(4)\n",
        "    Learner(policy).update([0, 1, 0])\n    copied = Policy(4)\n",
    ),
    "a number that only the main program has": (GUARD, GUARD + "    STEPS = 4\n"),
    "a queue of the module": ("STEPS = 3\n", "STEPS = mp.Value('i', 3)\n"),
    "an argument of unknown kind": ("main(parser.parse_args())", "main(settings())"),
    "another way to start": (GUARD, GUARD + '    mp.set_start_method("fork")\n'),
    "a pool, whose functions need not be picklable": ("STEPS = 3", "STEPS = len(mp.Pool(3)._pool)"),
    "a network that is copied": (
        "    learner = Learner(policy)\n",
        "    learner = Learner(copy.deepcopy(policy))\n",
    ),
    "no guard": (GUARD, "if True:\n"),
    "a network that is not shared": ("    policy.share_memory()\n", "    policy = Policy(4)\n"),
    "an update that returns at once": (
        "        self.optimizer.step()\n        return loss.item()\n",
        "        return self.optimizer.step()\n",
    ),
    "a worker that gets an optimizer": (
        "(0, policy, rollouts",
        "(learner.optimizer, policy, rollouts",
    ),
    "a worker that gets an object with a network": (
        "(0, policy, rollouts",
        "(learner, policy, rollouts",
    ),
    "another import": (
        "import torch.multiprocessing as mp",
        "import torch.multiprocessing as mp\nfrom multiprocessing import Lock",
    ),
}


def ported(program: str) -> str:
    outcome = convert(program, "players.py")
    assert isinstance(outcome, Converted)
    return outcome.output


def run(program: str, folder: Path) -> list[list[str]]:
    """The numbers of each line that it prints."""
    path = folder / "players_tf.py"
    path.write_text(program)
    command = [sys.executable, str(path)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr
    return [line.split() for line in done.stdout.splitlines()]


def test_a_player_sees_every_update(tmp_path: Path) -> None:
    *played, last = run(ported(PROGRAM), tmp_path)
    assert len(played) == 5
    assert all(line[-2] == line[-1] for line in played)  # told by the player, and by the learner
    assert len({line[-1] for line in played}) == 5
    assert last[-2] == "15.0"  # three states of four ones, two actions, all weights 0.5


def test_a_network_of_another_file_is_shared(tmp_path: Path) -> None:
    start, end = PROGRAM.index("class Policy"), PROGRAM.index("def act(")
    main = PROGRAM[:start] + PROGRAM[end:].replace("Policy(4", "nets.Policy(4")
    project = tmp_path / "project"
    project.mkdir()
    (project / "main.py").write_text(main.replace("import torch.nn as nn", "import nets"))
    (project / "nets.py").write_text(f"import torch.nn as nn\n\n\n{PROGRAM[start:end]}")
    command = [sys.executable, "-m", "porter", "convert", project, "-o", tmp_path / "port"]
    subprocess.run(command, capture_output=True, timeout=300, check=True)
    program = (tmp_path / "port" / "main.py").read_text()
    assert "class SharedPolicy(SharedModel, nets.Policy):" in program
    assert "copied = nets.Policy(4)" in program  # the worker's own
    *played, last = run(program, tmp_path / "port")
    assert all(line[-2] == line[-1] for line in played)
    assert last[-2] == "15.0"


def test_a_network_that_no_process_gets_is_not_shared() -> None:
    told = "    policy.share_memory()\n"
    program = PROGRAM.replace(
        told, f"{told}    value = nn.Linear(4, 1)\n    value.share_memory()\n"
    )
    output = ported(program)
    assert "    policy.share_memory()\n" in output
    assert "value.share_memory()" not in output


@pytest.mark.slow
def test_without_publishing_it_sees_none(tmp_path: Path) -> None:
    port = ported(PROGRAM)
    silent = port.replace(
        "        SharedModel.publish()\n        return loss", " " * 8 + "return loss"
    )
    assert silent != port
    first, *others, _ = run(silent, tmp_path)
    assert first[-2] == first[-1]
    assert all(line[-2] == first[-2] != line[-1] for line in others)


@pytest.mark.slow
def test_one_that_starts_afresh_in_the_original_starts_so(tmp_path: Path) -> None:
    """What it gets is picklable there, too, so that nothing has to be known of it."""
    program = PROGRAM.replace(GUARD, GUARD + '    mp.set_start_method("spawn")\n')
    program = program.replace("parser.parse_args()", "[*map(type(parser).parse_args, [parser])][0]")
    output = ported(program)
    assert "import multiprocessing as mp  # queues\n" in output
    assert "get_context" not in output
    *played, last = run(output, tmp_path)
    assert all(line[-2] == line[-1] for line in played)
    assert last[-2] == "15.0"


MOVE = """
def move(policy, other):
    for param, target in zip(policy.parameters(), other.parameters()):
        param.data.copy_(0.9 * param.data + 0.1 * target.data)


def main("""


def test_a_graph_that_moves_the_weights_is_published() -> None:
    last = "        total += learner.update(actions)\n"
    program = PROGRAM.replace(last, f"{last}        move(policy, Policy(4))\n")
    output = ported(program.replace("def main(", MOVE))
    assert "@tf.function\ndef move(" in output
    assert "        move(policy, Policy(4))\n        SharedModel.publish()\n" in output


@pytest.mark.parametrize("why", THREADS)
def test_others_are_threads(why: str) -> None:
    old, new = THREADS[why]
    assert old in PROGRAM
    output = ported(PROGRAM.replace(old, new))
    assert "WorkerThread(target=play" in output or "P104" in output
    assert "SharedModel" not in output
    assert "get_context" not in output
