"""`porter bench` from its arguments to its figures."""

import json
import shutil
from pathlib import Path

import pytest

from porter.bench.model import Column, Comparison, Run, Spread, column
from porter.bench.phases import Phase
from porter.bench.plot import plot
from porter.bench.report import as_text, time
from porter.cli import main

PROGRAM = Path(__file__).parents[1] / "equivalence" / "programs" / "corridor.py"
PHASES = (Phase("update", "agent.py", 7, 9), Phase("acting", "agent.py", 3, 4))


@pytest.fixture
def pair(tmp_path, monkeypatch):
    """An original and its port."""
    monkeypatch.chdir(tmp_path)
    shutil.copy(PROGRAM, tmp_path / "agent.py")
    assert main(["convert", "agent.py"]) == 0
    return tmp_path


def test_both_sides_are_measured(pair, capfd, tmp_path_factory, monkeypatch):
    temporary = tmp_path_factory.mktemp("temporary")
    monkeypatch.setenv("TMPDIR", str(temporary))
    options = ["--rounds", "1", "--modes", "graph", "--warm-up", "3", "--updates", "10"]
    options += ["--json", "figures.json", "--plot", "figures.svg"]
    assert main(["bench", "agent.py", "agent_tf.py", *options, "--", "40"]) == 0
    printed = capfd.readouterr().out
    assert "update, agent.py:57" in printed
    assert "arguments: 40" in printed
    assert "<svg" in Path("figures.svg").read_text()
    original, port = json.loads(Path("figures.json").read_text())["columns"]
    for side in (original, port):
        assert side["phases"]["update, agent.py:57"]["passes"] == 10
        assert side["phases"]["environment"]["passes"] == 18
        assert "acting, agent.py:49" in side["phases"]
        assert side["memory"] > 10**7
    assert original["traces"] == 0
    assert port["traces"] == 2, "the train body and the network that acts"
    assert original["graphs"] == {}
    arguments, results, operations = port["graphs"]["acting, agent.py:49"]
    assert (arguments, results) == (1, 1), "the state goes in, the values come out"
    assert port["graphs"]["update, agent.py:57"][2] > operations > 2
    assert "graphs of the port: counted, not measured" in printed
    assert sorted(p.name for p in pair.iterdir() if p.name not in ("agent.py", ".porter")) == [
        "agent_tf.py",
        "figures.json",
        "figures.svg",
        "torch_compat.py",
    ]
    assert not list(temporary.iterdir()), "what the programs left there"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["missing.py", "agent_tf.py"], "missing.py: no such file"),
        (["agent.py", "missing.py"], "missing.py: no such file"),
        (["other.py"], "other_tf.py: no such file"),
        (["agent_tf.py", "agent_tf.py"], "porter finds no update step in it"),
        (["agent.py", "broken.py"], "broken.py:1: "),
        (["agent.py", "other.py"], "is it the port of this original?"),
        (["agent.py", "agent_tf.py", "--plot", "a.doc"], "the suffix is none of"),
        (["agent.py", "agent_tf.py", "--plot", "no/a.png"], "there is no directory no"),
    ],
)
def test_bad_input_is_one_line(pair, capfd, arguments, message):
    (pair / "broken.py").write_text("def f(:\n")
    (pair / "other.py").write_text("print(1)\n")
    capfd.readouterr()
    assert main(["bench", *arguments]) == 2
    error = capfd.readouterr().err
    assert message in error
    assert error.count("\n") == 1


def test_a_crash_is_told_with_what_the_program_printed(pair, capfd):
    assert main(["bench", "agent.py", "agent_tf.py", "--modes", "graph", "--", "many"]) == 2
    error = capfd.readouterr().err
    assert "original: ValueError" in error
    assert "invalid literal for int()" in error


@pytest.mark.slow
def test_a_program_that_reads_a_file_where_it_is_run(pair, capfd):
    for name in ("agent.py", "agent_tf.py"):
        program = pair / name
        program.write_text('SETTINGS = open("settings.txt").read()\n' + program.read_text())
    (pair / "settings.txt").write_text("no settings\n")
    command = ["bench", "agent.py", "agent_tf.py", "--rounds", "1", "--modes", "graph"]
    command += ["--warm-up", "3", "--updates", "8"]
    assert main([*command, "--", "40"]) == 2
    assert "--here runs them in the current one" in capfd.readouterr().err
    assert main([*command, "--here", "--", "40"]) == 0
    told = capfd.readouterr().err
    assert told.startswith("porter bench: round 1 of 1: "), "nothing is silent in a log"


def test_a_program_that_ends_in_its_warm_up_has_no_figures(pair, capfd):
    arguments = ["--rounds", "1", "--modes", "graph", "--", "12"]
    assert main(["bench", "agent.py", "agent_tf.py", *arguments]) == 2
    told = capfd.readouterr().err
    assert "within the 20 updates of the warm-up; let it train longer" in told
    few = ["--rounds", "1", "--modes", "graph", "--updates", "8", "--", "40"]
    assert main(["bench", "agent.py", "agent_tf.py", *few]) == 2
    assert "give more than --updates 8, or give a smaller --warm-up" in " ".join(
        capfd.readouterr().err.split()
    )


def figures(*rounds):
    runs = [Run("", 9.0, 8.0, spans, 2, 2**20) for spans in rounds]
    return column("port", runs, PHASES, warm_up=2)


def test_warm_passes_are_told_from_the_first():
    found = figures({0: [5.0, 1.0, 0.5, 0.5, 0.7], -1: [0.1] * 4}, {0: [7.0, 1.0, 0.9, 0.9, 0.9]})
    update = found.phases["update, agent.py:7"]
    assert update.each == Spread(0.7, 0.5, 0.9)
    assert update.first == Spread(6.0, 5.0, 7.0)
    assert update.warm_up.least == pytest.approx(6.0 - 2 * 0.5)
    assert update.passes == 5
    assert "acting, agent.py:3" not in found.phases


def test_a_mode_that_fails_is_a_line_of_the_report():
    one = figures({0: [1.0] * 5, -1: [0.1] * 4})
    failed = Column("port, jit_compile", error="InvalidArgumentError: no XLA kernel")
    found = Comparison("a.py", "b.py", (), "cpu", {}, 1, "cpu", 1, None, 2, (one, failed))
    text = as_text(found)
    assert "port, jit_compile could not be run: InvalidArgumentError: no XLA kernel" in text
    assert "x 1.00" not in text, "the original has no ratio"


def test_the_plot_has_a_bar_for_each_phase(tmp_path):
    one = figures({0: [1.0] * 5, 1: [0.2] * 5, -1: [0.1] * 5})
    found = Comparison("a.py", "b.py", (), "cpu", {}, 1, "cpu", 1, None, 2, (one, one))
    for name in ("a.png", "a.svg"):
        plot(found, tmp_path / name)
        assert (tmp_path / name).stat().st_size > 5000


@pytest.mark.parametrize(
    ("seconds", "text"), [(2.5, "2.5 s"), (0.0131, "13.1 ms"), (8.58e-6, "8.58 µs"), (0, "0 µs")]
)
def test_times_are_told_in_the_right_unit(seconds, text):
    assert time(seconds) == text


def test_a_step_of_the_environment_is_told_without_the_warm_up():
    update = [100.0, 1.0, 1.0, 1.0]
    found = column("port", [Run("", 120.0, 107.0, {0: update, -1: [0.5] * 4}, 2, 1)], PHASES, 2)
    assert found.step.median == pytest.approx((107.0 - 99.0) / 4)
