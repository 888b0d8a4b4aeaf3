"""Whether the time of `porter convert` grows as a file does, and as a folder does.

    python benchmarks/convert_linear.py benchmarks/convert_linear.svg benchmarks/convert_files.svg

Each file is the same agent many times under other names, alone in its folder: one of 30 lines, then
those of examples/. Measured is processor time, in one process, beside libcst's bare parse of the
same text. A folder has so many files with
one agent each, which take their network from one more; it is converted by the command.
"""

import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import libcst as cst
from common import machine, table
from growth import growth
from repeated import repeated

from porter import collector
from porter.converting import convert_text
from porter.pipeline import Converted, Options, rulebook

FILES = (100, 250, 500, 1_000, 2_000)
SIZES = (1_000, 5_000, 10_000, 20_000, 50_000)
EXAMPLES = Path(__file__).parents[1] / "examples"
AGENT = '''

class Agent{n}:
    """One of many."""

    def __init__(self, states, actions):
        self.net = nn.Sequential(nn.Linear(states, 32), nn.ReLU(), nn.Linear(32, actions))
        self.optimizer = torch.optim.Adam(self.net.parameters(), lr=1e-3)

    def act(self, state):
        with torch.no_grad():
            return self.net(torch.as_tensor(state)).argmax().item()

    def update(self, states, actions, targets):
        values = self.net(states).gather(1, actions.unsqueeze(1)).squeeze(1)
        loss = nn.functional.mse_loss(values, targets)
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        return loss.item()
'''
HEAD = "import torch\nfrom torch import nn\n"


def code(lines: int) -> str:
    """A module of about this many lines."""
    return HEAD + "".join(AGENT.format(n=n) for n in range(lines // AGENT.count("\n")))


def example(name: str, lines: int) -> str:
    """A module of that example, about as long."""
    text = (EXAMPLES / name / "agent.py").read_text()
    return repeated(text, round(lines * 2 / (repeated(text, 2).count("\n"))))


def seconds(text: str) -> tuple[float, float]:
    """Of the processor: to parse the file, and to convert it."""
    start = time.process_time()
    cst.parse_module(text)
    parsed = time.process_time()
    outcome = convert_text(text, "agents.py", None, Options())
    assert isinstance(outcome, Converted)
    return parsed - start, time.process_time() - parsed


def of_folder(files: int) -> float:
    """Of the processor, to convert a folder with so many files."""
    with tempfile.TemporaryDirectory() as folder:
        there = Path(folder, "there")
        there.mkdir()
        (there / "networks.py").write_text("WIDTH = 32\n")
        for n in range(files):
            text = AGENT.format(n=n).replace("32", "WIDTH")
            (there / f"agent{n}.py").write_text(f"{HEAD}from networks import WIDTH\n{text}")
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        command = [sys.executable, "-m", "porter", "convert", str(there), "-o", f"{folder}/port"]
        subprocess.run([*command, "--jobs", "1"], check=True, capture_output=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main() -> None:
    rulebook(())
    collector.calm()  # as the command does
    seconds(code(SIZES[0]))  # what is read once
    print(f"{machine('libcst')}; {time.strftime('%Y-%m-%d')}\n")
    rows, took = [], []
    for size in SIZES:
        bare, whole = seconds(code(size))
        took.append(whole)
        each = f"{1e6 * whole / size:.0f}"
        rows.append((f"{size:,}", f"{whole:.2f}", each, f"{whole / bare:.1f}"))
    print(table(("lines", "seconds", "microseconds a line", "x bare parse"), rows))
    growth(Path(sys.argv[1]), SIZES, took, "porter convert", "lines in the file")
    rows = []
    for name in ("a3c_queue", "ddpg", "eager_basics", "neuroevolution", "td3"):
        texts = [example(name, size) for size in SIZES[:3]]
        counts = [text.count("\n") for text in texts]
        took = [seconds(text)[1] for text in texts]
        rows.append((name, *(f"{s:.1f} ({1e6 * s / n:.0f})" for s, n in zip(took, counts))))
    print(table(("seconds (microseconds a line)", *(f"{n:,} lines" for n in SIZES[:3])), rows))
    folders = [of_folder(files) for files in FILES]
    rows = [(f"{n:,}", f"{s:.1f}", f"{1e3 * s / n:.0f}") for n, s in zip(FILES, folders)]
    print(table(("files", "seconds", "milliseconds a file"), rows))
    growth(Path(sys.argv[2]), FILES, folders, "porter convert", "files in the folder")


if __name__ == "__main__":
    main()
