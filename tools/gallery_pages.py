"""The gallery's pages: original, port, verdict and speed side by side (benchmarks/gallery.py)."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from porter.pipeline import Converted, convert

ROOT = Path(__file__).parents[1]
EXAMPLES = {
    "gridworld_dqn": "agent",
    "ddpg": "agent",
    "td3": "agent",
    "neuroevolution": "agent",
    "a3c_queue": "agent",
    "eager_basics": "agent",
}
MEASURED_HEAD = (
    "| verdict | compared | worst error | an update, PyTorch, µs | an update, port, µs | ratio |\n"
    "| --- | --- | ---: | ---: | ---: | ---: |"
)
GALLERY = """# Gallery

## Twenty agents

Each was converted by `porter convert`, compared by `porter check --quick` (float64, 1e-10
allowed), and timed by `porter bench`: the median processor time of an update, on one thread. A
ratio below 1 means that the port is faster. An agent's page has original and port side by side,
the machine and the versions. `make gallery` measures all anew.

| agent | verdict | compared | worst error | PyTorch, µs | port, µs | ratio |
| --- | --- | --- | ---: | ---: | ---: | ---: |"""
WHOLE_RUNS = """
## Whole runs

The examples from start to end, imports included (`make examples`); PyTorch's time is 1.

| agent | verdict | whole run |
| --- | --- | ---: |"""
IDIOMS = """
## More idioms

Small agents of the test suite, each with one idiom of real code. `tests/test_agents.py` trains
original and port side by side: every loss, gradient and weight is equal in float64. (Three that
cannot be observed print equal numbers.)

| agent | what it shows | torch uses | updates in a graph |
| --- | --- | ---: | ---: |"""


def gallery() -> dict[str, str]:
    """Twenty agents with verdict and speed, the examples' whole runs, and more agents."""
    figures = json.loads((ROOT / "benchmarks/gallery.json").read_text("utf-8"))
    measured = {figure["file"]: figure for figure in figures.values()}
    pages, rows = {}, {}
    for name, stem in EXAMPLES.items():
        folder = ROOT / "examples" / name
        readme = (folder / "README.md").read_text("utf-8")
        original, port = (folder / f"{stem}{end}.py" for end in ("", "_tf"))
        origin = f"---\norigin: examples/{name}/README.md\nhide: [navigation, toc]\n---\n"
        both = _side(original.name, original.read_text("utf-8"), port.name, port.read_text("utf-8"))
        figure = measured.get(f"examples/{name}/{stem}.py")
        told = _measured(figure) if figure else ""
        pages[f"gallery/{name}.md"] = f"{origin}{readme}\n{told}## Original and port\n\n{both}"
        rows[f"examples/{name}/{stem}.py"] = (
            f"[{readme.partition(chr(10))[0].lstrip('# ')}]({name}.md)"
        )
    rest = []
    for path in sorted((ROOT / "tests" / "cases" / "agents").glob("*.py")):
        file = path.relative_to(ROOT).as_posix()
        for page, link, row in _case(path, measured.get(file)):
            pages[f"gallery/agents/{path.stem}.md"] = page
            rows[file] = link
            rest += [row] if file not in measured else []
    parts = [GALLERY, *(f"| {rows[file]} | {_row(f)} |" for file, f in measured.items())]
    parts += [WHOLE_RUNS, *(_whole_run(name, rows) for name in EXAMPLES)]
    pages["gallery/index.md"] = "\n".join([*parts, IDIOMS, *rest]) + "\n"
    return pages


def _row(figure: dict[str, Any]) -> str:
    compared = f"{figure['updates']} updates"
    compared += f", {figure['actions']:,} actions" if figure["actions"] else ""
    ratio = figure["port"] / figure["original"]
    times = [f"{figure[name] * 1e6:,.0f}" for name in ("original", "port")]
    return " | ".join(
        [figure["outcome"], compared, f"{figure['worst']:.0e}", *times, f"{ratio:.2f}"]
    )


def _measured(figure: dict[str, Any]) -> str:
    """The verdict and the times on an agent's page, and how to get them again."""
    behind = f" -- {' '.join(figure['arguments'])}" if figure["arguments"] else ""
    longer = f" Its training loop was made {figure['turns']} turns long." if figure["turns"] else ""
    return (
        f"## Verdict and speed\n\n{MEASURED_HEAD}\n| {_row(figure)} |\n\n"
        f"`porter check --quick{behind}` and `porter bench --modes graph --clock processor"
        f"{behind}`, by `make gallery`.{longer} porter {figure['porter']}, {figure['date']}; "
        f"{figure['machine']}; one thread.\n\n"
    )


def _whole_run(name: str, links: dict[str, str]) -> str:
    readme = (ROOT / "examples" / name / "README.md").read_text("utf-8")
    link = links[f"examples/{name}/{EXAMPLES[name]}.py"]
    return f"| {link} | {' | '.join(_figures(readme))} |"


def _figures(readme: str) -> tuple[str, str]:
    """The verdict and the time that an example's README has of a measurement."""
    block = re.search(r"(?s)<!-- measured: verdict -->\n(.*?)<!-- end -->", readme)
    text = " ".join(block[1].split()) if block else "prints the same numbers"
    verdict = text.rpartition("`: ")[2]
    row = r"(?m)^\| port, TensorFlow \|(?:[^|\n]*\|){3} *([\d.]+) \|(?:[^|\n]*\|){3}$"
    times = re.search(row, readme)
    return verdict, times[1] if times else ""


def _case(path: Path, figure: dict[str, Any] | None) -> Iterator[tuple[str, str, str]]:
    """The page of a test's agent, a link to it, and its row in the table of idioms."""
    original, _, rest = path.read_text("utf-8").partition("# output\n")
    port = rest.partition("# findings\n")[0]
    outcome = convert(original, path.name)
    if not isinstance(outcome, Converted):
        return
    name = path.stem.replace("_", " ")
    doc = re.match(r'"""(.*?)(?:"""|\n\n)', original, re.S)
    what = " ".join(doc[1].split()) if doc else ""
    graphs = f"{sum(outcome.updates)} of {len(outcome.updates)}"
    notes = "".join(f"- {plain(str(finding))}\n" for finding in outcome.findings)
    told = _measured(figure) if figure else ""
    told += f"## Findings\n\n{notes}\n" if notes else ""
    both = _side(path.name, original.strip(), "its port", port.strip())
    head = f"---\nhide: [navigation, toc]\n---\n# {name}\n\n{plain(what)}\n"
    cell = plain(what).replace("|", "\\|")
    link = f"[{name}](agents/{path.stem}.md)"
    yield f"{head}\n{told}{both}", link, f"| {link} | {cell} | {outcome.ported} | {graphs} |"


def _side(one: str, left: str, other: str, right: str) -> str:
    return (
        f'<div class="side" markdown>\n\n```python title="{one}"\n{left.rstrip()}\n```\n\n'
        f'```python title="{other}"\n{right.rstrip()}\n```\n\n</div>\n'
    )


def plain(text: str) -> str:
    """Text of a docstring, in which brackets and stars are no Markdown."""
    return re.sub(r"([\[\]<>*_])", r"\\\1", text)
