"""Whether the time of `porter convert` grows as a file does: python benchmarks/convert_linear.py

Each file is the same agent many times under other names, alone in its folder. Measured is processor
time, in one process, beside libcst's bare parse of the same text.
"""

import time

import libcst as cst
from common import machine, table

from porter import collector
from porter.pipeline import Converted, Options, rulebook
from porter.safely import convert_text

SIZES = (1_000, 5_000, 10_000, 20_000, 50_000)
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


def seconds(lines: int) -> tuple[float, float]:
    """Of the processor: to parse the file, and to convert it."""
    text = code(lines)
    start = time.process_time()
    cst.parse_module(text)
    parsed = time.process_time()
    outcome = convert_text(text, "agents.py", None, Options())
    assert isinstance(outcome, Converted)
    return parsed - start, time.process_time() - parsed


def main() -> None:
    rulebook(())
    collector.calm()  # as the command does
    seconds(SIZES[0])  # what is read once
    print(f"{machine('libcst')}; {time.strftime('%Y-%m-%d')}\n")
    rows = []
    for size in SIZES:
        bare, whole = seconds(size)
        each = f"{1e6 * whole / size:.0f}"
        rows.append((f"{size:,}", f"{whole:.2f}", each, f"{whole / bare:.1f}"))
    print(table(("lines", "seconds", "microseconds a line", "x bare parse"), rows))


if __name__ == "__main__":
    main()
