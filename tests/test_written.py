"""Outputs that somebody may have worked on: nothing of it is lost, and no link is followed."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from porter.cli import main

Capture = pytest.CaptureFixture[str]
AGENT = """\
import torch


def first(x):
    return torch.relu(x)


def second(x):
    y = torch.exp(x)
    return torch.abs(y)


def third(x):
    return torch.tanh(x)
"""


@pytest.fixture(autouse=True)
def agent(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A program in an empty current directory."""
    monkeypatch.chdir(tmp_path)
    Path("agent.py").write_text(AGENT)
    return Path("agent.py")


def convert(*arguments: str) -> int:
    return main(["convert", *arguments])


def edit(path: str, old: str, new: str) -> str:
    text = Path(path).read_text()
    assert old in text
    text = text.replace(old, new)
    Path(path).write_text(text)
    return text


@pytest.mark.parametrize("where", [["agent.py"], ["agent.py", "-o", "port.py"], [".", "-o", "out"]])
def test_a_port_is_replaced_until_it_is_changed(where: list[str], capsys: Capture) -> None:
    port = {"port.py": "port.py", "out": "out/agent.py"}.get(where[-1], "agent_tf.py")
    assert convert(*where) == 0
    edit("agent.py", "torch.relu(x)", "torch.sigmoid(x)")
    assert convert(*where) == 0
    assert "tf.sigmoid(x)" in Path(port).read_text()
    mine = edit(port, "tf.tanh(x)", "3 * tf.tanh(x)")
    capsys.readouterr()
    assert convert(*where) == 0
    kept = f"-> {port} (changed by hand: kept, the port is the same)\n"
    assert kept in capsys.readouterr().out
    assert Path(port).read_text() == mine
    edit("agent.py", "torch.sigmoid(x)", "torch.relu(x)")
    assert convert(*where) == 2
    hint = "--update merges, --force replaces it, -o chooses another output"
    assert (
        f"agent.py:1:1: P003 error {port} was changed by hand: it is not replaced -> {hint}\n"
        in capsys.readouterr().out
    )
    assert Path(port).read_text() == mine
    assert convert(*where, "--force") == 0
    assert "3 * tf.tanh" not in Path(port).read_text()
    assert convert(*where) == 0


def test_a_file_that_porter_did_not_write_stays(capsys: Capture) -> None:
    Path("agent_tf.py").write_text("mine = True\n")
    assert convert("agent.py") == 2
    assert "agent_tf.py is not known to be porter's: it is not" in capsys.readouterr().out
    assert Path("agent_tf.py").read_text() == "mine = True\n"
    assert convert("agent.py", "--update") == 2
    assert "what porter wrote last is not in .porter -> --force replaces" in capsys.readouterr().out
    assert Path("agent_tf.py").read_text() == "mine = True\n"


def test_the_same_port_from_elsewhere_and_an_empty_file_are_replaced() -> None:
    assert convert("agent.py", "-o", "one/agent_tf.py") == 0
    Path("agent_tf.py").write_bytes(Path("one/agent_tf.py").read_bytes())
    Path("empty.py").write_text("")
    assert convert("agent.py") == 0
    assert convert("agent.py", "-o", "empty.py") == 0
    assert Path("empty.py").read_text() == Path("agent_tf.py").read_text()


def test_a_copy_of_a_file_without_torch_is_kept_too(capsys: Capture) -> None:
    Path("project").mkdir()
    Path("project/plain.py").write_text("x = 1\n")
    assert convert("project", "-o", "out") == 0
    Path("out/plain.py").write_text("x = 2\n")
    Path("project/plain.py").write_text("x = 3\n")
    assert convert("project", "-o", "out") == 2
    assert "out/plain.py was changed by hand" in capsys.readouterr().out
    assert Path("out/plain.py").read_text() == "x = 2\n"


def test_update_merges(capsys: Capture) -> None:
    assert convert("agent.py") == 0
    edit("agent_tf.py", "tf.tanh(x)", "3 * tf.tanh(x)")
    edit("agent.py", "torch.relu(x)", "torch.sigmoid(x)")
    assert convert("agent.py", "--update") == 0
    text = Path("agent_tf.py").read_text()
    assert "return tf.sigmoid(x)" in text
    assert "return 3 * tf.tanh(x)" in text
    # What is merged is still somebody's work, and an unchanged original changes nothing in it.
    assert convert("agent.py") == 0
    assert convert("agent.py", "--update") == 0
    assert Path("agent_tf.py").read_text() == text


def test_update_shows_conflicts(capsys: Capture) -> None:
    assert convert("agent.py") == 0
    edit("agent_tf.py", "tf.tanh(x)", "3 * tf.tanh(x)")
    edit("agent.py", "torch.tanh(x)", "torch.sin(x)")
    assert convert("agent.py", "--update") == 1
    message = "P004 error agent_tf.py has 1 conflict with what was changed by hand"
    assert f"agent.py:1:1: {message} -> choose between" in capsys.readouterr().out
    text = Path("agent_tf.py").read_text()
    assert text.endswith(
        "<<<<<<< by hand\n    return 3 * tf.tanh(x)\n||||||| written last\n    return tf.tanh(x)\n"
        "=======\n    return tf.sin(x)\n>>>>>>> new port\n"
    )


def test_building_blocks_that_were_changed_stay(capsys: Capture) -> None:
    layer = "import torch.nn as nn\n\nnet = nn.{}\n"
    Path("net.py").write_text(layer.format("Linear(2, 1)"))
    assert convert("net.py", "--helpers", "module") == 0
    Path("net.py").write_text(layer.format("Dropout(0.5)"))
    Path(".porter/torch_compat.py.written").unlink()  # another checkout: it is as porter writes it
    assert convert("net.py", "--helpers", "module") == 0
    blocks = Path("torch_compat.py").read_text()
    assert "class Linear(" in blocks
    assert "class Dropout(" in blocks
    mine = edit("torch_compat.py", "bias=True", "bias=False")
    assert convert("net.py", "--helpers", "module") == 0
    Path("net.py").write_text(layer.format("LSTM(2, 2)"))
    assert convert("net.py", "--helpers", "module") == 2
    assert "torch_compat.py was changed by hand" in capsys.readouterr().out
    assert Path("torch_compat.py").read_text() == mine


LINKS = ["agent_tf.py", ".porter", ".porter/agent_tf.py.written", "out/sub", "out/sub/agent.py"]


@pytest.mark.parametrize("link", LINKS)
def test_links_are_not_followed(link: str, capsys: Capture) -> None:
    Path("mine").mkdir()
    Path("mine/file.py").write_text("mine = True\n")
    Path("project/sub").mkdir(parents=True)
    Path("project/sub/agent.py").write_text(AGENT)
    Path("project/sub/net.py").write_text("import torch\nnet = torch.nn.LSTM(2, 2)\n")
    Path(link).parent.mkdir(parents=True, exist_ok=True)
    is_folder = link in (".porter", "out/sub")
    Path(link).symlink_to(Path("mine" if is_folder else "mine/file.py").absolute())
    command = ["project", "-o", "out"] if link.startswith("out") else ["agent.py"]
    assert convert(*command, "--force") == 2
    assert f"{link} is a link, which is not followed: nothing is written" in capsys.readouterr().out
    assert os.listdir("mine") == ["file.py"]
    assert Path("mine/file.py").read_text() == "mine = True\n"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes with names")
def test_a_pipe_is_not_written_to(capsys: Capture) -> None:
    os.mkfifo("agent_tf.py")
    assert convert("agent.py") == 2
    assert "agent_tf.py is no file: nothing is written" in capsys.readouterr().out


def test_conflicts_that_are_left_are_told_again(capsys: Capture) -> None:
    assert convert("agent.py") == 0
    edit("agent_tf.py", "tf.tanh(x)", "3 * tf.tanh(x)")
    edit("agent.py", "torch.tanh(x)", "torch.sigmoid(x)")
    assert convert("agent.py", "--update") == 1
    text = Path("agent_tf.py").read_text()
    assert text.count("<<<<<<<") == 1
    for options in ([], ["--update"]):  # it is no program, and nothing is merged into it
        capsys.readouterr()
        assert convert("agent.py", *options) == 1
        assert "P004 error agent_tf.py has 1 conflict with" in capsys.readouterr().out
        assert Path("agent_tf.py").read_text() == text
    edit("agent_tf.py", text[text.index("<<<<<<<") : text.index("\n", text.index(">>>>>>>"))], "")
    assert convert("agent.py") == 0


def test_a_page_replaces_nothing_but_a_page(tmp_path: Path, capsys: Capture) -> None:
    Path("notes.html").write_text("mine\n")
    Path("link.html").symlink_to(tmp_path / "notes.html")
    Path("loop.html").symlink_to("loop.html")
    for name, why in (
        ("notes.html", "is no page: it is not replaced"),
        ("link.html", "is a link, which is not followed"),
        ("loop.html", "is a link, which is not followed"),
    ):
        assert convert("agent.py", "--report", name) == 2
        assert f"porter: error: --report {name} {why}" in capsys.readouterr().err
    assert Path("notes.html").read_text() == "mine\n"
    assert convert("agent.py", "--report", "page.html") == 0
    assert convert("agent.py", "--report", "page.html") == 0


def test_data_is_not_copied_through_a_link(tmp_path: Path, capsys: Capture) -> None:
    for name in ("there", "project", "project/sub", "out"):
        Path(name).mkdir()
    Path("project/agent.py").write_text('import torch\nopen("a.txt")\nopen("sub/b.txt")\n')
    for name in ("a.txt", "sub/b.txt"):
        Path("project", name).write_text("data\n")
    Path("out/a.txt").symlink_to(tmp_path / "there" / "a.txt")
    Path("out/sub").symlink_to(tmp_path / "there")
    assert convert("project", "-o", "out") == 2
    assert capsys.readouterr().out.count("is a link, which is not followed") == 2
    assert not [*Path("there").iterdir()]


def test_what_was_kept_is_not_written_through_a_link(tmp_path: Path) -> None:
    Path("project").mkdir()
    Path("project/agent.py").write_text(Path("agent.py").read_text())
    assert convert("project", "-o", "out") == 0
    (kept,) = Path("out/.porter_cache").glob("*.json")
    Path("mine").write_text("mine\n")
    kept.unlink()
    kept.symlink_to(tmp_path / "mine")
    assert convert("project", "-o", "out") == 0
    assert Path("mine").read_text() == "mine\n"
