"""porter convert: what is written where, what is printed, which exit code."""

from __future__ import annotations

import ast
import io
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from porter import pipeline
from porter.cli import main
from porter.findings import Finding, Severity

ROOT = Path(__file__).parents[1]
NET = """import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(2, 3)

    def forward(self, x):
        return torch.tanh(self.layer(x))
"""
AGENT = "import torch\n\nfrom net import Net\n\nnet = Net()\nx = torch.zeros(2)\n"
PLAIN = "import math\r\n\r\nx = math.pi  # no tensor here"
LEFT = "import torch\n\nx = torch.no_such_function(2)\n"


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty current directory."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def project(here: Path) -> Path:
    """A project whose files import each other."""
    files = {
        "main.py": AGENT.replace("from net", "from agents.net"),
        "utils.py": PLAIN,
        "agents/__init__.py": "",
        "agents/net.py": NET,
        "tools/run.py": NET,
        "config.yaml": "lr: 1\n",
        ".hidden/x.py": NET,
        "__pycache__/y.py": NET,
    }
    for name, text in files.items():
        path = here / "project" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode())
    return here / "project"


def files(folder: Path) -> list[str]:
    """What lies in a folder, without what porter keeps for itself."""
    own = (".porter", ".porter_cache")
    paths = (p for p in folder.rglob("*") if not p.is_dir() and p.parent.name not in own)
    return sorted(str(p.relative_to(folder)) for p in paths)


def standard_input(monkeypatch: pytest.MonkeyPatch, data: bytes) -> None:
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(data)))


def test_a_file_is_ported_beside_itself(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Path("net.py").write_text(NET)
    assert main(["convert", "net.py"]) == 0
    assert files(here) == ["net.py", "net_tf.py", "torch_compat.py"]
    assert Path("net.py").read_text() == NET
    assert "from torch_compat import Linear" in Path("net_tf.py").read_text()
    assert "class Linear(" in Path("torch_compat.py").read_text()
    out, err = capsys.readouterr()
    assert "net.py -> net_tf.py\nbuilding blocks: torch_compat.py\n1 file: 1 converted\n" in out
    assert err == ""


def test_the_same_input_gives_the_same_output(here: Path) -> None:
    Path("net.py").write_text(NET)
    main(["convert", "net.py"])
    first = Path("net_tf.py").read_bytes()
    main(["convert", "net.py"])
    assert Path("net_tf.py").read_bytes() == first


@pytest.mark.parametrize("output", ["new/port.py", "port.py"])
def test_output_file(here: Path, output: str) -> None:
    Path("net.py").write_text(NET)
    assert main(["convert", "net.py", "-o", output]) == 0
    assert files(here) == sorted(["net.py", output, str(Path(output).with_name("torch_compat.py"))])


def test_building_blocks_lie_where_imports_begin(here: Path) -> None:
    """`from cs.nets.mlp import Net`: `hw1` is on Python's path, not the folder of mlp.py."""
    texts = {"hw1/cs/nets/mlp.py": NET, "hw1/cs/agent.py": "from cs.nets import mlp\n"}
    texts["hw1/cs/nets/__init__.py"] = ""
    for path, text in texts.items():
        Path("all", path).parent.mkdir(parents=True, exist_ok=True)
        Path("all", path).write_text(text)
    assert main(["convert", "all", "-o", "out"]) == 0
    helpers = [path for path in files(here / "out") if path.endswith("torch_compat.py")]
    assert helpers == ["hw1/torch_compat.py", "torch_compat.py"]


def test_output_directory_keeps_names(here: Path) -> None:
    Path("net.py").write_text(NET)
    Path("utils.py").write_bytes(PLAIN.encode())
    assert main(["convert", "net.py", "utils.py", "-o", "out"]) == 0
    assert files(here / "out") == ["net.py", "torch_compat.py", "utils.py"]
    assert Path("out/utils.py").read_bytes() == PLAIN.encode()
    assert main(["convert", "net.py", "-o", "other/"]) == 0
    assert files(here / "other") == ["net.py", "torch_compat.py"]


def test_several_files_beside_themselves(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Path("net.py").write_text(NET)
    Path("utils.py").write_text(PLAIN)
    assert main(["convert", "net.py", "utils.py"]) == 0
    assert files(here) == ["net.py", "net_tf.py", "torch_compat.py", "utils.py"]
    out = capsys.readouterr().out
    assert "utils.py: skipped: no torch in it; nothing written\n" in out
    assert "2 files: 1 converted, 1 skipped\n" in out


def test_a_directory_keeps_its_tree(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["convert", "project", "-o", "out"]) == 0
    out = project.parent / "out"
    assert files(out) == [
        "agents/__init__.py",
        "agents/net.py",
        "main.py",
        "tools/run.py",
        "tools/torch_compat.py",
        "torch_compat.py",
        "utils.py",
    ]
    assert (out / "utils.py").read_bytes() == PLAIN.encode()
    assert "from torch_compat import Linear" in (out / "agents/net.py").read_text()
    assert "class Linear(" in (out / "torch_compat.py").read_text()
    printed = capsys.readouterr().out
    assert "project: 1 file that is neither .py nor .ipynb: not copied\n" in printed
    assert "building blocks: out/torch_compat.py\n" in printed
    assert "5 files: 3 converted, 2 skipped\n" in printed


def test_small_files_of_data_that_are_named_are_copied(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (project / "version.txt").write_text("1.2")
    (project / "weights.bin").write_bytes(bytes(1_000_001))
    (project / ".key").write_text("secret")
    (project / "names.py").write_text('A, B = "data/version.txt", "weights.bin"\nC = ".key"\n')
    assert main(["convert", "project", "-o", "out"]) == 0
    out = project.parent / "out"
    assert (out / "version.txt").read_text() == "1.2"
    assert not (out / "weights.bin").exists()
    assert not (out / ".key").exists()
    assert "3 files that are neither .py nor .ipynb: not copied\n" in capsys.readouterr().out


def test_a_directory_inside_itself_is_not_ported_twice(project: Path) -> None:
    for _ in range(2):
        assert main(["convert", "project", "-o", "project/out"]) == 0
        assert not (project / "out" / "out").exists()


def test_a_directory_with_earlier_ports(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (project / "agents/net_tf.py").write_text("import torch  # left by hand\n")
    assert main(["convert", "project", "-o", "out"]) == 0
    printed = capsys.readouterr().out
    assert "project/agents/net_tf.py: skipped: it is a port of project/agents/net.py; " in printed
    assert Path("out/agents/net_tf.py").read_text() == "import torch  # left by hand\n"
    both = ["convert", "project/agents/net.py", "project/agents/net_tf.py"]
    assert main(both) == 2
    assert Path("project/agents/net_tf.py").read_text() == "import torch  # left by hand\n"
    assert main([*both, "--force"]) == 0
    assert not (project / "agents/net_tf_tf.py").exists()


def test_directories_are_named_where_there_are_several(project: Path) -> None:
    Path("net.py").write_text(NET)
    assert main(["convert", "project", "net.py", "-o", "out"]) == 0
    assert Path("out/net.py").exists()
    assert Path("out/project/agents/net.py").exists()
    assert Path("out/project/torch_compat.py").exists()


def test_links_in_directories_end(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (project / "agents" / "loop").symlink_to(project)
    (project / "gone.py").symlink_to("nowhere.py")
    (project / "self.py").symlink_to("self.py")
    assert main(["convert", "project", "-o", "out"]) == 2
    printed = capsys.readouterr().out
    assert "project/agents/loop: a link to a directory: not followed\n" in printed
    assert "project/gone.py:1:1: P001 error no such file or directory -> " in printed
    assert "project/self.py:1:1: P001 error too many levels of symbolic links -> " in printed
    assert "7 files: 3 converted, 2 skipped, 2 failed\n" in printed


def test_helpers_of_one_directory_share_a_module(here: Path) -> None:
    Path("net.py").write_text(NET)
    Path("opt.py").write_text(
        "import torch\nfrom net import Net\n\nopt = torch.optim.Adam(Net().parameters(), lr=1e-3)\n"
    )
    assert main(["convert", "net.py", "--helpers", "module"]) == 0
    assert main(["convert", "opt.py", "--helpers", "module"]) == 0
    text = Path("torch_compat.py").read_text()
    assert "class Adam(" in text
    assert "class Linear(" in text


@pytest.mark.parametrize("inside", [False, True])
def test_a_module_of_the_users_is_not_replaced(
    project: Path, capsys: pytest.CaptureFixture[str], inside: bool
) -> None:
    own = (project if inside else Path("out")) / "torch_compat.py"
    own.parent.mkdir(exist_ok=True)
    own.write_text("mine = True\n")
    assert main(["convert", "project", "-o", "out"]) == 2
    assert own.read_text() == Path("out/torch_compat.py").read_text() == "mine = True\n"
    expected = "out/torch_compat.py:1:1: P003 error this file is not porter's: it is not replaced"
    assert expected in capsys.readouterr().out


def test_standard_input(
    monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    standard_input(monkeypatch, AGENT.encode())
    assert main(["convert", "-"]) == 0
    out, err = capfdbinary.readouterr()
    assert out.startswith(b"import tensorflow as tf\n")
    assert b"1 file: 1 converted\n" in err


def test_standard_input_without_torch_passes(
    monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    standard_input(monkeypatch, PLAIN.encode())
    assert main(["convert", "-"]) == 0
    assert capfdbinary.readouterr().out == PLAIN.encode()


def test_standard_output(here: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    Path("net.py").write_text(NET)
    assert main(["convert", "net.py", "-o", "-", "--format", "json"]) == 0
    out, err = capfdbinary.readouterr()
    ast.parse(out)
    assert json.loads(err)["files"][0]["output"] == "-"
    assert files(here) == ["net.py"]


def test_standard_output_by_its_name_is_standard_output(here: Path) -> None:
    """Also where it is a file, and a file is what `/dev/stdout` would be then."""
    Path("net.py").write_text(NET)
    with Path("out.txt").open("w") as out:
        command = [sys.executable, "-m", "porter", "convert", "net.py", "-o", "/dev/stdout"]
        done = subprocess.run(command, stdout=out, env={**os.environ, "PYTHONPATH": str(ROOT)})
    assert done.returncode == 0
    ast.parse(Path("out.txt").read_text())
    assert files(here) == ["net.py", "out.txt"]


def test_no_building_blocks_lie_beside_a_pipe(here: Path) -> None:
    Path("net.py").write_text(NET)
    script = f'exec 3>&1; "{sys.executable}" -m porter convert net.py -o >(cat >&3); sleep 1'
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(["bash", "-c", script], capture_output=True, text=True, env=environment)
    assert "building blocks" not in done.stdout
    assert "class Net" in done.stdout
    assert main(["convert", "net.py", "-o", os.devnull]) == 0
    assert not Path("/dev/torch_compat.py").exists()
    assert main(["convert", "net.py", "-o", os.devnull, "--helpers", "module"]) == 2


def test_diff_writes_nothing(here: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    Path("net.py").write_text(NET)
    assert main(["convert", "net.py", "--diff", "--helpers", "module"]) == 0
    assert files(here) == ["net.py"]
    out, err = capfdbinary.readouterr()
    assert out.startswith(b"--- net.py\n+++ net_tf.py\n@@ ")
    assert b"--- /dev/null\n+++ torch_compat.py\n" in out
    assert b"net.py -> would be written to net_tf.py\n" in err


@pytest.mark.skipif(shutil.which("patch") is None, reason="needs patch")
def test_diff_is_a_patch(here: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    Path("net.py").write_bytes(NET.replace("\n", "\r\n").encode())
    assert main(["convert", "net.py", "--diff", "--helpers", "inline"]) == 0
    diff = capfdbinary.readouterr().out
    assert main(["convert", "net.py", "-o", "expected.py", "--helpers", "inline"]) == 0
    command = ["patch", "--silent", "--binary", "-o", "patched.py", "net.py"]
    subprocess.run(command, input=diff, check=True, cwd=here)
    assert Path("patched.py").read_bytes() == Path("expected.py").read_bytes()


def test_diff_of_a_file_without_a_last_newline(
    here: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    Path("a.py").write_text("import torch\nx = torch.zeros(2)")
    assert main(["convert", "a.py", "--diff"]) == 0
    assert b"\n\\ No newline at end of file\n" in capfdbinary.readouterr().out


def test_explain(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Path("net.py").write_text(NET)
    assert main(["convert", "net.py", "--explain"]) == 0
    assert "net.py: the plan\n  no update step\n" in capsys.readouterr().out


def test_json(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Path("net.py").write_text(NET)
    Path("left.py").write_text(LEFT)
    assert main(["convert", "net.py", "left.py", "gone.py", "--format", "json"]) == 2
    found = json.loads(capsys.readouterr().out)
    assert found["exit_code"] == 2
    assert [f["status"] for f in found["files"]] == ["converted", "converted", "failed"]
    assert found["outputs"] == ["net_tf.py", "left_tf.py", "torch_compat.py"]
    assert found["counts"]["torch_uses"]["left"] == 1
    assert [f["code"] for f in found["findings"]] == ["P101", "P001"]


def test_what_is_left_makes_the_exit_code_1(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Path("left.py").write_text(LEFT)
    assert main(["convert", "left.py"]) == 1
    out = capsys.readouterr().out
    assert "left.py:3:5: P101 error " in out
    assert "torch uses: 0 of 1 ported, 1 left" in out


def test_notes_do_not_change_the_exit_code(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    note = Finding("a.py", 1, 1, "N402", Severity.NOTE, "another meaning")
    fake = pipeline.Converted("a.py", "", (note,), "", 1, 0, 1, frozenset())
    monkeypatch.setattr(pipeline, "convert", lambda *_: fake)
    Path("a.py").write_text("import torch\n")
    assert main(["convert", "a.py"]) == 0


def test_jobs_give_the_same(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (project / "broken.py").write_text("import torch\nx = (\n")
    assert main(["convert", "project", "-o", "one"]) == 2
    one = capsys.readouterr().out
    assert main(["convert", "project", "-o", "two", "--jobs", "2"]) == 2
    assert capsys.readouterr().out == one.replace("one/", "two/")
    assert files(Path("one")) == files(Path("two"))
    for name in files(Path("one")):
        assert Path("one", name).read_bytes() == Path("two", name).read_bytes()


def test_own_rules(here: Path) -> None:
    Path("left.py").write_text(LEFT)
    Path("rules.py").write_text(
        "from porter.rule import *\n\n"
        '@port("torch.no_such_function")\n'
        'def no_such_function(n) -> Tensor:\n    """Now there is one."""\n    return tf.range(n)\n'
    )
    assert main(["convert", "left.py", "--rules", "rules.py"]) == 0
    assert "x = tf.range(2)\n" in Path("left_tf.py").read_text()


def test_own_rules_of_a_project(here: Path) -> None:
    (here / "left.py").write_text(LEFT)
    Path("rules.py").write_text(
        "from porter.rule import *\n\n"
        '@port("torch.no_such_function")\n'
        'def no_such_function(n) -> Tensor:\n    """Now there is one."""\n    return tf.range(n)\n'
    )
    Path("pyproject.toml").write_text('[tool.porter]\nrules = ["rules.py"]\n')
    assert main(["convert", "left.py"]) == 0
    Path("pyproject.toml").write_text('[tool.porter]\nrules = "rules.py"\n')
    assert main(["convert", "left.py"]) == 2


def test_a_bug_in_one_file_does_not_cost_the_others(
    here: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    real = pipeline.convert

    def convert(text: str, path: str, *rest: object) -> pipeline.Outcome:
        return real(text, path, *rest) if path == "net.py" else {}["key"]  # type: ignore[arg-type]

    monkeypatch.setattr(pipeline, "convert", convert)
    Path("net.py").write_text(NET)
    Path("left.py").write_text(LEFT)
    assert main(["convert", "left.py", "net.py"]) == 2
    assert files(here) == ["left.py", "net.py", "net_tf.py", "torch_compat.py"]
    assert "left.py:1:1: P901 error porter failed: KeyError: 'key' " in capsys.readouterr().out


def test_a_port_that_would_not_parse_is_not_written(
    here: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(pipeline, "module_code", lambda module: "x = 1\nf() = 2\n")
    Path("net.py").write_text(NET)
    Path("net_tf.py").write_text("kept = 1\n")
    assert main(["convert", "net.py", "--report", "report.html"]) == 2
    out = capsys.readouterr().out
    assert "net.py:1:1: P901 error nothing is written: the output would not parse: " in out
    assert "f() = 2" in out
    assert "1 file: 1 failed" in out
    assert Path("net_tf.py").read_text() == "kept = 1\n"
    Path("project").mkdir()
    Path("project/net.py").write_text(NET)
    book = {"cells": [{"cell_type": "code", "metadata": {}, "outputs": [], "source": NET}]}
    book |= {"metadata": {}, "nbformat": 4, "nbformat_minor": 5}  # type: ignore[dict-item]
    Path("project/book.ipynb").write_text(json.dumps(book))
    assert main(["convert", "project", "-o", "out"]) == 2
    assert "2 failed" in capsys.readouterr().out
    assert not list(Path("out").glob("**/*.*"))


def test_endless_recursion_is_a_bug(
    here: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def convert(*arguments: object) -> pipeline.Outcome:
        return convert(*arguments)

    monkeypatch.setattr(pipeline, "convert", convert)
    Path("net.py").write_text(NET)
    assert main(["convert", "net.py"]) == 2
    assert "net.py:1:1: P901 error porter failed: RecursionError: " in capsys.readouterr().out


def test_interrupted(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(pipeline, "convert", interrupt)
    Path("net.py").write_text(NET)
    assert main(["convert", "net.py"]) == 130
    assert files(here) == ["net.py"]


def test_a_closed_pipe_is_no_traceback(here: Path) -> None:
    Path("net.py").write_text(NET)
    reader, writer = os.pipe()
    os.close(reader)
    command = [sys.executable, "-m", "porter", "convert", "net.py", "-o", "-"]
    root = str(Path(__file__).parent.parent)
    done = subprocess.run(
        command,
        stdout=writer,
        stderr=subprocess.PIPE,
        check=False,
        env={**os.environ, "PYTHONPATH": root},
    )
    os.close(writer)
    assert done.returncode == 141
    assert done.stderr == b""


def test_a_package_that_a_command_lacks_is_one_message(monkeypatch, capsys):
    def run(arguments):
        raise ModuleNotFoundError("No module named 'rich'", name="rich")

    monkeypatch.setattr("porter.commands.check.run", run)
    assert main(["check", "agent.py", "agent_tf.py"]) == 2
    assert "porter check needs rich" in capsys.readouterr().err
