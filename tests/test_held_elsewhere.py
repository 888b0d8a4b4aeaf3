"""Classes that work on the gradients of parameters: the updates of a program hold these if a line
of it makes such an object, and what the class does is told if none does."""

from __future__ import annotations

from pathlib import Path

import pytest

from porter.findings import Severity
from porter.pipeline import Converted, convert

NETS = """\
import torch

class Agent:
    def __init__(self):
        self.net = torch.nn.Linear(2, 1)
        self.opt = torch.optim.SGD(self.net.parameters(), lr=0.1)

    def update(self, x):
        loss = self.net(x).pow(2).mean()
        self.opt.zero_grad()
        loss.backward()
        self.opt.step()
        return loss.item()
"""
MONITOR = """\
class Monitor:
    \"\"\"A Monitor of parameters.\"\"\"

    def __init__(self, net):
        self.net, self.seen = net, []
        self._register()

    def _register(self):
        for p in self.net.parameters():
            p.register_hook(lambda g: self.seen.append(g.sum().item()))

    def again(self):
        return Monitor(self.net)
"""
NORMS = """\
class Monitor:
    def __init__(self, net):
        self.net = net

    def norms(self):
        return [p.grad.norm().item() for p in self.net.parameters() if p.grad is not None]
"""


def _ported(folder: Path, main: str, monitor: str) -> tuple[str, list[str]]:
    """The port of the agent, and the errors of the monitor."""
    files = {"agent.py": NETS, "monitor.py": monitor, "main.py": f"from agent import Agent\n{main}"}
    for name, text in files.items():
        (folder / name).write_text(text)
    agent, other = (
        convert(files[name], str(folder / name), folder) for name in ("agent.py", "monitor.py")
    )
    assert isinstance(agent, Converted)
    assert isinstance(other, Converted)
    return agent.output, [f.code for f in other.findings if f.severity is Severity.ERROR]


@pytest.mark.parametrize(
    "main",
    [
        "from monitor import Monitor\nMonitor(Agent().net)",
        "import monitor\nmonitor.Monitor(Agent().net)",
        "import monitor\nclass Mine(monitor.Monitor):\n    pass\nMine(Agent().net)",
        "import monitor\ngetattr(monitor, 'Monitor')(Agent().net)",
        "import monitor\nmade = {'m': monitor.Monitor}",
        "import monitor as m\nmade = 'm.Monitor'",
    ],
)
@pytest.mark.parametrize("monitor", [MONITOR, NORMS])
def test_an_object_that_is_made_runs_for_all_updates(
    tmp_path: Path, main: str, monitor: str
) -> None:
    if monitor is NORMS:
        main += "\nx.norms()"
    port, errors = _ported(tmp_path, main, monitor)
    assert "_update_body" not in port
    assert "backward(loss" in port
    assert not errors


@pytest.mark.parametrize("main", ["from monitor import Monitor", "import monitor"])
@pytest.mark.parametrize(("monitor", "told"), [(MONITOR, "P101"), (NORMS, "P104")])
def test_a_class_that_nobody_makes_is_told(
    tmp_path: Path, main: str, monitor: str, told: str
) -> None:
    port, errors = _ported(tmp_path, f"{main}\nprint(Agent())", monitor)
    assert "_update_body" in port
    assert {*errors} == {told}
