"""What is timed: the lines of the phases, and the port's lines that came from them."""

from pathlib import Path

import pytest

from porter.bench.phases import lines_of_original, lines_of_port, phases, program

ROOT = Path(__file__).parents[2]
CORRIDOR = ROOT / "tests" / "equivalence" / "programs" / "corridor.py"
TD3 = ROOT / "examples" / "td3"


def text_of(path, line):
    return path.read_text("utf-8").splitlines()[line - 1].strip()


def test_updates_and_acting_are_found_in_the_program_and_not_in_the_networks():
    found = phases(CORRIDOR, CORRIDOR.parent)
    assert [phase.kind for phase in found] == ["update", "acting"]
    update, acting = found
    assert text_of(CORRIDOR, update.first) == "with torch.no_grad():"
    assert text_of(CORRIDOR, update.last).startswith("t.data.copy_(")
    assert text_of(CORRIDOR, acting.first).startswith("return self.net(torch.tensor(state))")


def test_conversions_beside_a_forward_are_a_part_of_acting():
    acting = next(p for p in phases(TD3 / "agent.py", TD3) if p.kind == "acting")
    lines = [text_of(TD3 / "agent.py", n) for n in range(acting.first, acting.last + 1)]
    assert "torch." in lines[0]
    assert "self.actor(" in lines[-1]


def test_lines_that_draw_an_action_are_acting_though_a_graph_has_them(tmp_path):
    case = ROOT / "tests" / "cases" / "agents" / "choose_action.py"
    agent = tmp_path / "agent.py"
    agent.write_text(case.read_text("utf-8").partition("# output")[0], "utf-8")
    found = phases(agent, tmp_path)
    assert [phase.kind for phase in found] == ["update", "acting", "acting", "acting"]
    assert text_of(agent, found[2].last).startswith("logp = pi.log_prob(a)")


LEARNS = """\
import torch

net, target = torch.nn.Linear(2, 1), torch.nn.Linear(2, 1)
optimizer = torch.optim.Adam(net.parameters())


def learn(states, rewards):
    with torch.no_grad():
        values = target(states)
    best = [float(v) for v in values]
    print(best)
    loss = (net(states) - torch.tensor(best) - rewards).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()


def act(env, state):
    return env.step(float(net(torch.tensor(state))))
"""


@pytest.mark.parametrize(("line", "kind"), [("", "targets"), ("env.step(best)", "acting")])
def test_what_an_update_is_computed_from_is_not_acting(tmp_path, line, kind):
    agent = tmp_path / "agent.py"
    agent.write_text(LEARNS.replace("print(best)", f"print(best)\n    {line}"), "utf-8")
    found = phases(agent, tmp_path)
    assert [phase.kind for phase in found] == ["update", kind, "acting"]
    assert text_of(agent, found[1].first) == "values = target(states)"


def test_lines_of_the_port_come_from_the_same_phases():
    original, port = TD3 / "agent.py", TD3 / "agent_tf.py"
    found = phases(original, TD3)
    ported = lines_of_port(found, original, port)[str(port)]
    by_phase = {
        found[number].kind: {text_of(port, line) for line, n in ported.items() if n == number}
        for number in set(ported.values())
    }
    assert any("self._train_body(" in line for line in by_phase["update"])
    assert any("self._call_actor(" in line for line in by_phase["acting"])
    assert set(lines_of_original(found)) == {str(original)}


def test_imported_files_of_the_program_belong_to_it(tmp_path):
    (tmp_path / "agents").mkdir()
    files = {
        "main.py": "import numpy\nfrom agents import dqn\n",
        "agents/__init__.py": "",
        "agents/dqn.py": "from .nets import Net\nimport main\n",
        "agents/nets.py": "Net = 1\n",
        "other.py": "",
    }
    for name, text in files.items():
        (tmp_path / name).write_text(text)
    found = {p.relative_to(tmp_path).as_posix() for p in program(tmp_path / "main.py")}
    assert found == set(files) - {"other.py"}


@pytest.mark.parametrize("text", ["", "x = 1\n", "import torch\n"])
def test_no_phases_where_nothing_trains(tmp_path, text):
    path = tmp_path / "a.py"
    path.write_text(text)
    assert phases(path, tmp_path) == ()
