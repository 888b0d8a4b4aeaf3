"""porter rules --missing: torch's documented names that porter does not know."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

import porter
from porter import torch_api
from porter.cli import main
from porter.documented import NAMES
from porter.rulebook import Rulebook
from porter.torch_api import PORTED, REFUSED, UNKNOWN, WITHOUT_RULE, state

PAGE = Path(__file__).parent.parent / "docs" / "status.md"
HOOKS = Path(__file__).parent / "programs" / "hooks"
HOOK = HOOKS / "of_a_tensor.py"
BOOK = Rulebook.load()
USES = """
import torch
import torch.nn as nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(3, 1)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.layer(x)

    def extra_repr(self):
        return "three"


net = Net()
optimizer: torch.optim.Optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
print(torch.finfo(torch.float32).eps, torch.iinfo(torch.int64).max)


def update(x):
    loss = net(x).pow(2).mean()
    {zero}.zero_grad()
    loss.backward()
    torch.nn.utils.clip_grad_{clip}_(net.parameters(), 1.0)
    optimizer.step()


def slope(x):
    x.requires_grad_(True)
    return torch.autograd.grad(net(x).sum(), x)[0]


w = torch.zeros(3, requires_grad=True)
(w * 2).sum().backward()
print(w.grad)
update(torch.ones(2, 3))
print(slope(torch.ones(2, 3)))
"""


def test_the_names_are_those_of_the_installed_torch() -> None:
    from tools.torch_names import documented

    found = list(json.loads(NAMES.read_text("utf-8")))
    assert found == documented(), "python -m tools.torch_names FOLDER_OF_REPOSITORIES"
    assert {"torch.clamp", "Tensor.view", "torch.nn.Linear", "Module.eval"} <= {*found}
    assert not {"torch.BenchmarkConfig", "torch.TracingState", "torch.nn.functional.Tensor"} & {
        *found
    }


@pytest.mark.parametrize(
    ("name", "wanted"),
    [
        ("torch.clamp", PORTED),
        ("Tensor.mul_", PORTED),  # by the rule of Tensor.mul
        ("torch.nn.utils.clip_grad_norm", PORTED),  # an older spelling
        ("torch.fx.Graph", REFUSED),
        ("torch.nothing_like_it", UNKNOWN),
        ("Tensor.nothing_like_it_", UNKNOWN),
    ],
)
def test_a_state(name: str, wanted: str) -> None:
    assert state(BOOK, name) == wanted


@pytest.mark.parametrize(("zero", "clip"), [("optimizer", "norm"), ("net", "value")])
def test_what_is_known_without_a_rule_is_converted(zero: str, clip: str) -> None:
    converted = porter.convert(USES.replace("{zero}", zero).replace("{clip}", clip))
    assert not [str(finding) for finding in converted.findings if finding.code[:2] in ("P1", "P2")]


def test_a_hook_is_converted() -> None:
    converted = porter.convert(HOOK.read_text("utf-8"))
    assert not [str(finding) for finding in converted.findings if finding.code[:2] in ("P1", "P2")]


def test_all_that_is_known_without_a_rule_is_used() -> None:
    told = "".join(path.read_text("utf-8") for path in sorted(HOOKS.glob("*.py")))
    text = USES + told + "clip_grad_norm_ clip_grad_value_"
    assert not [name for name in WITHOUT_RULE if name.rpartition(".")[2] not in text]


def test_the_other_spellings_of_no_grad() -> None:
    source = "import torch\n\nx = torch.ones(2)\nwith torch.autograd.no_grad():\n    print(x + 1)\n"
    converted = porter.convert(source)
    assert converted.ok
    assert "torch" not in converted.code


def test_the_most_used_first(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "--missing", "--format", "json"]) == 0
    rows = json.loads(capsys.readouterr().out)
    files = [row["files"] or 0 for row in rows]
    assert files == sorted(files, reverse=True)
    assert {row["state"] for row in rows} == {UNKNOWN}
    assert not [row["name"] for row in rows if BOOK.find(row["name"]) is not None]


def test_text_and_markdown(capsys: pytest.CaptureFixture[str]) -> None:
    every = torch_api.names(BOOK)
    one = torch_api.missing(every)[0]
    assert main(["rules", "--missing", one.name]) == 0
    out = capsys.readouterr().out
    assert out.splitlines()[0].split()[1] == one.name
    assert torch_api.totals(every) in out
    assert main(["rules", "--missing", "--format", "markdown"]) == 0
    assert f"| `{one.name}` | {one.files} |" in capsys.readouterr().out


def test_few_are_unknown() -> None:
    every = torch_api.names(BOOK)
    assert 10 * len(torch_api.missing(every)) < len(every), "add rules: porter rules --missing"


def test_the_figures_are_fresh(request: pytest.FixtureRequest) -> None:
    text = PAGE.read_text("utf-8")
    wanted = re.sub(
        "^Of .* documented names .*$", torch_api.totals(torch_api.names(BOOK)), text, flags=re.M
    )
    if request.config.getoption("--update"):
        PAGE.write_text(wanted)
    assert PAGE.read_text("utf-8") == wanted, "pytest tests/test_missing_names.py --update"


def test_nothing_is_unknown(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "--missing", "torch.clamp"]) == 1
    assert "nothing unknown is called 'torch.clamp'" in capsys.readouterr().err


def test_torch_is_not_imported() -> None:
    code = (
        "import sys; from porter.cli import main; main(['rules', '--missing']);"
        "assert not {'torch', 'tensorflow'} & {*sys.modules}"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
