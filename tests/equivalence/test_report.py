"""What people look at: the tree, the documented JSON, the page."""

from __future__ import annotations

import json
import re
from functools import cache
from html.parser import HTMLParser
from pathlib import Path

import jsonschema
import numpy as np
import pytest

from porter.equivalence.causes.sources import SourceFile, Sources
from porter.equivalence.events import Kind
from porter.equivalence.report import (
    NotEquivalent,
    Report,
    Result,
    as_json,
    as_text,
    result_of,
)
from porter.equivalence.report.build import not_run, versions
from porter.equivalence.report.page import as_html
from porter.equivalence.report.plot import plot_of
from porter.equivalence.verdict import Outcome, Phase
from porter.linemap import line_map

from .synthetic import Program, judged

SCHEMA = Path(__file__).parents[2] / "docs" / "check-schema.json"
DDPG = Path(__file__).parents[2] / "examples" / "ddpg"
LINES = {  # of a synthetic program: the beginning of the line in both files, or in each
    1: ("self.critic = ",) * 2,
    2: ("self.critic_target = ",) * 2,
    3: ("self.critic_optimizer = ",) * 2,
    4: ("next_state, reward, terminated",) * 2,
    7: ("rows = np.random.randint",) * 2,
    10: ("critic_loss.backward()", "self.critic_optimizer.apply("),
    11: ("self.critic_optimizer.step()", "self.critic_optimizer.apply("),
}
PORT = Path("agent_tf.py")
EDIT = "reward + not_done *", "reward + (1 - not_done) *"


@cache
def line_of(path: Path, start: str) -> int:
    lines = path.read_text().splitlines()
    return next(n for n, line in enumerate(lines, 1) if line.strip().startswith(start))


class Wrong(Program):
    def goal(self, reward, done, then):
        return super().goal(reward, 1 - done, then)


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> SourceFile:
    """An agent and its port, which somebody edited."""
    folder = tmp_path_factory.mktemp("agent")
    original, port = folder / "agent.py", folder / "agent_tf.py"
    original.write_text((DDPG / "agent.py").read_text())
    port.write_text((DDPG / "agent_tf.py").read_text().replace(*EDIT))
    return SourceFile(str(original), str(port), line_map(original, port))


@pytest.fixture
def programs(files: SourceFile, monkeypatch: pytest.MonkeyPatch) -> Sources:
    """The two files, in the current directory."""
    monkeypatch.chdir(Path(files.original).parent)
    return Sources((files,))


def in_files(program: type[Program]) -> type[Program]:
    """The program with its events at the lines of the files in the current directory."""

    class InFiles(program):  # type: ignore[misc, valid-type]
        def emit(self, kind, line, name="", arrays=None, **info):
            short, path = self.path, Path.cwd() / Path(self.path).name
            self.path = str(path)
            at = line_of(path, LINES[line]["_tf" in path.stem]) if line in LINES else 0
            super().emit(kind, at, name, arrays, **info)
            self.path = short

    return InFiles


def result(port: type[Program] = Program, sources: Sources = Sources()) -> Result:
    right = in_files(Program)
    judge = judged(in_files(port)(traces=(("agent_tf.py:9", "train", 1),)), right())
    noise = judged(right(), right()).updates
    return result_of(judge, "float64", "cpu", seconds=1.5, noise_floor=noise, sources=sources)


def report(*results: Result) -> Report:
    return Report("agent.py", "agent_tf.py", results, ("--steps", "9"), 3, {"torch": "2.13"})


MISSING = not_run("float64", "gpu", Outcome.NOT_CHECKED, "no GPU is visible")
CRASHED = not_run("float32", "cpu", Outcome.COULD_NOT_RUN, "agent.py stopped")


def test_the_outcome_of_several_results(programs: Sources) -> None:
    same, different = result(), result(Wrong)
    for results, outcome, code in (
        ((same,), Outcome.EQUIVALENT, 0),
        ((same, MISSING), Outcome.NOT_CHECKED, 3),
        ((MISSING, CRASHED, same), Outcome.COULD_NOT_RUN, 2),
        ((MISSING, CRASHED, different), Outcome.DIFFERENT, 1),
        ((), Outcome.COULD_NOT_RUN, 2),
    ):
        assert (report(*results).outcome, report(*results).exit_code) == (outcome, code)


def test_raise_if_different(programs: Sources) -> None:
    report(result()).raise_if_different()
    for found in (result(Wrong), MISSING, CRASHED):
        with pytest.raises(NotEquivalent, match=found.outcome.value):
            report(found).raise_if_different()


def test_the_tree_of_a_pass(programs: Sources) -> None:
    assert as_text(report(result(), MISSING)).splitlines() == [
        "agent.py and its port agent_tf.py  (torch 2.13)",
        "equivalent, float64 on cpu, 4 updates, 1.5 s",
        "├── construction    equal   5 compared",
        "├── weight transfer equal   4 compared",
        "├── draws           equal   4 compared",
        "├── forward         -       not compared: nothing of the kind was seen",
        "├── loss            equal   4 compared",
        "├── gradients       equal   16 compared",
        "├── clipping        equal   8 compared",
        "├── optimizer state equal   42 compared",
        "├── weights         equal   18 compared",
        "├── target networks equal   18 compared",
        "├── actions         equal   4 compared",
        "├── returned values -       not compared: nothing of the kind was seen",
        "├── traces          -       not compared: nothing of the kind was seen",
        "├── drift: the greatest error of any weights is 0.0e+00; noise floor: 0.0e+00, the "
        "original against ",
        "│   itself with each weight moved by one ulp at its start",
        "├── random numbers: drawn 4 times in the original, 4 times in the port",
        "└── train (agent_tf.py:9): traced once",
        "not checked, float64 on gpu",
        "└── no GPU is visible",
    ]  # fmt: skip


def test_the_tree_of_a_failure(programs: Sources) -> None:
    text = as_text(report(result(Wrong, programs)))
    backward = line_of(Path("agent.py"), "critic_loss.backward()")
    gradient, target = (line_of(PORT, start) for start in (LINES[10][1], "target_value = "))
    for line in (
        "different, float64 on cpu",
        "loss            differs 4 compared, worst error 6.2e-01 of 1e-10 allowed",
        "first divergence: loss, at update 1",
        f"the loss of line {backward}: 19.0623",
        f"original agent.py:{backward}  critic_loss.backward()",
        f"port     agent_tf.py:{gradient}  self.critic_optimizer.apply(grads)",
        "likely cause: terminal mask inverted",
        "porter writes: target_value = tf.stop_gradient(reward + not_done * self.discount",
        f"agent_tf.py:{target}  target_value = tf.stop_gradient(reward + (1 - not_done)",
        "-> nothing comes after a terminal state: 1 - done",
    ):
        assert line in text, text


def test_no_known_cause_is_said(programs: Sources) -> None:
    assert "no known cause fits" in as_text(report(result(Wrong)))


def test_what_was_not_compared_is_said(programs: Sources) -> None:
    judge = judged(Program())
    judge.record.not_compared(Phase.LOSS, "the losses of nobody")
    text = as_text(report(result_of(judge, "float64", "cpu")))
    assert "not compared: the losses of nobody" in text


def test_json_follows_the_schema(programs: Sources) -> None:
    schema = json.loads(SCHEMA.read_text())
    jsonschema.Draft202012Validator.check_schema(schema)
    for found in (result(), result(Wrong, programs), MISSING, CRASHED):
        jsonschema.validate(json.loads(as_json(report(found), "1.0")), schema)
    jsonschema.validate(json.loads(as_json(report(), "1.0")), schema)


def test_json_has_no_infinity(programs: Sources) -> None:
    class Nan(Program):
        def moved(self, weight, m, v):
            return super().moved(weight, m, v) * np.nan

    found = json.loads(as_json(report(result(Nan)), "1.0"))["results"][0]
    assert found["outcome"] == "different"
    assert found["divergences"][0]["absolute"] is None


def test_json_tells_the_first_divergence(programs: Sources) -> None:
    found = json.loads(as_json(report(result(Wrong, programs)), "1.0"))["results"][0]
    first = found["divergences"][0]
    assert (first["phase"], first["update"]) == ("loss", 1)
    line = line_of(Path("agent.py"), "critic_loss.backward()")
    assert first["original"] == {"path": "agent.py", "line": line, "text": "critic_loss.backward()"}
    assert found["cause"]["port"]["line"] == line_of(PORT, "target_value = ")
    assert found["draws"] == {"original": 4, "port": 4}


class Page(HTMLParser):
    """Checks that tags are closed in order, and collects what the page would load."""

    VOID = ("meta", "br", "line", "circle", "polyline")

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.loads: list[str] = []
        self.tags: set[str] = set()
        self.statuses: dict[str, list[str]] = {}
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attrs):
        self.tags.add(tag)
        self.loads += [value for name, value in attrs if name in ("src", "href", "data")]
        if tag == "td":
            for status in ("equal", "divergence", "cause"):
                if dict(attrs).get("class") == f"code {status}":
                    self.statuses.setdefault(status, []).append("")
                    self.reading = status
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_data(self, data):
        for status in self.statuses:
            if self.open and getattr(self, "reading", "") == status:
                self.statuses[status][-1] += data

    def handle_endtag(self, tag):
        if tag == "td":
            self.reading = ""
        if tag not in self.VOID:
            assert self.open.pop() == tag, f"{tag} at {self.getpos()}"


def test_the_page_is_whole_and_alone(programs: Sources) -> None:
    text = as_html(report(result(Wrong, programs), result(), MISSING), "1.0", programs)
    page = Page(text)
    assert page.open == page.loads == []
    assert "script" not in page.tags
    assert not re.search(r"https?:|url\(|@import", text)
    assert "prefers-color-scheme: dark" in text


def test_the_page_shows_the_status_of_each_line(programs: Sources) -> None:
    page = Page(as_html(report(result(Wrong, programs)), "1.0", programs))
    assert [text.strip() for text in page.statuses["divergence"]] == [
        "critic_loss.backward()",
        "self.critic_optimizer.apply(grads)",
    ]
    assert [text.split(" = ")[1].strip() for text in page.statuses["cause"]] == [
        "(reward + not_done * self.discount * next_value).detach()",
        "tf.stop_gradient(reward + (1 - not_done) * self.discount * next_value)",
    ]
    equal = {text.strip() for text in page.statuses["equal"]}
    assert "self.critic_target = copy.deepcopy(self.critic)" in equal
    assert "self.discount = discount" not in equal


def test_a_page_without_sources_or_results() -> None:
    for found in (report(), report(CRASHED)):
        assert Page(as_html(found, "1.0")).open == []


def test_the_plot_has_floor_and_tolerance(programs: Sources) -> None:
    plot = plot_of(result(Wrong))
    assert plot is not None
    assert [curve.name for curve in plot.curves] == ["this port", "noise floor"]
    assert plot.tolerance is not None
    heights = [float(point.split(",")[1]) for point in plot.curves[0].points.split()]
    assert plot.top <= min(heights) <= max(heights) < plot.tolerance
    assert {point.split(",")[1] for point in plot.curves[1].points.split()} == {
        str(plot.bottom) + ".0"
    }
    assert [tick.text for tick in plot.updates] == ["1", "2", "3", "4"]
    assert plot_of(MISSING) is None


def test_versions_are_those_installed() -> None:
    assert versions()["numpy"] == np.__version__


def test_a_closer_look_tells_the_layer_and_keeps_the_drift(programs: Sources) -> None:
    class Layers(Wrong):
        factor = 1.0

        def q(self, net, x):
            output = super().q(net, x) * self.factor
            self.emit(Kind.FORWARD, 1, "critic", {"output": output})
            return output

    class Right(Layers):
        factor = 2.0

    original = in_files(Program)
    closer = judged(in_files(Layers)(updates=1), in_files(Right)(updates=1))
    found = result_of(judged(in_files(Wrong)(), original()), "float64", "cpu", closer=closer)
    assert found.first is not None
    assert found.first.phase == "forward"
    assert len(found.updates) == 4
    compared = {phase.name: phase.compared for phase in found.phases}
    assert (compared["forward"], compared["loss"]) == (3, 4)
