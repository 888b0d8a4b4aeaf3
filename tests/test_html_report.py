"""porter convert --report: what the page says and where, and that nothing breaks out of it."""

from __future__ import annotations

import importlib.util
import json
import re
from dataclasses import dataclass, field
from html.parser import HTMLParser
from itertools import takewhile
from pathlib import Path

import pytest

from porter.cli import main
from porter.html_report.rows import side_by_side

EXAMPLES = Path(__file__).parent.parent / "examples"
AGENT = """\
# 方策勾配法で学習するエージェント。</td></tr></table><script>alert('x')</script>
import torch
from torch import nn

text = "<b onclick=alert(1)>太字</b> &amp; {{ 7 * 7 }} {% raw %} \\\\u202e"  # \u202eknow\u202c
net = nn.Linear(4, 2)
opt = torch.optim.Adam(net.parameters(), lr=1e-3)


def learn(x):
    loss = net(x).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
    return loss.item()


window = torch.kaiser_window(3)
torch.save(net.state_dict(), "net")
torch.save(opt.state_dict(), "opt")
"""


@dataclass
class Page(HTMLParser):
    """What a browser makes of the page: rows of (number, text) on either side, tags, text."""

    rows: list[list[tuple[str, str]]] = field(default_factory=list)
    tags: set[str] = field(default_factory=set)
    ids: list[str] = field(default_factory=list)
    links: list[str] = field(default_factory=list)
    asides: list[str] = field(default_factory=list)
    text: str = ""
    attributes: set[str] = field(default_factory=set)
    _into: str = ""
    _held: str = ""

    def __post_init__(self) -> None:
        super().__init__(convert_charrefs=True)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        self.tags.add(tag)
        self.attributes |= found.keys()
        self.ids += filter(None, [found.get("id")])
        self.links += filter(None, [found.get("href"), found.get("src")])
        kinds = (found.get("class") or "").split()
        if tag == "tr":
            self.rows.append([])
        elif tag == "td":
            self._into = kinds[0]
            self.rows[-1].append((kinds[0], ""))
        elif tag == "aside":
            self.asides.append("")
            self._into = "plan"
        elif tag == "a" and "moved" in kinds:
            self._held, self._into = self._into, ""

    def handle_endtag(self, tag: str) -> None:
        if tag == "a" and self._held:
            self._held, self._into = "", self._held
        elif tag in ("td", "aside"):
            self._into = ""

    def handle_data(self, data: str) -> None:
        self.text += data
        if self._into == "plan":
            self.asides[-1] += data
        elif self._into:
            kind, text = self.rows[-1][-1]
            self.rows[-1][-1] = (kind, text + data)

    def side(self, which: int) -> list[str]:
        """The numbered lines on the left (0) or on the right (1)."""
        cells = [row[2 * which : 2 * which + 2] for row in self.rows if len(row) == 4]
        return [text for (_, number), (_, text) in cells if number]

    def below(self, start: str) -> list[str]:
        """The remarks below the row whose original begins like this."""
        rows = iter(self.rows)
        next(row for row in rows if len(row) == 4 and row[1][1].startswith(start))
        remarks = takewhile(lambda row: len(row) == 1, rows)
        return [" ".join(row[0][1].split()) for row in remarks]


def page_of(path: Path) -> Page:
    page = Page()
    page.feed(path.read_text(encoding="utf-8"))
    page.close()
    return page


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    Path("agent.py").write_text(AGENT, encoding="utf-8")
    return tmp_path


def converted(*arguments: str) -> Page:
    assert main(["convert", *arguments, "--report", "report.html"]) in (0, 1)
    return page_of(Path("report.html"))


def seen(text: str) -> list[str]:
    """The lines with what nobody can see spelled out."""
    return text.replace("\u202e", "\\u202e").replace("\u202c", "\\u202c").splitlines()


def test_both_sides_are_there_line_for_line(here: Path) -> None:
    page = converted("agent.py")
    assert page.side(0) == seen(AGENT)
    assert page.side(1) == seen(Path("agent_tf.py").read_text(encoding="utf-8"))


@pytest.mark.parametrize("end", ["", "\n\n", "\n  \n\n\n", "\r\n\r\n", "\n\x0c\n\n", "\n# end\n\n"])
def test_a_file_may_end_with_blank_lines(end: str, here: Path) -> None:
    Path("agent.py").write_bytes(f"import torch\nx = torch.zeros(3){end}".encode())
    page = converted("agent.py")
    assert page.side(0)[:2] == ["import torch", "x = torch.zeros(3)"]
    assert len(page.side(0)) == max(2, end.replace("\r\n", "\n").count("\n") + 1)


@pytest.mark.parametrize("name", ["td3", "ddpg"])
def test_changed_lines_stand_beside_what_they_became(name: str, here: Path) -> None:
    page = converted(str(EXAMPLES / name / "agent.py"), "-o", "port.py")
    assert page.side(1) == Path("port.py").read_text(encoding="utf-8").splitlines()
    beside = {
        row[1][1].strip(): row[3][1].strip() for row in page.rows if len(row) == 4 and row[1][1]
    }
    assert beside["self.critic_target = copy.deepcopy(self.critic)"].startswith(
        "self.critic_target = Critic("
    )
    assert beside["self.critic_optimizer.step()"].startswith("self.critic_optimizer.apply(")
    assert beside["def forward(self, state):"] == "def call(self, state):"
    assert beside["self.critic_optimizer.zero_grad()"] == ""


def test_findings_stand_below_their_lines(here: Path) -> None:
    page = converted("agent.py")
    (error,) = page.below("window = torch.kaiser_window(3)")
    assert error.startswith("error P101 torch.kaiser_window has no rule →")
    assert len(page.below('torch.save(net.state_dict(), "net")')) == 1
    assert page.below('torch.save(net.state_dict(), "net")') == page.below("torch.save(opt.")


def test_the_plan_stands_beside_its_step(here: Path) -> None:
    page = converted("agent.py")
    (plan,) = page.asides
    assert "@tf.function learn_body, in learn()" in plan
    assert "update at line 13: loss loss, optimizer opt" in plan


def test_the_summary_has_its_denominators(here: Path) -> None:
    Path("plain.py").write_text("x = 1\n")
    Path("broken.py").write_text("import torch\nprint 'x'\n")
    main(["convert", "agent.py", "plain.py", "broken.py", "--report", "report.html"])
    text = " ".join(page_of(Path("report.html")).text.split())
    assert "1 of 3 files converted; 1 skipped, without torch or ported before; 1 failed" in text
    assert re.search(r"(\d+) of (\d+) uses of torch ported; 2 of them .* 1 left", text)
    assert "1 of 1 update steps in a @tf.function" in text
    assert "a Python 2 print statement" in text


def test_nothing_breaks_out_and_nothing_is_loaded(here: Path) -> None:
    name = '"><img src=x onerror=alert(1)>&amp;\u202e.py'
    Path(name).write_text(AGENT, encoding="utf-8")
    page = converted(name, "agent.py", "-o", "out")
    assert not page.tags & {"script", "img", "iframe", "object", "link", "base"}
    assert not any(name.startswith("on") for name in page.attributes)
    assert all(link.startswith("#") for link in page.links)
    assert {link[1:] for link in page.links} <= set(page.ids)
    assert len(page.ids) == len(set(page.ids))
    assert name.replace("\u202e", "\\u202e") in page.text
    html = Path("report.html").read_text(encoding="utf-8")
    assert "default-src 'none'" in html
    assert "url(" not in html
    assert "@import" not in html
    assert "\u202e" not in html


def test_a_notebook_cell_by_cell(here: Path) -> None:
    sources = ["import torch\n%matplotlib inline", "x = torch.zeros(2)\ntorch.save(x, 'x')"]
    cells = [
        {"cell_type": "code", "metadata": {}, "outputs": [], "execution_count": 1, "source": s}
        for s in sources
    ]
    book = {"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}
    Path("nb.ipynb").write_text(json.dumps(book))
    page = converted("nb.ipynb", "-o", "out.ipynb")
    assert page.side(0) == [line for source in sources for line in source.splitlines()]
    rows = [[text for _, text in row] for row in page.rows if len(row) == 4]
    assert ["", "# cell 2", "", "# cell 2"] in rows
    assert ["1", "x = torch.zeros(2)", "1", "x = tf.zeros([2])"] in rows
    assert len(page.below("torch.save(x, 'x')")) == 1
    assert "cell 2:2" in " ".join(page.text.split())


def test_with_a_diff_only_the_page_is_written(here: Path) -> None:
    page = converted("agent.py", "--diff")
    assert page.side(0) == seen(AGENT)
    assert sorted(path.name for path in here.iterdir()) == ["agent.py", "report.html"]


@pytest.mark.parametrize("report", ["agent.py", "agent_tf.py", "folder", "agent.py/report.html"])
def test_a_page_that_cannot_be_written_is_refused(
    report: str, here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("folder").mkdir()
    assert main(["convert", "agent.py", "--report", report]) == 2
    assert f"porter: error: --report {report}" in capsys.readouterr().err
    assert Path("agent.py").read_text(encoding="utf-8") == AGENT


def test_without_its_libraries_it_says_what_to_install(
    here: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    found = importlib.util.find_spec
    monkeypatch.setattr(
        importlib.util, "find_spec", lambda name: None if name == "jinja2" else found(name)
    )
    assert main(["convert", "agent.py", "--report", "report.html"]) == 2
    assert "pip install 'porter-rl[report]'" in capsys.readouterr().err
    assert not Path("agent_tf.py").exists()


@pytest.mark.parametrize(
    ("original", "port", "pairs", "rows"),
    [
        ("ab", "ab", [(1, 1), (2, 2)], [(1, 1), (2, 2)]),
        ("ab", "xab", [(1, 2), (2, 3)], [(None, 1), (1, 2), (2, 3)]),
        ("abc", "bca", [(1, 3), (2, 1), (3, 2)], [(1, None), (2, 1), (3, 2), (None, 3)]),
        ("a#b", "x#y", [(1, 1), (3, 3)], [(1, 1), (2, 2), (3, 3)]),
        ("a", "xa", [(1, 1), (1, 2)], [(None, 1), (1, 2)]),
        ("", "x", [], [(None, 1)]),
    ],
)
def test_rows(
    original: str, port: str, pairs: list[tuple[int, int]], rows: list[tuple[int | None, ...]]
) -> None:
    assert side_by_side(original, port, pairs) == rows
