"""Notebooks are checked as they are: cells one below the other, places told by cell."""

import json

import pytest

from porter.cli import main
from porter.equivalence.notebooks import scripts
from porter.equivalence.report.model import Line

CELLS = (
    "%matplotlib inline\nimport torch\nfrom torch import nn\nfrom sizes import WIDTH",
    "%%bash\nls",
    "net = nn.Linear(4, WIDTH)\nopt = torch.optim.Adam(net.parameters(), lr=1e-3)",
    "files = !ls\nfor _ in range(4):\n    loss = (net(torch.randn(8, 4)) ** 2).mean()\n"
    "    opt.zero_grad()\n    loss.backward()\n    opt.step()\ndisplay(loss.item())",
)


def notebook(sources, **metadata):
    cells = [
        {"cell_type": "code", "metadata": {}, "outputs": [], "source": s, "execution_count": None}
        for s in sources
    ]
    return json.dumps({"cells": cells, "metadata": metadata, "nbformat": 4, "nbformat_minor": 5})


@pytest.fixture
def agent(tmp_path):
    (tmp_path / "sizes.py").write_text("WIDTH = 2\n")
    path = tmp_path / "agent.ipynb"
    path.write_text(notebook(CELLS))
    return path


def test_a_notebook_is_checked_against_the_port_beside_it(agent, capfd, monkeypatch):
    monkeypatch.chdir(agent.parent)
    assert main(["convert", "agent.ipynb"]) == 0
    quick = ["check", "agent.ipynb", "--quick"]
    assert main(quick) == 0
    assert "equivalent, float64 on cpu, 4 updates" in capfd.readouterr().out
    port = agent.with_name("agent_tf.ipynb")
    port.write_text(port.read_text().replace("lr=1e-3", "lr=2e-3"))
    assert main(quick) == 1
    output = capfd.readouterr().out
    assert "agent.ipynb:cell 3:2  opt = torch.optim.Adam" in output
    assert "agent_tf.ipynb:cell 3:" in output
    assert "/porter-" not in output, "the scripts are nobody's business"


def test_places_in_texts_and_lines(agent):
    with scripts(agent, agent.with_name("other.py")) as (original, port, places):
        assert port.name == "other.py"
        book, path = str(agent), str(original)
        number = original.read_text().splitlines().index("opt = torch.optim.Adam("
            "net.parameters(), lr=1e-3)") + 1  # fmt: skip
        assert places.told(Line(path, number, "x")) == Line(f"{book}:cell 3", 2, "x")
        frame = f'File "{path}", line {number}, in f; {path}:{number}; {path} stopped'
        found = f'File "{book}", cell 3, line 2, in f; {book}:cell 3:2; {book} stopped'
        assert places.told(frame) == found
    assert not original.exists()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{", "agent.ipynb: broken notebook"),
        (notebook(["import torch", "for x in"]), "agent.ipynb: cell 2 is no Python"),
        (notebook(["x"], language_info={"name": "julia"}), "agent.ipynb: a notebook in julia"),
        (notebook(["%%bash\nls"]), "agent.ipynb: no code cell"),
    ],
)
def test_a_bad_notebook_is_one_line(agent, capfd, text, message):
    agent.with_name("agent_tf.py").write_text("")
    agent.write_text(text)
    assert main(["check", str(agent), str(agent.with_name("agent_tf.py"))]) == 2
    error = capfd.readouterr().err
    assert message in error
    assert error.count("\n") == 1
