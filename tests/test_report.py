"""The report: honest counts, the documented schema, a fresh table of codes."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import jsonschema
import pytest

from porter.explain import Passage
from porter.findings import CODES, FOLLOWS, Finding, Severity
from porter.pipeline import Converted, Failed, Outcome, Skipped, convert
from porter.report import Entry, Report, as_json, code_table
from porter.report_formats import FORMATS
from porter.report_text import as_text

DOCS = Path(__file__).parent.parent / "docs"
LEFT = Finding("a.py", 3, 5, "P101", Severity.ERROR, "torch.foo has no rule", "write it by hand")
NOTE = Finding("n.ipynb:cell 4", 2, 1, "N402", Severity.NOTE, "another meaning")
BROKEN = Finding("b.py", 1, 1, "P002", Severity.ERROR, "invalid syntax", "correct the file")

PLAN = (Passage(1, 2, "the plan"),)


def converted(path: str, *findings: Finding, left: int = 0, changed: int = 0) -> Outcome:
    return Converted(path, "", findings, PLAN, 5, left, changed, frozenset({"Linear"}))


def mixed(**options: bool) -> Report:
    return Report(
        (
            Entry(converted("a.py", LEFT, left=2), "a_tf.py"),
            Entry(converted("n.ipynb", NOTE, changed=1), "n_tf.ipynb"),
            Entry(Skipped("c.py", "no torch in it")),
            Entry(Failed("b.py", BROKEN)),
        ),
        ("torch_compat.py",),
        ("d: a link to a directory: not followed",),
        **options,
    )


def test_text_has_one_line_a_finding_and_a_summary() -> None:
    assert as_text(mixed()).splitlines() == [
        "a.py:3:5: P101 error torch.foo has no rule -> write it by hand",
        "n.ipynb:cell 4:2:1: N402 note another meaning",
        "b.py:1:1: P002 error invalid syntax -> correct the file",
        "a.py -> a_tf.py",
        "n.ipynb -> n_tf.ipynb",
        "c.py: skipped: no torch in it; nothing written",
        "building blocks: torch_compat.py",
        "d: a link to a directory: not followed",
        "4 files: 2 converted, 1 skipped, 1 failed",
        "torch uses: 10 of 12 ported, 2 left, 1 changed meaning",
        "findings: 2 errors, 1 note",
    ]


def test_a_quiet_report_has_errors_only() -> None:
    assert as_text(mixed(quiet=True)).splitlines() == [str(LEFT), str(BROKEN)]
    assert as_text(Report((Entry(converted("n.py", NOTE)),), quiet=True)) == ""


def test_the_same_error_is_told_once() -> None:
    again = replace(LEFT, line=8, column=1)
    text = as_text(Report((Entry(converted("a.py", LEFT, again)),)))
    assert text.startswith(f"{LEFT}\n  the same at: line 8\n1 file: ")
    assert "findings: 2 errors, 0 notes\n" in text


def test_what_follows_from_an_error_stands_under_it() -> None:
    def update(line: int, message: str) -> Finding:
        return Finding("a.py", line, 1, "P201", Severity.ERROR, message)

    clear, step = (update(n, f"{what}() {FOLLOWS}") for n, what in ((4, "zero_grad"), (6, "step")))
    cause, other = update(5, "where loss is computed was not found"), update(50, "another one")
    text = as_text(Report((Entry(converted("a.py", clear, cause, step, other)),)))
    assert text.splitlines()[:4] == [
        str(cause),
        f"  follows: line 4: {clear.message}",
        f"  follows: line 6: {step.message}",
        str(other),
    ]
    alone = as_text(Report((Entry(converted("a.py", clear)),)))
    assert alone.startswith(f"{clear}\n"), "what has no cause is told itself"


@pytest.mark.parametrize(
    ("updates", "line"),
    [
        ((True, False, True), "1 of 3 updates stays eager, "),
        ((False, False), "2 of 2 updates stay eager, "),
        ((False,), "1 of 1 update stays eager, "),
        ((True,), ""),
    ],
)
def test_updates_that_stay_eager_are_in_the_summary(updates: tuple[bool, ...], line: str) -> None:
    outcome = replace(converted("a.py"), updates=updates)  # type: ignore[type-var]
    text = as_text(Report((Entry(outcome),)))
    assert (f"\n{line}" in text) if line else ("eager" not in text)


def test_the_real_count_of_eager_updates() -> None:
    case = (Path(__file__).parent / "cases/agents/changed_around.py").read_text("utf-8")
    outcome = convert(case.split("# output")[0], "changed_around.py")
    assert isinstance(outcome, Converted)
    assert outcome.updates == (True, True, True, False)
    plan = [passage.text for passage in outcome.plan]
    assert sum("in eager mode" in text for text in plan) == 1


def test_sarif_names_every_finding_at_its_place() -> None:
    log = json.loads(FORMATS["sarif"](mixed()))
    [run] = log["runs"]
    assert log["version"] == "2.1.0"
    results = run["results"]
    assert [r["ruleId"] for r in results] == ["P101", "N402", "P002"]
    assert [r["level"] for r in results] == ["error", "note", "error"]
    rules = run["tool"]["driver"]["rules"]
    assert all(rules[r["ruleIndex"]]["id"] == r["ruleId"] for r in results)
    places = [r["locations"][0]["physicalLocation"] for r in results]
    assert places[0]["region"] == {"startLine": 3, "startColumn": 5}
    assert places[1]["artifactLocation"] == {"uri": "n.ipynb"}
    assert "region" not in places[1], "the lines of a notebook's file are those of its JSON"
    assert results[1]["message"]["text"].startswith("cell 4, line 2: ")


def test_github_annotates_lines() -> None:
    lines = FORMATS["github"](mixed()).splitlines()
    place = "::error file=a.py,line=3,col=5,title=P101 no rule for this torch API::"
    assert lines[0] == f"{place}torch.foo has no rule -> write it by hand"
    assert lines[1].startswith("::notice file=n.ipynb,title=N402 ")


def test_concise_is_a_line_for_each_finding() -> None:
    assert FORMATS["concise"](mixed()) == f"{LEFT}\n{NOTE}\n{BROKEN}\n"


def test_json_follows_the_schema() -> None:
    schema = json.loads((DOCS / "report-schema.json").read_text())
    jsonschema.Draft202012Validator.check_schema(schema)
    for report in (mixed(), mixed(explain=True), mixed(dry_run=True), Report(())):
        jsonschema.validate(json.loads(as_json(report, "1.0")), schema)


def test_json_says_where_in_a_notebook() -> None:
    found = json.loads(as_json(mixed(), "1.0"))
    assert found["findings"][1]["path"] == "n.ipynb"
    assert found["findings"][1]["cell"] == 4
    assert found["findings"][0]["cell"] is None
    assert found["outputs"] == ["a_tf.py", "n_tf.ipynb", "torch_compat.py"]
    assert json.loads(as_json(mixed(dry_run=True), "1.0"))["outputs"] == []


def test_exit_codes() -> None:
    note, left = Entry(converted("n.py", NOTE)), Entry(converted("a.py", LEFT, left=1))
    assert Report((note, Entry(Skipped("c.py", "")))).exit_code == 0
    assert Report((note, left)).exit_code == 1
    assert Report((left, Entry(Failed("b.py", BROKEN)))).exit_code == 2


def test_the_table_of_codes_is_fresh(update: bool) -> None:
    path = DOCS / "findings.md"
    if update:
        path.write_text(code_table(), encoding="utf-8")
    assert path.read_text(encoding="utf-8") == code_table()
    assert all(f"| {code} |" in code_table() for code in CODES)
