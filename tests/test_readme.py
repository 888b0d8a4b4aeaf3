"""docs/example.md is what porter makes of the original, and README.md promises what is so."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from porter.cli import whole_parser
from porter.pipeline import Converted, Options, convert
from porter.rulebook import Rulebook
from porter.rulebook.table import rows

ROOT = Path(__file__).parents[1]
EXAMPLE = ROOT / "docs" / "example.md"
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])
LINK = re.compile(r"\]\(([^)\s]+)\)")
FENCE = re.compile(r"(?s)```.*?```")
DIRECTORIES = ("porter/**/*.py", "rules/**/*.py", "tests/**/*.py")
BLOCK = re.compile(r"```python\n# (cartpole\w*\.py)\n(.*?)```", re.S)


def test_the_agent_in_full_is_porters_own(update: bool) -> None:
    text = EXAMPLE.read_text(encoding="utf-8")
    blocks = dict(BLOCK.findall(text))
    found = convert(blocks["cartpole.py"], "cartpole.py", None, Options(helpers="module"))
    assert isinstance(found, Converted)
    assert not found.findings
    if update:
        EXAMPLE.write_text(text.replace(blocks["cartpole_tf.py"], found.output), encoding="utf-8")
        return
    assert blocks["cartpole_tf.py"] == found.output


def test_the_readme_fits_on_a_screen_or_two() -> None:
    text = (ROOT / "README.md").read_text("utf-8")
    assert len(text.splitlines()) < 90


@pytest.mark.parametrize("page", [p for p in PAGES if p.name != "example.md"], ids=str)
def test_every_link_leads_somewhere(page: Path) -> None:
    """Of pages in and outside of docs/; `make docs` also checks those of the site."""
    for target in LINK.findall(FENCE.sub("", page.read_text("utf-8"))):
        path, _, anchor = target.partition("#")
        if "://" in path or target.startswith("mailto:"):
            continue
        found = (page.parent / path).resolve() if path else page
        assert found.exists(), f"{page.relative_to(ROOT)}: {target}"
        if anchor and found.suffix == ".md":
            assert anchor in anchors(found), f"{page.relative_to(ROOT)}: {target}"


def anchors(page: Path) -> set[str]:
    """The names that GitHub gives to the headings of a page."""
    headings = re.findall(r"(?m)^#+ (.*)$", FENCE.sub("", page.read_text("utf-8")))
    plain = (re.sub(r"[`*]|\[([^\]]*)\]\([^)]*\)", r"\1", text).lower() for text in headings)
    return {re.sub(r"[^\w\- ]", "", text).strip().replace(" ", "-") for text in plain}


def test_the_counts_that_are_promised() -> None:
    table = rows(Rulebook.load())
    ported = sum(len(row.rule.names) for row in table if not row.is_refused)
    refused = sum(len(row.rule.names) for row in table if row.is_refused)
    for name in ("README.md", "docs/status.md"):
        text = (ROOT / name).read_text("utf-8").replace("\n", " ")
        [most] = re.findall(r"[Oo]ver ([\d,]+) names", text)
        [other] = re.findall(r"[Oo]ver (\d+) (?:more )?are refused", text)
        assert ported - 200 < int(most.replace(",", "")) <= ported
        assert refused - 200 < int(other) <= refused


@pytest.mark.parametrize("name", ["README.md", "docs/usage.md", "docs/tutorial.md"])
def test_every_command_that_is_shown_is_one(name: str) -> None:
    """Its options are those of the parser; what stands behind -- is the program's own."""
    _, commands = whole_parser()
    known = dict(commands.choices or ())
    blocks = FENCE.findall((ROOT / name).read_text("utf-8"))
    shown = [line for block in blocks for line in re.findall(r"(?m)^(?:\$ )?porter (.*)$", block)]
    assert shown
    for line in shown:
        command, *words = shlex.split(line.partition("#")[0].partition(" | ")[0])
        own = words[: words.index("--")] if "--" in words else words
        assert command in known, line
        known[command].parse_args(own)


def test_all_commands_are_on_the_page_of_all_commands() -> None:
    _, commands = whole_parser()
    [first, *_] = FENCE.findall((ROOT / "docs/usage.md").read_text("utf-8"))
    assert set(re.findall(r"(?m)^porter (\w+)", first)) == set(commands.choices or ())


def test_each_page_is_in_the_navigation_of_the_site() -> None:
    """mkdocs builds a page that is in no menu without a word."""
    named = set(re.findall(r": ([\w/]+\.md)$", (ROOT / "mkdocs.yml").read_text("utf-8"), re.M))
    pages = {p.relative_to(ROOT / "docs").as_posix() for p in ROOT.glob("docs/**/*.md")}
    assert pages - named == set()


def test_each_file_that_the_architecture_names_is_there() -> None:
    text = (ROOT / "docs/architecture.md").read_text("utf-8")
    named = set(re.findall(r"`([\w/]+\.py)`", text)) - {"torch_compat.py"}
    here = [f"/{p.relative_to(ROOT).as_posix()}" for d in DIRECTORIES for p in ROOT.glob(d)]
    assert named
    assert not {name for name in named if not any(path.endswith(f"/{name}") for path in here)}
