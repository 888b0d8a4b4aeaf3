"""Errors in files that the run did not import stop nothing; their ports raise."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from porter.cli import main
from porter.commands.port import COULD_NOT_RUN, LEFT
from porter.evidence.model import Evidence, FileSeen
from porter.files import Job
from porter.jobs import Done
from porter.partial import left_in
from porter.pipeline import Skipped
from porter.port.unloaded import Unloaded, raising
from tests.port.test_cut import AGENT, PARTS

IMAGES = '''"""Images."""
from __future__ import annotations

import torch


def window(x):
    y = torch.relu(x)
    return y + torch.kaiser_window(4)
'''
LAZY = "if len(sys.argv) > 1:\n    from images import window\n    print(window(torch.ones(4)))\n"


def ported(agent: str, **others: str) -> int:
    Path("p").mkdir()
    Path("p/agent.py").write_text(agent)
    for name, text in {"parts": PARTS.partition("def exchange")[0], **others}.items():
        Path(f"p/{name}.py").write_text(text)
    return main(["port", "p", "--run", "agent.py", "--no-bench", "--updates", "9"])


def run(*arguments: str) -> str:
    done = subprocess.run([sys.executable, *arguments], capture_output=True, text=True, check=False)
    assert done.returncode
    return done.stderr.strip().splitlines()[-1]


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.mark.slow
def test_the_rest_is_checked(capsys: pytest.CaptureFixture[str]) -> None:
    agent = AGENT.partition("if len")[0].replace(", exchange", "")
    broken = "import torch\nif torch:\n\tx = 1\n        y = 2\n"
    assert ported(f"{agent}{LAZY}", images=IMAGES, broken=broken) == LEFT
    out = " ".join(capsys.readouterr().out.split())  # lines are wrapped
    assert "2 errors in files that it did not import" in out
    assert "equivalent, float64" in out
    assert "p/images.py:9:16: P101 error" in out
    port = Path("p_tf/images.py").read_text()
    assert "tf.nn.relu" in port, "what could be ported stays"
    assert {finding.code for finding in left_in(port, "images.py")} == {"P101"}
    raised = "NotImplementedError: porter: not ported: P101 images.py:9: the observed run did not"
    assert run("p_tf/agent.py", "window").startswith(raised)
    assert run("p_tf/broken.py").startswith("NotImplementedError: porter: not ported: P00")


@pytest.mark.slow
def test_blocks_and_files_together(capsys: pytest.CaptureFixture[str]) -> None:
    assert ported(f"{AGENT}{LAZY}", images=IMAGES, parts=PARTS) == LEFT
    out = " ".join(capsys.readouterr().out.split())  # lines are wrapped
    assert "1 error where the run never came" in out
    assert "1 error in files that it did not import" in out
    assert "equivalent, float64" in out
    assert "did not import" in run("p_tf/images.py")


@pytest.mark.slow
def test_an_error_that_ran_stops_it(capsys: pytest.CaptureFixture[str]) -> None:
    agent = AGENT.partition("if len")[0].replace(", exchange", "")
    assert ported(f"{agent}print(torch.kaiser_window(4))\n", images=IMAGES) == LEFT
    out = " ".join(capsys.readouterr().out.split())  # lines are wrapped
    assert "2 errors left" in out
    assert "check" not in out
    assert "not ported: " not in Path("p_tf/images.py").read_text()


@pytest.mark.slow
def test_what_is_loaded_unseen_raises(capsys: pytest.CaptureFixture[str]) -> None:
    """An import that no hook sees: evidence does not have the file, and the run had it."""
    loads = (
        "import importlib.util\nimport os\n"
        "here = os.path.join(os.path.dirname(__file__), 'images.py')\n"
        "spec = importlib.util.spec_from_file_location('images', here)\n"
        "images = importlib.util.module_from_spec(spec)\n"
        "spec.loader.exec_module(images)\n"
        "net = nn.Linear"
    )
    agent = AGENT.partition("if len")[0].replace(", exchange", "")
    assert ported(agent.replace("net = nn.Linear", loads), images=IMAGES) == COULD_NOT_RUN
    assert "NotImplementedError: porter: not ported: P101 images.py" in capsys.readouterr().out


def test_a_run_that_crashed_tells_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    agent = AGENT.partition("for _ in")[0].replace(", exchange", "")
    assert ported(f"{agent}raise ValueError\n", images=IMAGES) == LEFT
    assert "1 error left" in capsys.readouterr().out
    assert "not ported: " not in Path("p_tf/images.py").read_text()


def test_only_evidence_of_the_program_tells(tmp_path: Path) -> None:
    job = Job(str(tmp_path / "images.py"), None, None)
    images, notebook = (
        Done(one, Skipped(one.path, "")) for one in (job, Job(f"{tmp_path}/a.ipynb", None, None))
    )

    def known(evidence: Evidence) -> Unloaded:
        return Unloaded(evidence, tmp_path, tmp_path / "agent.py")

    seen = Evidence({"agent.py": FileSeen("", ran=set())})
    assert known(seen).has(images)
    assert not known(seen).has(notebook)
    assert not known(Evidence()).has(images)
    assert not known(Evidence({"agent.py": FileSeen("")})).has(images)
    assert not known(Evidence({**seen.files, "images.py": FileSeen("", ran=set())})).has(images)
    outside = Done(Job(str(tmp_path.parent / "images.py"), None, None), images.outcome)
    assert not known(seen).has(outside)


TEXTS = {
    "import os\nx = 1\n": 1,
    '#!/usr/bin/python\n# coding: utf-8\n"""Doc."""\n\nimport os\n': 5,
    '"""Doc."""\nfrom __future__ import annotations\r\n\r\n@print\r\ndef f(): pass\r\n': 4,
    '"""Dö.\n\n"""; import os\n': None,
    "# nothing": 2,
    "": 1,
}


@pytest.mark.parametrize("text", TEXTS)
def test_it_raises_first(text: str) -> None:
    found, line = raising(text, "raise NotImplementedError('no')")
    assert line == TEXTS[text]
    names: dict[str, object] = {}
    with pytest.raises(NotImplementedError):
        exec(compile(found, "a.py", "exec", dont_inherit=True), names)
    assert "os" not in names
    assert found.replace("raise NotImplementedError('no')", "", 1).split() == [
        *text.replace("; ", "; ; ", 1).split()
    ]
