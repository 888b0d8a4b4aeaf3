"""What one store into a replay memory of tensors costs, in the original and in its port.

python benchmarks/stores.py [rows ...]
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

from porter.pipeline import Converted, convert

ROUNDS = 5
PROGRAM = """
import sys, time
import numpy as np
import torch


class Memory:
    def __init__(self, rows):
        self.states = torch.zeros((rows, 17))
        self.rewards = torch.zeros(rows)
        self.rows, self.at = rows, 0

    def add(self, state, reward):
        self.states[self.at] = torch.from_numpy(state)
        self.rewards[self.at] = reward
        self.at = (self.at + 1) % self.rows

    def sample(self, rows):
        return self.states[rows], self.rewards[rows]


memory, state = Memory(int(sys.argv[1])), np.ones(17, np.float32)
rows = torch.as_tensor(np.random.default_rng(0).integers(0, int(sys.argv[1]), 256))


def per_call(f, times):
    f()
    begin = time.perf_counter()
    for _ in range(times):
        f()
    return (time.perf_counter() - begin) / times * 1e6


times = int(sys.argv[2])
print(per_call(lambda: memory.add(state, 1.0), times), per_call(lambda: memory.sample(rows), times))
"""


def main() -> None:
    port = convert(PROGRAM, "memory.py")
    assert isinstance(port, Converted), port
    with tempfile.TemporaryDirectory() as folder:
        files = {"original": Path(folder, "original.py"), "port": Path(folder, "port.py")}
        files["original"].write_text(PROGRAM, encoding="utf-8")
        files["port"].write_text(port.output, encoding="utf-8")
        for rows in [int(n) for n in sys.argv[1:]] or [10_000, 1_000_000]:
            found: dict[str, list[tuple[float, ...]]] = {name: [] for name in files}
            for _ in range(ROUNDS):
                for name, file in files.items():
                    found[name].append(measured(file, rows))
            for name, times in found.items():
                add, sample = (statistics.median(column) for column in zip(*times))
                print(f"{rows:>9} rows  {name:<8}  add {add:9.1f} us  sample 256 {sample:9.1f} us")


def measured(file: Path, rows: int) -> tuple[float, ...]:
    environment = {**os.environ, "OMP_NUM_THREADS": "1", "TF_CPP_MIN_LOG_LEVEL": "3"}
    command = [sys.executable, str(file), str(rows), "2000" if rows < 100_000 else "300"]
    done = subprocess.run(command, capture_output=True, text=True, check=True, env=environment)
    return tuple(map(float, done.stdout.split()))


if __name__ == "__main__":
    main()
