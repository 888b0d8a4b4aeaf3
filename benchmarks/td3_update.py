"""One update of examples/td3, original and port: python benchmarks/td3_update.py [--rounds N]

Every measurement is a process of its own, pinned to one core and one thread. A round runs all of
them in turn, so that a busy machine slows all of them down. The port is measured as it is, under
tf.function, as `porter convert --jit` writes it, and eagerly (`tf.config.run_functions_eagerly`).
"""

import argparse
import importlib.util
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from common import SINGLE, machine, table

EXAMPLE = Path(__file__).parents[1] / "examples" / "td3"
STATE_DIM, ACTION_DIM = 17, 6  # those of HalfCheetah
MEASURES = {  # name: (framework, eager, how many of the updates to time)
    "original, PyTorch": ("torch", False, 1.0),
    "port, `tf.function`": ("tensorflow", False, 1.0),
    "port, `--jit`": ("tensorflow", False, 1.0),
    "port, run eagerly": ("tensorflow", True, 0.2),
}


def measure(port: str, framework: str, eager: bool, updates: int, batch_size: int) -> None:
    """In a process of its own: print the seconds of the first two updates and of a later one."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    if framework == "torch":
        import torch

        torch.set_num_threads(1)
    elif eager:
        import tensorflow as tf

        tf.config.run_functions_eagerly(True)
    import numpy as np

    path = EXAMPLE / "agent.py" if framework == "torch" else Path(port)
    sys.path.insert(0, str(path.parent))  # where the port's building blocks lie
    spec = importlib.util.spec_from_file_location("agent", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    agent = module.TD3(STATE_DIM, ACTION_DIM, 1.0)
    buffer = module.ReplayBuffer(STATE_DIM, ACTION_DIM, 10_000)
    rng = np.random.default_rng(0)
    for _ in range(10_000):
        state, next_state = rng.standard_normal((2, STATE_DIM))
        action = rng.uniform(-1, 1, ACTION_DIM)
        buffer.add(state, action, rng.standard_normal(), next_state, float(rng.random() < 0.01))

    def train(times: int) -> float:
        start = time.perf_counter()
        for _ in range(times):
            agent.train(buffer, batch_size)
        agent.select_action(state)  # waits for the last update
        return time.perf_counter() - start

    first = train(2)  # with and without the actor: two traces
    train(10)
    print(json.dumps([first, train(updates) / updates]))


def jitted(folder: str) -> str:
    """The port that `porter convert --jit` writes."""
    path = Path(folder, "agent_tf.py")
    command = [sys.executable, "-m", "porter", "convert", "--jit", EXAMPLE / "agent.py"]
    subprocess.run([*command, "-o", path], check=True, capture_output=True)
    return str(path)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--port", default=str(EXAMPLE / "agent_tf.py"), help="the port's file")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--updates", type=int, default=200, help="updates per measurement")
    parser.add_argument("--batch-size", type=int, default=256)
    parser.add_argument("--measure", nargs=2, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    size = arguments.batch_size
    if arguments.measure:
        framework, eager = arguments.measure
        measure(arguments.port, framework, eager == "True", arguments.updates, size)
        return

    folder = tempfile.TemporaryDirectory()
    ports = dict.fromkeys(MEASURES, arguments.port) | {"port, `--jit`": jitted(folder.name)}
    first: dict[str, list[float]] = {name: [] for name in MEASURES}
    each: dict[str, list[float]] = {name: [] for name in MEASURES}
    for _ in range(arguments.rounds):
        for name, (framework, eager, share) in MEASURES.items():
            updates = max(2, int(arguments.updates * share) // 2 * 2)  # with and without the actor
            command = [sys.executable, __file__, "--port", ports[name]]
            command += ["--updates", str(updates), "--batch-size", str(size)]
            command += ["--measure", framework, str(eager)]
            environment = {**os.environ, **SINGLE}
            result = subprocess.run(command, check=True, capture_output=True, env=environment)
            start, seconds = json.loads(result.stdout.splitlines()[-1])
            first[name].append(start)
            each[name].append(seconds * 1e3)
    folder.cleanup()

    print(f"{machine('torch', 'tensorflow-cpu', 'keras')}; one core, one thread.")
    sizes = f"Batch {size}, state {STATE_DIM}, action {ACTION_DIM}, hidden 256"
    print(f"{sizes}; {arguments.rounds} rounds of {arguments.updates} updates, with sampling.\n")
    base = statistics.median(each["original, PyTorch"])
    rows = [
        (
            name,
            f"{statistics.median(times):.2f}",
            f"{min(times):.2f} to {max(times):.2f}",
            f"{statistics.median(times) / base:.2f}",
            f"{statistics.median(first[name]):.2f}",
        )
        for name, times in each.items()
    ]
    header = ("one update", "ms", "from ... to", "x original", "first two updates, s")
    print(table(header, rows))


if __name__ == "__main__":
    main()
