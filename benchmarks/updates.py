"""One update, beside TensorFlow written by hand: python benchmarks/updates.py [AGENT ...]

benchmarks/updates/ holds each agent in PyTorch (`dqn.py`) and as one would write it for TensorFlow
from the start (`dqn_hand.py`). The ports are made of the former when this runs. Every measurement
is a process of its own with one thread; a round runs all of them in turn. The processor's time is
told, so that what else runs on the machine counts less.
"""

import argparse
import importlib
import json
import os
import re
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from common import SINGLE, machine, table

FOLDER = Path(__file__).with_suffix("")
AGENTS = {  # name: (module, batch size, updates of one measurement)
    "DQN, 8-120-84-4, batch 128": ("dqn", 128, 1000),
    "PPO, two 8-64-64, minibatch 64": ("ppo", 64, 1000),
    "PPO, two 8-64-64, minibatch 256": ("ppo", 256, 1000),
    "SAC, 17-256-256-6, batch 256": ("sac", 256, 150),
    "DQN, 4 x 84 x 84, batch 32": ("conv_dqn", 32, 40),
}
ONE_OP = re.compile(r"^ *@one_op\n", re.M)
FORMS = {  # what stands after the module's name: (title, options of porter convert)
    "": ("PyTorch", None),
    "_tf": ("port", []),
    "_hand": ("by hand", None),
    "_function": ("port, without `@one_op`", []),
    "_jit": ("port, `--jit`", ["--jit"]),
}


def measure(module: str, size: int, updates: int) -> None:
    """In a process of its own: print the seconds of an update."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    sys.path.append(str(FOLDER))
    if module in {one for one, *_ in AGENTS.values()}:
        import torch

        torch.set_num_threads(1)
    import numpy as np

    agent_module = importlib.import_module(module)
    agent = agent_module.Agent()
    batches = [agent_module.batch(np.random.default_rng(seed), size) for seed in range(4)]

    def train(times: int) -> float:
        start = time.process_time()
        for index in range(times):
            agent.update(*batches[index % len(batches)])
        return (time.process_time() - start) / times

    train(5)
    print(json.dumps(statistics.median(train(updates // 5) for _ in range(5))))


def convert(folder: str) -> None:
    """The ports of all agents, in a folder of their own."""
    for module in {module for module, *_ in AGENTS.values()}:
        for form, (_, options) in FORMS.items():
            if options is not None:
                port = Path(folder, f"{module}{form}.py")
                command = [sys.executable, "-m", "porter", "convert", *options]
                command += [str(FOLDER / f"{module}.py"), "-o", str(port)]
                subprocess.run(command, check=True, capture_output=True)
                if form == "_function":
                    port.write_text(ONE_OP.sub("", port.read_text()))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("agents", nargs="*", help="modules: dqn, ppo, sac, conv_dqn (all)")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--measure", nargs=3, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.measure:
        module, size, updates = arguments.measure
        measure(module, int(size), int(updates))
        return

    wanted = {
        title: agent
        for title, agent in AGENTS.items()
        if not arguments.agents or agent[0] in arguments.agents
    }
    seconds: dict[tuple[str, str], list[float]] = {}
    with tempfile.TemporaryDirectory() as folder:
        convert(folder)
        environment = {**os.environ, **SINGLE, "PYTHONPATH": folder}
        for _ in range(arguments.rounds):
            for title, (module, size, updates) in wanted.items():
                for form in FORMS:
                    command = [sys.executable, __file__, "--measure", module + form]
                    command += [str(size), str(updates)]
                    result = subprocess.run(
                        command, check=True, capture_output=True, env=environment, cwd=folder
                    )
                    seconds.setdefault((title, form), []).append(
                        json.loads(result.stdout.splitlines()[-1])
                    )

    print(f"{machine('torch', 'tensorflow-cpu', 'keras')}; one core, one thread.")
    print(f"Milliseconds of the processor's time; medians of {arguments.rounds} rounds.\n")
    rows = []
    for title in wanted:
        middle = {form: statistics.median(seconds[title, form]) * 1e3 for form in FORMS}
        ratios = [middle["_tf"] / middle[""], middle["_tf"] / middle["_hand"]]
        rows.append([title, *(f"{middle[form]:.2f}" for form in FORMS)])
        rows[-1] += [f"{ratio:.2f}" for ratio in ratios]
    titles = [title for title, _ in FORMS.values()]
    print(table(["one update", *titles, "port / PyTorch", "port / by hand"], rows))


if __name__ == "__main__":
    main()
