"""Workers: threads in the place of processes, whose errors reach the main thread."""

from __future__ import annotations

import runpy
import subprocess
import sys
import time
from pathlib import Path

import pytest

from porter.pipeline import Converted, convert
from porter.rulebook import Rulebook

BOOK = Rulebook.load()
BLOCK = "\n".join(f"import {name}" for name in sorted(BOOK.imports(["WorkerThread"])))
BLOCK += "\nimport multiprocessing, sys, time\n" + BOOK.paste(["WorkerThread"])
FAILING = """
def work(rank):
    if rank == 1:
        raise ValueError("what went wrong")
    time.sleep(60)

workers = [WorkerThread(target=work, args=(rank,)) for rank in range(3)]
for worker in workers:
    worker.start()
"""
WAITS = {
    "for a worker": "for worker in workers:\n    worker.join()",
    "at a queue": "multiprocessing.Queue().get()",
    "at a pipe": "here, there = multiprocessing.Pipe()\nhere.recv()",
    "asleep": "time.sleep(60)",
    "at work": "while True:\n    sum(range(1000))",
}


def run(program: str) -> tuple[subprocess.CompletedProcess[str], float]:
    start = time.monotonic()
    command = [sys.executable, "-c", BLOCK + program]
    done = subprocess.run(command, capture_output=True, text=True, timeout=40, check=False)
    return done, time.monotonic() - start


@pytest.mark.parametrize("wait", WAITS)
def test_an_error_of_a_worker_ends_the_program(wait: str) -> None:
    done, seconds = run(FAILING + WAITS[wait])
    assert done.returncode == 1
    assert "in work" in done.stderr
    assert done.stderr.strip().endswith("ValueError: what went wrong")
    assert seconds < 30


def test_the_program_waits_for_its_workers() -> None:
    late = "def work():\n    time.sleep(0.5)\n    print('done', flush=True)\n"
    assert run(late + "WorkerThread(target=work).start()")[0].stdout == "done\n"
    assert run(late + "WorkerThread(target=work, daemon=True).start()")[0].stdout == ""
    ended = "worker = WorkerThread(target=work)\nworker.start()\nworker.terminate()"
    assert run(late + ended)[0].stdout == ""


def test_how_workers_end() -> None:
    program = """
class Worker(WorkerThread):
    def __init__(self, code):
        super().__init__()
        self.code = code

    def run(self):
        if self.code is not None:
            sys.exit(self.code)

workers = [Worker(code) for code in (None, 0, 1)]
for worker in workers:
    worker.start()
for worker in workers:
    worker.join()
print([worker.exitcode for worker in workers], workers[0].is_alive())
"""
    done, _ = run(program)
    assert done.stdout == "[0, 0, 1] False\n", done.stderr


HOGWILD = """
import torch
import torch.multiprocessing as mp


def train(rank, net, counter, results):
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    target = torch.tensor([[1.0, -2.0, 0.5]])
    for _ in range(100):
        x = torch.randn(16, 3)
        loss = (net(x) - (x * target).sum(1, keepdim=True)).pow(2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        with counter.get_lock():
            counter.value += 1
    results.put((rank, loss.item()))


net = torch.nn.Linear(3, 1)
net.share_memory()
counter, results = mp.Value("i", 0), mp.Queue()
workers = [mp.Process(target=train, args=(rank, net, counter, results)) for rank in range(2)]
for worker in workers:
    worker.start()
for worker in workers:
    worker.join()
losses = dict(results.get() for _ in workers)
weights = net.weight.detach().numpy()
"""


def test_workers_train_one_network(tmp_path: Path) -> None:
    outcome = convert(HOGWILD, "hogwild.py")
    assert isinstance(outcome, Converted)
    assert [finding.code for finding in outcome.findings] == ["N402"]
    port = tmp_path / "hogwild_tf.py"
    port.write_text(outcome.output)
    found = runpy.run_path(str(port))
    assert found["counter"].value == 200
    assert found["losses"].keys() == {0, 1}
    assert found["weights"][0] == pytest.approx([1.0, -2.0, 0.5], abs=1e-3)
