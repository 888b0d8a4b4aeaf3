"""torch.distributed's programs and their ports, each in two processes on this machine."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from porter.pipeline import Converted, convert

CASES = Path(__file__).parent / "cases" / "processes"
START = """
with torch.no_grad():
    net.a.weight.copy_(torch.arange(12.0).reshape(4, 3) / 10)
    net.a.bias.fill_(0.1)
    net.b.weight.copy_(torch.arange(4.0).reshape(1, 4) / 5)
    net.b.bias.fill_(rank)
"""
SAVE = """
np.savez(os.environ["SAVED"], *(p.detach().numpy() for p in net.parameters()))
dist.barrier()
"""


def program(name: str) -> str:
    """The case with weights that are set, and kept at the end; without what is refused."""
    text = (CASES / f"{name}.py").read_text().partition("# output\n")[0]
    text = text.partition("\n\n\ndef helper(")[0] + "\n"
    text = text.replace("net = Net()\n", f"net = Net(){START}", 1)
    text = text.replace("import torch\n", "import numpy as np\nimport torch\n", 1)
    return text.replace("dist.barrier()\n", SAVE, 1)


def free_ports(count: int) -> int:
    """The first of some neighbouring ports that nobody listens at."""
    while True:
        with socket.socket() as probe:
            probe.bind(("localhost", 0))
            first = int(probe.getsockname()[1])
        try:
            for port in range(first, first + count):
                with socket.socket() as one:
                    one.bind(("localhost", port))
        except OSError:
            continue
        return first


def run(script: Path, size: int) -> list[list[np.ndarray]]:
    """The weights at the end, in each of the processes."""
    port = free_ports(size + 1)
    shared = {"WORLD_SIZE": str(size), "MASTER_ADDR": "localhost", "MASTER_PORT": str(port)}
    processes, saved = [], []
    for rank in range(size):
        saved.append(script.with_suffix(f".{rank}.npz"))
        own = {"RANK": str(rank), "SAVED": str(saved[-1]), "CUDA_VISIBLE_DEVICES": ""}
        processes.append(
            subprocess.Popen(
                [sys.executable, str(script)], env={**os.environ, **shared, **own},
                stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
            )
        )  # fmt: skip
    try:
        errors = [process.communicate(timeout=150)[1] for process in processes]
    finally:
        for process in processes:
            process.kill()
    assert [process.returncode for process in processes] == [0] * size, errors
    return [list(np.load(path).values()) for path in saved]


@pytest.mark.slow
@pytest.mark.parametrize("name", ["group", "parallel"])
def test_two_workers_learn_as_with_gloo(name: str, tmp_path: Path) -> None:
    original, port = tmp_path / f"{name}.py", tmp_path / f"{name}_tf.py"
    original.write_text(program(name))
    outcome = convert(original.read_text(), str(original))
    assert isinstance(outcome, Converted)
    assert {finding.code for finding in outcome.findings} <= {"N402"}
    assert "import torch" not in outcome.output
    port.write_text(outcome.output)
    theirs, ours = run(original, 2), run(port, 2)
    for expected, found in zip(theirs[0], ours[0], strict=True):
        np.testing.assert_allclose(found, expected, rtol=1e-5, atol=1e-6)
    for one, other in zip(*ours, strict=True):
        np.testing.assert_array_equal(one, other)
